// Results as a page: the tables of the text, with plots of scores and of every breakdown.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluation/analysis_html.h"
#include "evaluation/tables.h"
#include "report/page.h"
#include "report/plot.h"

namespace espalier {
namespace {

using evaluation::system_names;

constexpr std::size_t kMaxBars = 40;  // of a breakdown: what is rarer is in the table

report::PlotOptions percent_options(std::string title) {
  report::PlotOptions options;
  options.title = std::move(title);
  options.x.label = "%";
  options.x.low = 0;
  options.x.high = 100;
  return options;
}

/// F1 or accuracy of every measure that is a percentage, a bar for each system.
std::string measure_plot(const EvaluationResult& result) {
  report::BarChart chart;
  const std::vector<std::string> names = system_names(result);
  for (const Measure& measure : result.systems.front().measures) {
    if (measure.kind != MeasureKind::kAverage) chart.categories.push_back(measure.name);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    report::BarSeries series{names[i], {}, {}, {}};
    for (const Measure& measure : result.systems[i].measures) {
      if (measure.kind == MeasureKind::kAverage) continue;
      series.values.push_back(measure.value());
      if (!measure.interval) continue;
      series.low.push_back(measure.interval->low);
      series.high.push_back(measure.interval->high);
    }
    chart.series.push_back(std::move(series));
  }
  return report::bar_plot(percent_options("Scores"), chart);
}

std::string breakdown_plot(const EvaluationResult& result, std::size_t breakdown) {
  report::BarChart chart;
  const std::vector<std::string> names = system_names(result);
  const Breakdown& first = result.systems.front().breakdowns[breakdown];
  for (const BreakdownRow& row : first.rows) {
    if (chart.categories.size() < kMaxBars) chart.categories.push_back(row.key);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    report::BarSeries series{names[i], {}, {}, {}};
    const std::vector<BreakdownRow>& rows = result.systems[i].breakdowns[breakdown].rows;
    for (const std::string& key : chart.categories) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const BreakdownRow& r) { return r.key == key; });
      series.values.push_back(row == rows.end() ? std::numeric_limits<double>::quiet_NaN() : row->labelled.f1());
    }
    chart.series.push_back(std::move(series));
  }
  return report::bar_plot(percent_options(fmt::format("LAS (F1) by {}", first.dimension)), chart);
}

void add_groups(const EvaluationResult& result, report::Page& page) {
  if (result.systems.front().groups.empty()) return;
  page.section("By sentence length");
  for (std::size_t i = 0; i < result.systems.size(); ++i) page.table(evaluation::group_table(result, i));
}

void add_unscored(const EvaluationResult& result, report::Page& page) {
  constexpr std::size_t kShown = 100;
  const bool any = std::any_of(result.systems.begin(), result.systems.end(),
                               [](const SystemEvaluation& system) { return !system.unscored.empty(); });
  if (!any) return;
  page.section("Sentences not scored");
  for (const SystemEvaluation& system : result.systems) {
    for (std::size_t i = 0; i < std::min(kShown, system.unscored.size()); ++i) page.text(system.unscored[i].what());
    if (system.unscored.size() > kShown) page.text(fmt::format("… and {} more", system.unscored.size() - kShown));
  }
}

}  // namespace

std::string to_html(const EvaluationResult& result) {
  report::Page page(fmt::format("Evaluation: {}", result.gold));
  page.section("Scores");
  for (const std::string& line : evaluation::remarks(result)) page.text(line);
  if (!result.systems.empty()) {
    page.table(evaluation::measure_table(result));
    page.figure(measure_plot(result),
                result.resamples > 0 ? "F1 or accuracy, with 95 % confidence intervals" : "F1 or accuracy");
    add_groups(result, page);
    for (std::size_t b = 0; b < result.systems.front().breakdowns.size(); ++b) {
      page.section(fmt::format("By {}", result.systems.front().breakdowns[b].dimension));
      page.figure(breakdown_plot(result, b));
      page.table(evaluation::breakdown_table(result, b));
    }
    evaluation::add_analyses(result, page);
    if (!result.comparisons.empty()) {
      page.section("Differences between systems");
      page.text(
          "Two-sided tests: paired bootstrap over sentences, and McNemar's test over words or brackets that only one "
          "of the two systems has right.");
      page.table(evaluation::comparison_table(result));
    }
    evaluation::add_agreement(result, page);
    add_unscored(result, page);
  }
  return page.html();
}

}  // namespace espalier
