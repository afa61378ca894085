#include "selection/induction.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "base/spread.h"
#include "parsing/parser_kinds.h"
#include "parsing/pipeline_training.h"
#include "parsing/recipe_use.h"
#include "parsing/shared_state.h"

namespace espalier::selection {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // a score that is none, for other ranks

/// As parsing::for_trees, but graph parsers see the tags of the treebank, jackknifed or not.
TrainRequest for_induction(TrainRequest request) {
  request.recipe.demand_use();
  request.only = {Stage::kTrees};
  // Moves are learned from the tags that the parser will see; S-IFIS is about those of the treebank.
  const Recipe& recipe = request.recipe;
  if (recipe.get("parser") == "transition" && recipe.get("tags") == "jackknife") request.only.push_back(Stage::kTags);
  return request;
}

}  // namespace

Induction::Induction(const InduceRequest& request, const Control& control)
    : request_(request),
      ranks_(control.ranks),
      own_(base::control_of_one(control)),
      watch_(own_),
      quiet_{control.threads, {}, control.stop},
      team_(control.threads),
      training_(for_induction(request.training)),
      setup_(make_setup(training_, quiet_)),
      options_(setup_->options()) {
  if (!base::is_first(ranks_)) training_.on_skipped = {};
  if (request.patience > 0 && training_.dev.empty()) {
    throw Error(ErrorKind::kUsage, "patience is about scores on a development set, and none is given");
  }
  if (request.resume && request.state.empty()) throw Error(ErrorKind::kUsage, "there is no state to go on from");
  options_.counts = true;
  const int epochs = setup_->select_epochs();
  select_passes_ = 1 + (setup_->selects() ? epochs : 0) + (setup_->learns_from_mistakes() ? epochs : 0);
  score_passes_ = training_.dev.empty() ? 0 : setup_->training_epochs();
}

InductionResult Induction::run() {
  data_ = parsing::data_for_parser(training_, watch_.control());
  CycleResult found = start();
  if (!is_enough()) {
    const auto problem = setup_->make_problem(data_, team_);
    found = run_cycles(*problem, std::move(found), options_, team_, hooks());
    score_rest(found);
  }
  InductionResult out;
  out.chosen = best();
  out.features = setup_->feature_file(std::span(found.templates).first(state_.cycles[out.chosen].templates));
  out.cycles = state_.cycles;
  return out;
}

/// What the result depends on.
parsing::RunDescription Induction::describe() const {
  parsing::RunDescription run = parsing::describe_run(training_, data_);
  run.emplace_back("feature file", fmt::format("{:016x}", base::hash(setup_->feature_file(setup_->basic()))));
  run.emplace_back("what trees ask for", fmt::format("{:016x}", base::hash(setup_->feature_file(setup_->asked()))));
  return run;
}

CycleResult Induction::start() {
  CycleResult found;
  found.templates = setup_->basic();
  state_.run = describe();
  const auto file = request_.resume ? parsing::open_state(request_.state, ranks_) : nullptr;
  if (file == nullptr) return found;
  InductionState state = read_state(*file);
  parsing::demand_same_run(request_.state, state.run, state_.run);
  found.templates = setup_->templates_in(state.features, request_.state);
  const InductionCycle& last = state.cycles.back();
  if (found.templates.size() != last.templates + last.induced || state.cycles.size() > options_.cycles + 1) {
    throw Error(ErrorKind::kInput, Place{request_.state, 0, 0}, "its cycles do not fit its templates");
  }
  found.selected = state.selected;
  for (const InductionCycle& each : state.cycles) {
    CycleRow& cycle = found.cycles.emplace_back();
    cycle.cycle = each.cycle;
    cycle.induced = each.induced;
  }
  state_ = std::move(state);
  const auto is_scored = [&](const InductionCycle& each) { return data_.dev.empty() || each.uas || each.las; };
  for (; scored_ < state_.cycles.size() && is_scored(state_.cycles[scored_]); ++scored_) {
    tell_cycle(state_.cycles[scored_]);
  }
  score_rest(found);  // ranks had been cut before they did
  return found;
}

CycleHooks Induction::hooks() {
  CycleHooks hooks;
  hooks.watch = [this](const CycleResult& found) {
    add(found);
    return !is_enough();
  };
  hooks.progress = [this](std::size_t cycle, double passes) { tell(cycle, passes); };
  return hooks;
}

