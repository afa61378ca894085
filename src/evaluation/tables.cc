// One system is shown in full; several are shown by the one number of each measure, side by side, the best in bold.
#include "evaluation/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace espalier::evaluation {
namespace {

using report::Align;
using report::Cell;
using report::Table;

std::string interval_text(const Interval& interval) {
  return fmt::format("{:.2f}–{:.2f}", interval.low, interval.high);
}

Table one_system_table(const SystemEvaluation& system, bool with_intervals) {
  Table table;
  table.columns.push_back({"measure", Align::kLeft, 2});
  add_columns(table, {"precision", "recall", "F1", "aligned"});
  if (with_intervals) add_columns(table, {"95 % of F1"});
  for (const Measure& measure : system.measures) {
    std::vector<Cell> cells = {measure.name};
    if (measure.kind == MeasureKind::kScore) {
      for (const double value : {measure.score.precision(), measure.score.recall()}) cells.push_back(Cell::real(value));
      cells.push_back(Cell::real(measure.score.f1()).strong());
      cells.push_back(Cell::real(measure.score.aligned_accuracy()));
    } else {
      cells.insert(cells.end(), {Cell(), Cell(), Cell::real(measure.value()).strong(), Cell()});
    }
    if (with_intervals) cells.emplace_back(measure.interval ? interval_text(*measure.interval) : "");
    table.add(std::move(cells));
  }
  return table;
}

/// The rows of a breakdown over all systems: the first system's order, then what only others have.
std::vector<std::string> all_keys(const EvaluationResult& result, std::size_t breakdown) {
  std::vector<std::string> keys;
  std::map<std::string, bool> seen;
  for (const SystemEvaluation& system : result.systems) {
    for (const BreakdownRow& row : system.breakdowns[breakdown].rows) {
      if (!std::exchange(seen[row.key], true)) keys.push_back(row.key);
    }
  }
  return keys;
}

const BreakdownRow* find_row(const Breakdown& breakdown, const std::string& key) {
  const auto at =
      std::find_if(breakdown.rows.begin(), breakdown.rows.end(), [&](const auto& row) { return row.key == key; });
  return at == breakdown.rows.end() ? nullptr : &*at;
}

Table one_breakdown_table(const Breakdown& breakdown) {
  Table table;
  table.columns.push_back({breakdown.dimension, Align::kLeft, 2});
  add_columns(table, {"gold", "system", "UAS P", "UAS R", "UAS F1", "LAS P", "LAS R", "LAS F1"});
  for (const BreakdownRow& row : breakdown.rows) {
    std::vector<Cell> cells = {row.key, count_cell(row.labelled.gold), count_cell(row.labelled.system)};
    for (const Score* score : {&row.unlabelled, &row.labelled}) {
      for (const double value : {score->precision(), score->recall()}) cells.push_back(Cell::real(value));
      cells.push_back(Cell::real(score->f1()).strong());
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

void add_columns(Table& table, std::initializer_list<const char*> headers) {
  for (const char* header : headers) table.columns.push_back({header, Align::kRight, 2});
}

Cell count_cell(std::uint64_t count) { return Cell::integer(static_cast<std::int64_t>(count)); }

std::vector<std::string> system_names(const EvaluationResult& result) {
  std::vector<std::string> names;
  std::map<std::string, int> uses;
  for (const SystemEvaluation& system : result.systems) {
    names.push_back(system.file == "-" ? "standard input" : system.file.substr(system.file.rfind('/') + 1));
    ++uses[names.back()];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (uses[names[i]] > 1) names[i] += fmt::format(" ({})", i + 1);
  }
  return names;
}

Table measure_table(const EvaluationResult& result) {
  const bool with_intervals = result.resamples > 0;
  if (result.systems.size() == 1) return one_system_table(result.systems.front(), with_intervals);
  Table table;
  table.columns.push_back({"measure", Align::kLeft, 2});
  for (const std::string& name : system_names(result)) {
    table.columns.push_back({name, Align::kRight, 2});
    if (with_intervals) add_columns(table, {"95 %"});
  }
  for (std::size_t m = 0; m < result.systems.front().measures.size(); ++m) {
    std::vector<Cell> cells = {result.systems.front().measures[m].name};
    std::vector<double> values;
    values.reserve(result.systems.size());
    for (const SystemEvaluation& system : result.systems) values.push_back(system.measures[m].value());
    const bool less_is_better = result.systems.front().measures[m].kind == MeasureKind::kAverage;
    const double best = less_is_better ? *std::min_element(values.begin(), values.end())
                                       : *std::max_element(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Cell cell = Cell::real(values[i]);
      cells.push_back(values[i] == best ? cell.strong() : cell);
      const auto& interval = result.systems[i].measures[m].interval;
      if (with_intervals) cells.emplace_back(interval ? interval_text(*interval) : "");
    }
    table.add(std::move(cells));
  }
  return table;
}

Table group_table(const EvaluationResult& result, std::size_t system) {
  Table table;
  const SystemEvaluation& scores = result.systems[system];
  if (scores.groups.empty()) return table;
  table.title = fmt::format("By sentence length: {}", system_names(result)[system]);
  table.columns.push_back({"measure", Align::kLeft, 2});
  for (const MeasureGroup& group : scores.groups) table.columns.push_back({group.name, Align::kRight, 2});
  table.columns.push_back({"all", Align::kRight, 2});
  const auto add_row = [&](const std::string& name, std::size_t m, auto value) {
    std::vector<Cell> cells = {name};
    for (const MeasureGroup& group : scores.groups) cells.push_back(Cell::real(value(group.measures[m])));
    cells.push_back(Cell::real(value(scores.measures[m])));
    table.add(std::move(cells));
  };
  for (std::size_t m = 0; m < scores.measures.size(); ++m) {
    const Measure& measure = scores.measures[m];
    if (measure.kind == MeasureKind::kScore) {
      add_row(measure.name + " precision", m, [](const Measure& x) { return x.score.precision(); });
      add_row(measure.name + " recall", m, [](const Measure& x) { return x.score.recall(); });
    }
    add_row(measure.kind == MeasureKind::kScore ? measure.name + " F1" : measure.name, m,
            [](const Measure& x) { return x.value(); });
  }
  return table;
}

Table breakdown_table(const EvaluationResult& result, std::size_t breakdown) {
  const Breakdown& first = result.systems.front().breakdowns[breakdown];
  Table table;
  if (result.systems.size() == 1) {
    table = one_breakdown_table(first);
  } else {
    table.columns.push_back({first.dimension, Align::kLeft, 2});
    add_columns(table, {"gold"});
    for (const std::string& name : system_names(result)) {
      add_columns(table, {"UAS F1"});
      table.columns.push_back({"LAS F1 " + name, Align::kRight, 2});
    }
    for (const std::string& key : all_keys(result, breakdown)) {
      std::vector<Cell> cells = {key, Cell()};
      for (const SystemEvaluation& system : result.systems) {
        const BreakdownRow* row = find_row(system.breakdowns[breakdown], key);
        if (row != nullptr) cells[1] = count_cell(row->labelled.gold);
        cells.push_back(row != nullptr ? Cell::real(row->unlabelled.f1()) : Cell());
        cells.push_back(row != nullptr ? Cell::real(row->labelled.f1()) : Cell());
      }
      table.add(std::move(cells));
    }
  }
  table.title = fmt::format("By {}", first.dimension);
  return table;
}

Table comparison_table(const EvaluationResult& result) {
  Table table;
  const std::vector<std::string> names = system_names(result);
  table.title = "Differences between systems";
  for (const char* header : {"first", "second", "measure"}) table.columns.push_back({header, Align::kLeft, 2});
  add_columns(table, {"difference", "95 %", "p (bootstrap)", "only first", "only second", "p (McNemar)"});
  for (const Comparison& c : result.comparisons) {
    std::vector<Cell> cells = {names[c.first], names[c.second], c.measure, Cell::real(c.difference),
                               interval_text(c.interval)};
    const Cell p = Cell::real(c.bootstrap_p, 4);
    cells.push_back(c.bootstrap_p < 0.05 ? p.strong() : p);
    if (c.has_mcnemar) {
      cells.push_back(count_cell(c.only_first));
      cells.push_back(count_cell(c.only_second));
      const Cell q = Cell::real(c.mcnemar_p, 4);
      cells.push_back(c.mcnemar_p < 0.05 ? q.strong() : q);
    }
    table.add(std::move(cells));
  }
  return table;
}

std::vector<std::string> remarks(const EvaluationResult& result) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} against {}: {} sentences, {} words.", result.metrics, result.gold, result.sentences,
                              result.words));
  for (const SystemEvaluation& system : result.systems) {
    if (system.left_out == 0) continue;
    lines.push_back(fmt::format("{}: {} sentences not scored, {} of them because their words differ.", system.file,
                                system.left_out, system.unscored.size()));
  }
  if (result.resamples > 0) {
    lines.push_back(fmt::format("Intervals and tests: {} bootstrap resamples of sentences, seed {}.", result.resamples,
                                result.seed));
  }
  lines.insert(lines.end(), result.notes.begin(), result.notes.end());
  return lines;
}

}  // namespace espalier::evaluation
