#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/plot_frame.h"
#include "report/svg.h"

namespace espalier::report {
namespace {

/// One series alone is drawn as bars with tooltips; several as outlines over a wash, so that all can be seen.
void append_bars(std::string& out, const Histogram& histogram, const Frame& frame, double base) {
  const auto& series = histogram.series.front();
  for (std::size_t i = 0; i < series.heights.size() && i + 1 < histogram.edges.size(); ++i) {
    const double height = series.heights[i];
    if (!std::isfinite(height) || height <= 0) continue;
    const double left = frame.x(histogram.edges[i]);
    const double right = frame.x(histogram.edges[i + 1]);
    const double gap = right - left > 6 ? 1 : 0;
    const double top = frame.y(height);
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"currentColor\">",
                       coordinate(left + gap / 2), coordinate(top), coordinate(std::max(0.0, right - left - gap)),
                       coordinate(std::max(0.0, base - top)));
    append_tooltip(out, fmt::format("{} to {}: {}", value_text(histogram.edges[i]), value_text(histogram.edges[i + 1]),
                                    value_text(height)));
    out += "</rect>\n";
  }
}

void append_outline(std::string& out, const Histogram& histogram, std::size_t s, const Frame& frame, double base) {
  const auto& heights = histogram.series[s].heights;
  std::string steps;
  for (std::size_t i = 0; i < heights.size() && i + 1 < histogram.edges.size(); ++i) {
    const double height = std::isfinite(heights[i]) && heights[i] > 0 ? frame.y(heights[i]) : base;
    steps += fmt::format("{}{} {}H{}", steps.empty() ? "" : "V",
                         steps.empty() ? coordinate(frame.x(histogram.edges[i])) : "", coordinate(height),
                         coordinate(frame.x(histogram.edges[i + 1])));
  }
  if (steps.empty()) return;
  const std::string start = coordinate(frame.x(histogram.edges.front()));
  out += fmt::format("<path d=\"M{}V{}H{}Z\" fill=\"currentColor\" fill-opacity=\"0.12\"/>\n", steps, coordinate(base),
                     start);
  out += fmt::format("<path d=\"M{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"{}/>\n", steps,
                     series_dash(s));
}

}  // namespace

std::string histogram_plot(const PlotOptions& options, const Histogram& histogram) {
  Range x_range;
  Range y_range;
  std::vector<std::string> names;
  for (const double edge : histogram.edges) x_range.include(edge, options.x.log);
  if (!options.y.log) y_range.include(0, false);
  for (const auto& series : histogram.series) {
    names.push_back(series.name);
    for (const double height : series.heights) y_range.include(height, options.y.log);
  }
  // The edges are the ends: bins do not ask for room beyond them.
  AxisOptions x_options = options.x;
  if (!x_range.empty() && !x_options.low) x_options.low = x_range.low;
  if (!x_range.empty() && !x_options.high) x_options.high = x_range.high;
  const Axis x(x_options, x_range, x_intervals(options));
  const Axis y(options.y, y_range, y_intervals(options));
  const Frame frame(options, names, {.x = &x, .y = &y, .mark = LegendMark::kBox});
  const double base = frame.y(y.is_log() ? y.low() : std::clamp(0.0, y.low(), y.high()));
  std::string out = frame.begin();
  for (std::size_t s = 0; s < histogram.series.size(); ++s) {
    out += "<g" + series_class(s) + ">\n";
    if (histogram.series.size() == 1) {
      append_bars(out, histogram, frame, base);
    } else {
      append_outline(out, histogram, s, frame, base);
    }
    out += "</g>\n";
  }
  out += frame.end_area();
  if (histogram.series.empty() || histogram.edges.size() < 2) append_no_data(out, frame);
  return out + frame.end();
}

Histogram bin_counts(const std::vector<std::pair<double, double>>& counts, int bins) {
  Histogram histogram;
  if (counts.empty()) return histogram;
  const double low = counts.front().first;
  const double high = counts.back().first;
  const NiceStep step = nice_step(high > low ? high - low : 1, std::max(1, bins));
  const auto first = static_cast<long long>(std::floor(low / step.value() + 1e-9));
  const auto last = static_cast<long long>(std::floor(high / step.value() + 1e-9)) + 1;
  for (long long i = first; i <= last; ++i) histogram.edges.push_back(step.multiple(i));
  auto& heights = histogram.series.emplace_back().heights;
  heights.assign(static_cast<std::size_t>(last - first), 0.0);
  for (const auto& [value, count] : counts) {
    const auto bin = static_cast<long long>(std::floor(value / step.value() + 1e-9)) - first;
    heights[static_cast<std::size_t>(std::clamp(bin, 0LL, last - first - 1))] += count;
  }
  return histogram;
}

}  // namespace espalier::report
