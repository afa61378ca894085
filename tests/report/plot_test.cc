#include "report/plot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "report/svg.h"
#include "tests/support/xml_check.h"

namespace espalier::report {
namespace {

using test_support::xml_fault;

std::size_t count(const std::string& text, std::string_view piece) {
  std::size_t times = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++times;
  return times;
}

PlotOptions options() {
  PlotOptions out;
  out.title = "Title";
  out.description = "What is seen";
  out.x.label = "across";
  out.y.label = "up";
  return out;
}

const std::string kHostile = std::string("<script>&\"']]>\x1b\xff\0日本", 24);

TEST(Svg, CoordinatesAreShort) {
  EXPECT_EQ(coordinate(3), "3");
  EXPECT_EQ(coordinate(3.10), "3.1");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(2.0 / 3), "0.67");
  EXPECT_EQ(coordinate(100), "100");
}

TEST(Svg, TextsFit) {
  EXPECT_EQ(shortened("abc", 1000, 10), "abc");
  EXPECT_EQ(shortened("abcdef", 24, 10), "abc…");  // 6 pixels a letter: three letters and the ellipsis
  EXPECT_EQ(shortened("日本語", 24, 10), "日…");
  EXPECT_EQ(wrapped("aa bb cc", 36, 10), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrapped("  ", 36, 10), std::vector<std::string>{});
  EXPECT_EQ(wrapped("aaaaaaaaaa b", 36, 10), (std::vector<std::string>{"aaaaaaaaaa", "b"}));
}

TEST(LinePlot, PointsLieWhereTheyShould) {
  PlotOptions plain;
  plain.width = 200;
  plain.height = 100;
  const std::string svg = line_plot(plain, {{"", {0, 1, 2}, {0, 10, 5}, {}, {}}});
  EXPECT_EQ(xml_fault(svg), "");
  // Top: 14 margin + 10; bottom: 100 - 22 - 8 = 70. Ticks 0..10: widest "10" = 2 × 7.2, so left = 14 + 14.4 + 8 = 36.4;
  // right = 200 - 14 - half of the last x label ("2.0" or "2").
  EXPECT_NE(svg.find("<path d=\"M36.4 70L"), std::string::npos) << svg;
  EXPECT_NE(svg.find(" 24L"), std::string::npos);                 // the highest value at the top
  EXPECT_NE(svg.find(" 47\" fill=\"none\""), std::string::npos);  // 5 of 10: half way between 24 and 70
  EXPECT_EQ(count(svg, "<circle"), 3u);
}

TEST(LinePlot, HolesInterruptTheLine) {
  const std::string svg = line_plot(options(), {{"a", {1, 2, 3, 4, 5}, {1, 2, NAN, 2, 1}, {}, {}}});
  const std::size_t path = svg.find("<path d=\"M");
  const std::string line = svg.substr(path, svg.find('\n', path) - path);
  EXPECT_EQ(count(line, "M"), 2u);
  EXPECT_EQ(count(line, "L"), 2u);
}

TEST(LinePlot, BandsLegendTitle) {
  const std::string svg =
      line_plot(options(), {{"one", {1, 10}, {1, 2}, {0.5, 1.5}, {1.5, 2.5}}, {"two", {1, 10}, {2, 3}, {}, {}}});
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count(svg, "fill-opacity=\"0.18\""), 1u);
  EXPECT_EQ(count(svg, ">one</text>"), 1u);
  EXPECT_EQ(count(svg, ">two</text>"), 1u);
  EXPECT_NE(svg.find("<title>Title</title>\n<desc>What is seen</desc>"), std::string::npos);
  EXPECT_NE(svg.find("role=\"img\" aria-label=\"Title\""), std::string::npos);
  EXPECT_EQ(count(svg, " id="), 0u);  // many plots in one page must not clash
}

TEST(LinePlot, LogLeavesOutWhatHasNoLogarithm) {
  PlotOptions log = options();
  log.x.log = true;
  const std::string svg = line_plot(log, {{"a", {0, -1, 1, 100}, {1, 1, 1, 2}, {}, {}}});
  EXPECT_EQ(count(svg, "<circle"), 2u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(LinePlot, TracesGoWithTheirSeries) {
  LineSeries series{"a", {1, 10}, {1, 2}, {}, {}};
  series.joined = false;
  series.traces = {{{1, 10}, {1, 2}, false}, {{10, 40}, {2, 3}, true}};
  const std::string svg = line_plot(options(), {series});
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count(svg, "<path d=\"M"), 2u) << "no line through the points themselves";
  EXPECT_EQ(count(svg, "stroke-dasharray"), 1u);
  EXPECT_EQ(count(svg, "<circle"), 2u) << "traces have no marks";
  EXPECT_EQ(count(svg, ">40</text>"), 1u) << "the axis goes as far as they do";
}

TEST(ScatterPlot, LabelsDoNotCoverOneAnother) {
  ScatterSeries series{"s", {}};
  for (int i = 0; i < 40; ++i) series.points.push_back({0.5 + 1e-6 * i, 0.5, "label"});
  series.points.push_back({0, 0, "far"});
  series.points.push_back({1, 1, ""});
  const std::string svg = scatter_plot(options(), {series});
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count(svg, "<circle"), 42u);
  EXPECT_LE(count(svg, ">label</text>"), 4u);
  EXPECT_GE(count(svg, ">label</text>"), 1u);
  EXPECT_EQ(count(svg, ">far</text>"), 1u);
  EXPECT_EQ(count(svg, "<title>label: "), 40u);
}

