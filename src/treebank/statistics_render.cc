// Statistics as text, Markdown, TSV, JSON, and as an HTML page with plots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "espalier/statistics.h"
#include "report/page.h"
#include "report/plot.h"
#include "treebank/statistics_tables.h"

namespace espalier {
namespace treebank {
namespace {

struct Listing {
  const char* title;
  Distribution distribution;
};
constexpr Listing kListings[] = {{"UPOS", upos_of},
                                 {"XPOS", xpos_of},
                                 {"Features", features_of},
                                 {"Dependency labels", labels_of},
                                 {"Categories", categories_of}};

// Bars beyond these are too many to look at; the tables have them all.
constexpr std::size_t kBars = 30;
constexpr double kPlottedDistance = 20;

report::PlotOptions plot_options(const std::string& title, const std::string& x, const std::string& y) {
  report::PlotOptions options;
  options.title = title;
  options.x.label = x;
  options.y.label = y;
  options.width = 560;
  options.height = 340;
  return options;
}

/// The value below which 99 % of the items of each spread lie. The last percent would stretch an axis until nothing
/// else can be seen.
std::size_t plotted_end(const std::vector<Spread>& spreads) {
  std::size_t end = 1;
  for (const Spread& spread : spreads) {
    const double most = 0.99 * static_cast<double>(spread.items());
    std::size_t v = 0;
    for (std::uint64_t seen = 0; v < spread.counts.size() && static_cast<double>(seen) < most; ++v) {
      seen += spread.counts[v];
    }
    end = std::max(end, v);
  }
  return end;
}

/// Shares of values in bins of equal width, the same for all treebanks; what lies beyond the axis is in the last bin.
std::string spread_plot(const Treebanks& treebanks, const report::PlotOptions& options,
                        const std::vector<Spread>& spreads) {
  const std::size_t end = plotted_end(spreads);
  const std::size_t width = end <= 40 ? 1 : end <= 80 ? 2 : (end + 199) / 200 * 5;
  report::Histogram histogram;
  // Bins of one value stand around it.
  const double shift = width == 1 ? 0.5 : 0;
  for (std::size_t edge = 0; edge < end + width; edge += width) {
    histogram.edges.push_back(static_cast<double>(edge) - shift);
  }
  const std::vector<std::string> names = short_names(treebanks);
  for (std::size_t t = 0; t < spreads.size(); ++t) {
    auto& series = histogram.series.emplace_back();
    series.name = names[t];
    series.heights.assign(histogram.edges.size() - 1, 0.0);
    const std::uint64_t items = spreads[t].items();
    for (std::size_t v = 0; v < spreads[t].counts.size() && items > 0; ++v) {
      series.heights[std::min(v / width, series.heights.size() - 1)] += share(spreads[t].counts[v], items);
    }
  }
  return report::histogram_plot(options, histogram);
}

std::string length_plot(const Treebanks& treebanks) {
  std::vector<Spread> spreads;
  for (const TreebankStatistics& treebank : treebanks) spreads.push_back(treebank.sentence_lengths);
  auto options = plot_options("Sentence lengths", "tokens", "sentences");
  options.y.unit = "%";
  options.description = "Share of sentences by number of tokens.";
  return spread_plot(treebanks, options, spreads);
}

std::string depth_plot(const Treebanks& treebanks, bool constituents) {
  std::vector<Spread> spreads;
  for (const TreebankStatistics& treebank : treebanks) {
    spreads.emplace_back();
    if (constituents && treebank.constituents) spreads.back() = treebank.constituents->depth;
    if (!constituents && treebank.dependencies) spreads.back() = treebank.dependencies->tree_depth;
  }
  auto options =
      plot_options(constituents ? "Depth of constituent trees" : "Depth of dependency trees",
                   constituents ? "nodes from the top to a word" : "arcs from the root to a word", "sentences");
  options.y.unit = "%";
  return spread_plot(treebanks, options, spreads);
}

std::string arc_plot(const Treebanks& treebanks) {
  std::vector<report::LineSeries> lines;
  const std::vector<std::string> names = short_names(treebanks);
  for (std::size_t t = 0; t < treebanks.size(); ++t) {
    const auto& dependencies = treebanks[t].dependencies;
    if (!dependencies) continue;
    auto& line = lines.emplace_back();
    line.name = names[t];
    const std::uint64_t total = dependencies->head_before.items() + dependencies->head_after.items();
    for (double distance = -kPlottedDistance; distance <= kPlottedDistance; ++distance) {
      const Spread& spread = distance < 0 ? dependencies->head_before : dependencies->head_after;
      const auto length = static_cast<std::size_t>(std::abs(distance));
      line.x.push_back(distance);
      // Nothing is its own head: the line is interrupted there.
      line.y.push_back(distance == 0 ? std::nan("")
                                     : share(length < spread.counts.size() ? spread.counts[length] : 0, total));
    }
  }
  auto options =
      plot_options("Where the head stands", "words from the dependent to its head (negative: before it)", "arcs");
  options.y.unit = "%";
  options.y.low = 0;
  options.description = "Share of arcs by distance and direction, root arcs left out.";
  return report::line_plot(options, lines);
}

std::string distribution_plot(const Treebanks& treebanks, const Listing& listing) {
  report::BarChart chart;
  chart.categories = names_of(treebanks, listing.distribution);
  if (chart.categories.size() > kBars) chart.categories.resize(kBars);
  const std::vector<std::string> names = short_names(treebanks);
  for (std::size_t t = 0; t < treebanks.size(); ++t) {
    const auto* counts = listing.distribution(treebanks[t]);
    if (counts == nullptr || counts->empty()) continue;
    std::uint64_t total = 0;
    for (const NamedCount& one : *counts) total += one.count;
    auto& bars = chart.series.emplace_back();
    bars.name = names[t];
    for (const std::string& name : chart.categories) {
      const auto found =
          std::find_if(counts->begin(), counts->end(), [&](const auto& one) { return one.name == name; });
      bars.values.push_back(share(found == counts->end() ? 0 : found->count, total));
    }
  }
  auto options = plot_options(listing.title, "share", "");
  options.x.unit = "%";
  return report::bar_plot(options, chart);
}

bool has_any(const Treebanks& treebanks, Distribution distribution) {
  return std::any_of(treebanks.begin(), treebanks.end(), [&](const TreebankStatistics& treebank) {
    const auto* counts = distribution(treebank);
    return counts != nullptr && !counts->empty();
  });
}

}  // namespace
}  // namespace treebank

std::string render_statistics(const std::vector<TreebankStatistics>& treebanks, const StatisticsView& view) {
  const report::TableFormat format = report::table_format_named(view.format);
  if (format == report::TableFormat::kJson) return treebank::statistics_json(treebanks);
  if (format == report::TableFormat::kHtml) return statistics_report(treebanks);
  report::TableOptions options;
  options.colour = view.colour;
  std::vector<report::Table> tables = {treebank::overview_table(treebanks)};
  for (const auto& listing : treebank::kListings) {
    tables.push_back(treebank::distribution_table(treebanks, listing.title, listing.distribution, view.top));
  }
  tables.push_back(treebank::arc_length_table(treebanks));
  std::string out;
  for (const report::Table& table : tables) {
    if (table.rows.empty()) continue;
    if (!out.empty()) out += '\n';
    out += render(table, format, options);
  }
  return out;
}

std::string statistics_report(const std::vector<TreebankStatistics>& treebanks) {
  using treebank::has_any;
  const auto names = treebank::short_names(treebanks);
  report::Page page(names.size() == 1 ? "Statistics of " + names[0] : "Statistics of treebanks");
  report::Table overview = treebank::overview_table(treebanks);
  if (overview.title == "Overview") overview.title.clear();  // the heading says it
  page.section("Overview").table(overview);
  page.section("Sentences and trees").text("What lies beyond the right end of an axis is counted in its last bin.");
  page.figures_begin().figure(treebank::length_plot(treebanks));
  const bool dependencies = has_any(treebanks, treebank::labels_of);
  if (dependencies) page.figure(treebank::arc_plot(treebanks)).figure(treebank::depth_plot(treebanks, false));
  if (has_any(treebanks, treebank::categories_of)) page.figure(treebank::depth_plot(treebanks, true));
  page.figures_end();
  if (dependencies) page.table(treebank::arc_length_table(treebanks));
  for (const auto& listing : treebank::kListings) {
    if (!has_any(treebanks, listing.distribution)) continue;
    report::Table table = treebank::distribution_table(treebanks, "", listing.distribution, 0);
    page.section(listing.title).figures_begin().figure(treebank::distribution_plot(treebanks, listing));
    page.raw("<div>").table(table).raw("</div>\n").figures_end();
  }
  return page.html();
}

}  // namespace espalier