void Induction::add(const CycleResult& found) {
  const CycleRow& from = found.cycles.back();
  InductionCycle row;
  row.cycle = from.cycle;
  row.templates = from.templates;
  row.induced = from.induced;
  row.examples = from.examples;
  row.features = from.features;
  row.kept = setup_->selects() ? from.kept : from.features;
  const bool has_mistakes = setup_->learns_from_mistakes() && from.cycle < options_.cycles;
  if (setup_->selects() || has_mistakes) row.wrong = from.wrong;
  row.seconds = base::number_of_first(ranks_, from.seconds);
  state_.cycles.push_back(row);
  state_.features = setup_->feature_file(found.templates);
  state_.selected = found.selected;
  const std::size_t ranks = ranks_ == nullptr ? 1 : static_cast<std::size_t>(ranks_->size());
  if (data_.dev.empty() || state_.cycles.size() - scored_ >= ranks || found.is_over()) return score_rest(found);
  save();
}

void Induction::score_rest(const CycleResult& found) {
  const std::span<InductionCycle> rest = std::span(state_.cycles).subspan(scored_);
  if (rest.empty()) return;
  base::Team one(1);  // a training has all threads of its rank
  base::SpreadWork work;
  work.work = [&](std::size_t i, int /*worker*/) {
    score(std::span(found.templates).first(rest[i].templates), rest[i]);
  };
  work.pack = [&](std::size_t i) {
    return base::bytes_of(std::array{rest[i].uas.value_or(kNone), rest[i].las.value_or(kNone), rest[i].seconds});
  };
  work.unpack = [&](std::size_t i, std::string_view bytes) {
    const std::vector<double> numbers = base::numbers_of(bytes);
    if (!std::isnan(numbers.at(0))) rest[i].uas = numbers[0];
    if (!std::isnan(numbers.at(1))) rest[i].las = numbers[1];
    rest[i].seconds = numbers.at(2);
  };
  if (!data_.dev.empty()) base::spread(ranks_, one, rest.size(), work);
  const std::size_t told = scored_;
  do ++scored_;
  while (scored_ < state_.cycles.size() && !is_enough());
  // Cycles that one by one there would not have been do no harm to the state that was written before.
  if (scored_ == state_.cycles.size()) save();
  state_.cycles.resize(scored_);
  for (std::size_t i = told; i < scored_; ++i) tell_cycle(state_.cycles[i]);
}

void Induction::save() const {
  if (request_.state.empty()) return;
  base::SinkOptions options;
  options.stop = own_.stop;
  base::by_first(ranks_, [&] { write_state(request_.state, state_, options); });
}

void Induction::tell_cycle(const InductionCycle& row) const {
  base::by_first(ranks_, [&] {
    if (request_.on_cycle) request_.on_cycle(row);
  });
}

void Induction::score(std::span<const features::Template> templates, InductionCycle& row) {
  const parsing::Stopwatch clock;
  TrainRequest request = setup_->request_for(templates);
  request.on_epoch = {};
  Control control = own_;
  control.progress = [&](const Progress& progress) {
    if ((progress.what != "trees" && progress.what != "moves" && progress.what != "actions") || progress.total == 0)
      return;
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    tell(row.cycle, select_passes_ + share * score_passes_);
  };
  const parsing::TrainedParser trained = parsing::make_parser_training(request, control)->run(data_);
  for (const model_file::NamedScore& each : trained.scores) {
    if (each.name == "dev UAS" || each.name == "dev UF1") row.uas = each.value;
    if (each.name == "dev LAS" || each.name == "dev LF1") row.las = each.value;
  }
  row.seconds += clock.seconds();
}

void Induction::tell(std::size_t cycle, double passes) const {
  const auto sentences = static_cast<double>(data_.train.size());
  const double all = select_passes_ + score_passes_;
  watch_.tell("cycles", static_cast<std::uint64_t>((static_cast<double>(cycle) * all + passes) * sentences),
              static_cast<std::uint64_t>(static_cast<double>(options_.cycles + 1) * all * sentences));
}

/// The first with the highest score; the last where there are none.
std::size_t Induction::best() const {
  const auto cycles = std::span(state_.cycles).first(scored_);
  if (data_.dev.empty()) return cycles.size() - 1;
  const bool by_labels = training_.recipe.get("section") == "label" || parsing::makes_constituents(training_.recipe);
  const auto found = std::max_element(cycles.begin(), cycles.end(), [&](const auto& a, const auto& b) {
    return by_labels ? a.las < b.las : a.uas < b.uas;
  });
  return static_cast<std::size_t>(found - cycles.begin());
}

bool Induction::is_enough() const {
  if (scored_ == 0 || request_.patience == 0) return false;
  return scored_ - 1 - best() >= request_.patience;
}

}  // namespace espalier::selection