TEST(BarPlot, LengthsAreProportional) {
  BarChart chart;
  chart.categories = {"a", "b", "c"};
  chart.series = {{"", {10, 5, NAN}, {}, {}}};
  const std::string svg = bar_plot(options(), chart);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count(svg, "<rect x="), 2u);
  const auto width_after = [&](std::size_t from) {
    const std::size_t at = svg.find("width=\"", svg.find("<rect x=", from)) + 7;
    return std::stod(svg.substr(at));
  };
  const std::size_t first = svg.find("<rect x=");
  EXPECT_NEAR(width_after(first), 2 * width_after(first + 1), 0.011);
  EXPECT_EQ(count(svg, ">10.0</text>"), 1u);
}

TEST(BarPlot, GroupsWhiskersAndBothDirections) {
  for (const bool horizontal : {false, true}) {
    BarChart chart;
    chart.horizontal = horizontal;
    chart.categories = {"a", kHostile};
    chart.series = {{"x", {1, -2}, {0.5, -3}, {1.5, -1}}, {"y", {2, 3}, {}, {}}};
    const std::string svg = bar_plot(options(), chart);
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(count(svg, "stroke-width=\"1.5\""), 6u);  // two whiskers of three strokes
    EXPECT_EQ(svg.find("<script>"), std::string::npos);
  }
}

TEST(Histogram, BinsAreRoundAndCountAll) {
  // 1..10 in about 5: step 2, edges 0 2 4 6 8 10 12.
  std::vector<std::pair<double, double>> counts;
  for (int i = 1; i <= 10; ++i) counts.emplace_back(i, 1);
  const Histogram histogram = bin_counts(counts, 5);
  EXPECT_EQ(histogram.edges, (std::vector<double>{0, 2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(histogram.series[0].heights, (std::vector<double>{1, 2, 2, 2, 2, 1}));
  EXPECT_TRUE(bin_counts({}, 5).edges.empty());
  EXPECT_EQ(bin_counts({{3, 7}}, 5).series[0].heights.size() + 1, bin_counts({{3, 7}}, 5).edges.size());
}

TEST(Histogram, OneSeriesAsBarsSeveralAsOutlines) {
  Histogram histogram{{0, 1, 2, 3}, {{"a", {3, 0, 2}}}};
  EXPECT_EQ(count(histogram_plot(options(), histogram), "<rect x="), 2u);
  histogram.series.push_back({"b", {1, 1, 1}});
  const std::string svg = histogram_plot(options(), histogram);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count(svg, "stroke-width=\"2\""), 2u);
}

TEST(Plots, HostileStringsEverywhere) {
  PlotOptions hostile;
  hostile.title = hostile.description = kHostile;
  hostile.x = {.label = kHostile, .unit = kHostile};
  hostile.y = {.label = kHostile, .unit = kHostile};
  const std::vector<std::string> plots = {
      line_plot(hostile, {{kHostile, {1, 2}, {3, 4}, {}, {}}, {kHostile, {1, 2}, {3, 4}, {}, {}}}),
      scatter_plot(hostile, {{kHostile, {{1, 2, kHostile}}}, {kHostile, {}}}),
      bar_plot(hostile, {{kHostile}, {{kHostile, {1}, {}, {}}, {kHostile, {2}, {}, {}}}}),
      histogram_plot(hostile, {{0, 1}, {{kHostile, {1}}, {kHostile, {2}}}})};
  for (const auto& svg : plots) {
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(svg.find("<script>"), std::string::npos);
  }
}

TEST(Plots, WithoutDataTheySaySo) {
  for (const auto& svg : {line_plot(options(), {}), scatter_plot(options(), {}), bar_plot(options(), {}),
                          histogram_plot(options(), {}), line_plot(options(), {{"a", {NAN}, {INFINITY}, {}, {}}})}) {
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_NE(svg.find("no data"), std::string::npos);
  }
}

TEST(Plots, ExtremeNumbersStayFiniteAndSmall) {
  for (const double size : {1e-310, 1e-200, 1e200, 1.7e308}) {
    for (const bool log : {false, true}) {
      PlotOptions extreme = options();
      extreme.y.log = log;
      const std::string svg = line_plot(extreme, {{"a", {-size, 0, size}, {size, -size, size / 3}, {}, {}}});
      EXPECT_EQ(xml_fault(svg), "");
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_LT(svg.size(), 20000u);
    }
  }
}

TEST(Plots, StackedTheyAreOneDrawing) {
  const std::string one = line_plot(options(), {{"a", {1, 2}, {3, 4}, {}, {}}});
  const std::string svg = stacked({one, one, one}, 640, 380);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg.find("<svg"), 0u);
  EXPECT_NE(svg.find("width=\"640\" height=\"1140\""), std::string::npos);
  EXPECT_EQ(count(svg, one), 3u);
  EXPECT_NE(svg.find("translate(0 760)"), std::string::npos);
  EXPECT_EQ(xml_fault(stacked({}, 640, 380)), "");
}

TEST(Plots, SameValuesSameBytes) {
  const std::vector<LineSeries> series = {{"a", {0.1, 0.2, 0.3}, {1.0 / 3, 2.0 / 3, 1}, {}, {}}};
  EXPECT_EQ(line_plot(options(), series), line_plot(options(), series));
}

}  // namespace
}  // namespace espalier::report
