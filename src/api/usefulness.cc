#include "espalier/usefulness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "curation/usefulness_experiment.h"
#include "curation/usefulness_run.h"
#include "parsing/recipe_use.h"
#include "selection/induced_training.h"

namespace espalier {
namespace {

using report::Align;
using report::Cell;

constexpr std::array<std::string_view, kPickRules> kRuleNames = {"su",     "predicted", "voted",
                                                                 "random", "longest",   "least-confident"};
constexpr std::array<std::string_view, 2> kCostNames = {"sentences", "words"};

Cell whole(std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); }
Cell real(const std::optional<double>& value) { return value ? Cell::real(*value) : Cell(); }
Cell band(const std::optional<Interval>& interval) {
  return interval ? Cell(fmt::format("{:.2f} to {:.2f}", interval->low, interval->high)) : Cell();
}

std::size_t place_of(std::string_view name, std::span<const std::string_view> names, const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw Error(ErrorKind::kUsage, fmt::format("there is no {} '{}'", what, name));
  return static_cast<std::size_t>(found - names.begin());
}

UsefulnessRequest complete(UsefulnessRequest request) {
  if (request.recipe.features().empty()) request.recipe = Recipe::load(default_usefulness_recipe());
  if (parsing::makes_constituents(request.recipe)) {
    throw Error(ErrorKind::kUsage, "usefulness is measured with parsers of dependencies");
  }
  return request;
}

}  // namespace

std::string_view name_of(PickRule rule) { return kRuleNames[static_cast<std::size_t>(rule)]; }
std::string_view name_of(AnnotationCost cost) { return kCostNames[static_cast<std::size_t>(cost)]; }

PickRule pick_rule_named(std::string_view name) {
  return static_cast<PickRule>(place_of(name, kRuleNames, "rule of picking"));
}
AnnotationCost annotation_cost_named(std::string_view name) {
  return static_cast<AnnotationCost>(place_of(name, kCostNames, "cost"));
}

std::string default_usefulness_recipe() { return "malt-standard"; }

UsefulnessResult rank_sentences(const UsefulnessRequest& request, const Control& control) {
  const UsefulnessRequest all = complete(request);
  return curation::UsefulnessRun(all, control, selection::make_training).run();
}

UsefulnessExperiment measure_selection(const UsefulnessExperimentRequest& request, const Control& control) {
  UsefulnessExperimentRequest all = request;
  all.base = complete(request.base);
  return curation::UsefulnessExperimentRun(all, control, selection::make_training).run();
}

report::Table usefulness_table(const UsefulnessResult& result) {
  const bool votes = result.by == PickRule::kVoted;
  const bool classes = votes || result.by == PickRule::kSu;
  report::Table table;
  table.columns = {
      {"rank", Align::kRight}, {"score", Align::kRight, 5}, {"gain", Align::kRight, 5}, {"words", Align::kRight}};
  if (classes) table.columns.push_back({"class", Align::kRight});
  if (votes) table.columns.push_back({"votes", Align::kLeft});
  for (const char* name : {"file", "line", "sent_id", "text"}) table.columns.push_back({name, Align::kLeft});
  std::int64_t rank = 0;
  for (const RankedSentence& each : result.sentences) {
    report::TableRow& row =
        table.add({Cell::integer(++rank), Cell::real(each.score), Cell::real(each.gain), whole(each.words)});
    if (classes) row.cells.push_back(Cell::integer(each.usefulness_class.value_or(0)));
    if (votes) {
      row.cells.emplace_back(fmt::format("{}:{}:{}:{}", each.votes[0], each.votes[1], each.votes[2], each.votes[3]));
    }
    for (Cell cell : {Cell(each.place.file), whole(each.place.line), Cell(each.sentence_name), Cell(each.text)}) {
      row.cells.push_back(std::move(cell));
    }
  }
  return table;
}

report::Table usefulness_counts(const UsefulnessCounts& counts) {
  report::Table table;
  table.columns = {{"usefulness su", Align::kLeft}, {"", Align::kRight, 3}};
  table.add({"sentences of each training set", whole(counts.train)});
  table.add({"sentences of each test set", whole(counts.test)});
  table.add({"sentences measured", whole(counts.candidates)});
  table.add({"parsers trained", whole(counts.trainings)});
  for (std::size_t n = 0; n < 2; ++n) {
    for (std::size_t m = 0; m < 2; ++m) {
      table.add({fmt::format("LAS of training set {} on test set {}", n + 1, m + 1), Cell::real(counts.base[n][m])});
    }
  }
  table.add({"mean of su, in points of LAS", Cell::real(counts.mean)});
  table.add({"its standard deviation", Cell::real(counts.deviation)});
  table.add({"correlation of su by the one training set and by the other", real(counts.training_sets_correlate)});
  table.add({"correlation of su on the one test set and on the other", real(counts.test_sets_correlate)});
  table.add({"correlation of su and length", real(counts.length_correlates)});
  return table;
}

report::Table best_against_random_table(const UsefulnessExperiment& result) {
  report::Table table;
  table.columns = {{"sentences", Align::kRight}, {"best by su", Align::kRight},     {"random", Align::kRight},
                   {"95 %", Align::kLeft},       {"best elsewhere", Align::kRight}, {"random elsewhere", Align::kRight},
                   {"95 %", Align::kLeft}};
  for (const BestAgainstRandom& each : result.best) {
    table.add({whole(each.size), Cell::real(each.best), Cell::real(each.random.value), band(each.random.interval),
               Cell::real(each.best_elsewhere), Cell::real(each.random_elsewhere.value),
               band(each.random_elsewhere.interval)});
  }
  return table;
}

report::Table selection_points_table(const UsefulnessExperiment& result) {
  report::Table table;
  table.columns = {{"equal", Align::kLeft},         {"size", Align::kRight},        {"by", Align::kLeft},
                   {"sentences", Align::kRight, 1}, {"words", Align::kRight, 0},    {"gain", Align::kRight},
                   {"95 %", Align::kLeft},          {"over random", Align::kRight}, {"95 %", Align::kLeft},
                   {"ratio", Align::kRight},        {"95 %", Align::kLeft}};
  const SelectionPoint* before = nullptr;
  for (const SelectionPoint& each : result.points) {
    std::vector<Cell> cells = {name_of(each.cost),         whole(each.size),       name_of(each.rule),
                               Cell::real(each.sentences), Cell::real(each.words), Cell::real(each.gain.value),
                               band(each.gain.interval)};
    if (each.rule != PickRule::kRandom) {
      cells.insert(cells.end(), {Cell::real(each.over_random.value), band(each.over_random.interval), real(each.ratio),
                                 band(each.ratio_interval)});
    }
    const bool is_new = before != nullptr && (before->cost != each.cost || before->size != each.size);
    table.rows.push_back({std::move(cells), is_new});
    before = &each;
  }
  return table;
}

}  // namespace espalier
