#include "evaluation/analysis_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluation/analysis_tables.h"
#include "evaluation/tables.h"
#include "report/heat.h"
#include "report/plot.h"

namespace espalier::evaluation {
namespace {

constexpr std::size_t kMatrixKeys = 60;  // a page that can still be looked at; tag sets may have hundreds

report::HeatMap matrix_of(const Confusion& confusion, bool right_head, const std::string& system) {
  report::HeatMap map;
  map.title = fmt::format("{} of {}, gold down and output across{}", confusion.dimension, system,
                          right_head ? ": words with the right head" : "");
  map.rows.assign(confusion.keys.begin(),
                  confusion.keys.begin() + static_cast<std::ptrdiff_t>(std::min(kMatrixKeys, confusion.keys.size())));
  map.columns = map.rows;
  map.values.assign(map.rows.size(), std::vector<std::uint64_t>(map.rows.size()));
  for (const ConfusionCell& cell : confusion.cells) {
    if (std::max(cell.gold, cell.system) >= map.rows.size()) continue;
    map.values[cell.gold][cell.system] = right_head ? cell.right_head : cell.words;
  }
  return map;
}

void add_confusion(const Confusion& confusion, const std::string& system, report::Page& page) {
  page.table(confusion_table(confusion, system));
  if (confusion.keys.size() > kMatrixKeys) {
    page.text(fmt::format("The matrices have the {} most frequent of {} values.", kMatrixKeys, confusion.keys.size()));
  }
  for (const bool right_head : {false, true}) {
    page.raw(report::heat_table(matrix_of(confusion, right_head, system)));
  }
}

report::PlotOptions square_options(std::string title, std::string x, std::string y) {
  report::PlotOptions options;
  options.title = std::move(title);
  options.x.label = std::move(x);
  options.y.label = std::move(y);
  for (report::AxisOptions* axis : {&options.x, &options.y}) {
    axis->low = 0;
    axis->high = 100;
  }
  options.width = options.height = 460;
  return options;
}

/// Accuracy over confidence, a line for each system; on the diagonal confidence is what it says.
std::string reliability_plot(const EvaluationResult& result, const std::vector<std::string>& names) {
  std::vector<report::LineSeries> series;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!result.systems[i].reliability) continue;
    report::LineSeries& line = series.emplace_back();
    line.name = names[i];
    for (const ConfidenceBucket& bucket : result.systems[i].reliability->by_value) {
      if (bucket.arcs == 0) continue;
      line.x.push_back(bucket.mean);
      line.y.push_back(bucket.accuracy());
    }
  }
  series.push_back({.name = "as it should be", .x = {0, 100}, .y = {0, 100}});
  return report::line_plot(square_options("Reliability", "confidence, %", "heads right, %"), series);
}

/// How many of the errors one finds who looks at the least confident arcs first.
std::string search_plot(const EvaluationResult& result, const std::vector<std::string>& names) {
  std::vector<report::LineSeries> series;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!result.systems[i].reliability) continue;
    const Reliability& reliability = *result.systems[i].reliability;
    const auto wrong = static_cast<double>(reliability.arcs - reliability.right);
    report::LineSeries& line = series.emplace_back(report::LineSeries{.name = names[i], .x = {0}, .y = {0}});
    double found = 0;
    for (const ConfidenceBucket& bucket : reliability.by_rank) {
      found += bucket.arcs - bucket.right;
      line.x.push_back(100 * bucket.high);
      line.y.push_back(wrong > 0 ? 100 * found / wrong : 0);
    }
  }
  series.push_back({.name = "by chance", .x = {0, 100}, .y = {0, 100}});
  return report::line_plot(
      square_options("Errors found", "arcs looked at, the least confident first, %", "of all wrong heads, %"), series);
}

template <class Has>
bool any_system(const EvaluationResult& result, Has has) {
  return std::any_of(result.systems.begin(), result.systems.end(), has);
}

}  // namespace

void add_analyses(const EvaluationResult& result, report::Page& page) {
  const std::vector<std::string> names = system_names(result);
  if (any_system(result, [](const SystemEvaluation& system) { return !system.confusions.empty(); })) {
    page.section("Confusions");
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (const Confusion& confusion : result.systems[i].confusions) add_confusion(confusion, names[i], page);
    }
  }
  if (any_system(result, [](const SystemEvaluation& system) { return system.errors.has_value(); })) {
    page.section("Errors");
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (const report::Table& table : error_tables(*result.systems[i].errors, names[i])) page.table(table);
    }
  }
  if (any_system(result, [](const SystemEvaluation& system) { return system.reliability.has_value(); })) {
    page.section("Confidence");
    page.figures_begin();
    page.figure(reliability_plot(result, names), "Accuracy of arcs by tenths of the scale of confidence");
    page.figure(search_plot(result, names), "Wrong heads among the least confident arcs");
    page.figures_end();
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (const report::Table& table : reliability_tables(*result.systems[i].reliability, names[i])) page.table(table);
    }
  }
  if (any_system(result, [](const SystemEvaluation& system) { return system.lexicalisation.has_value(); })) {
    page.section("Degree of lexicalisation");
    for (std::size_t i = 0; i < names.size(); ++i) {
      page.table(lexicalisation_table(*result.systems[i].lexicalisation, names[i]));
    }
  }
}

void add_agreement(const EvaluationResult& result, report::Page& page) {
  if (!result.agreement) return;
  page.section("Systems word by word");
  page.text(
      "The exact test asks how likely it is that the words which only one of two systems has right would be split as "
      "unevenly by chance. Usual relations are those whose share among the words of a row is half to twice that among "
      "all. Long sentences sooner have a word of any kind: lengths by word can be compared between rows.");
  for (const report::Table& table : agreement_tables(result)) page.table(table);
}

}  // namespace espalier::evaluation
