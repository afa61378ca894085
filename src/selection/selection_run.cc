#include "selection/selection_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/byte_source.h"
#include "base/hash.h"
#include "base/spread.h"
#include "espalier/error.h"
#include "parsing/embedded_recipes.h"
#include "parsing/parser_kinds.h"
#include "parsing/pipeline_training.h"
#include "parsing/shared_state.h"
#include "selection/usefulness.h"

namespace espalier::selection {
namespace {

constexpr std::uint64_t kParts = 1000;            // of a round, for the bar
constexpr double kShareOfScreen = 0.3;            // of a round of trials
constexpr std::size_t kTrialsOfARace = 64;        // of more, twice as many go on
constexpr std::size_t kPatience = 2;              // rounds of trials that may bring nothing before no more are tried
constexpr std::size_t kMostNumbers = 60'000'000;  // rows times templates of which usefulness keeps what was said

TrainRequest without_cycles(TrainRequest request) {
  if (request.recipe.uses("cycles")) request.recipe.set("cycles", "0");
  return request;
}

PoolKind kind_of(SelectionPool pool) {
  switch (pool) {
    case SelectionPool::kSingles:
      return PoolKind::kSingles;
    case SelectionPool::kGroups:
      return PoolKind::kGroups;
    case SelectionPool::kAdditive:
      return PoolKind::kAdditive;
  }
  return PoolKind::kGroups;
}

/// Built-in files for a kind of parser: its conditions (empty: the terms of the recipe's templates), and the list that
/// they are added to (empty: none).
struct KindOfPool {
  std::string conditions;
  std::string start;
};
KindOfPool pool_for(const std::string& parser) {
  if (parser == "constituency") return {"constituency-spans", "constituency-start"};
  return {};
}

}  // namespace

SelectionRun::SelectionRun(const SelectRequest& request, const Control& control)
    : request_(request),
      ranks_(control.ranks),
      own_(base::control_of_one(control)),
      watch_(own_),
      team_(control.threads),
      training_(parsing::for_trees(without_cycles(request.training))),
      setup_(make_setup(training_, own_)) {
  if (!base::is_first(ranks_)) training_.on_skipped = {};
  if (request.resume && request.state.empty()) throw Error(ErrorKind::kUsage, "there is no state to go on from");
  if (request.rounds == 0) throw Error(ErrorKind::kUsage, "there is nothing to select in no rounds");
  read_conditions();
  read_start();
}

SelectionRun::Templates SelectionRun::templates_of(const std::string& name) const {
  const parsing::EmbeddedFile* known = parsing::find_embedded(name + ".features");
  const std::string text = known == nullptr ? base::read_all(*base::open_source(name, {})) : std::string(known->text);
  return setup_->templates_in(text, name);
}

void SelectionRun::read_start() {
  if (is_backward() || request_.beside) {
    start_ = setup_->basic();
  } else if (is_forward() && !request_.start.empty()) {
    const std::string own = is_own_pool() ? pool_for(training_.recipe.get("parser")).start : "";
    const std::string name = request_.start == kOwnStart ? own : request_.start;
    if (!name.empty()) start_ = templates_of(name);
  }
}

void SelectionRun::read_conditions() {
  const std::string name = is_own_pool() ? pool_for(training_.recipe.get("parser")).conditions : request_.conditions;
  Templates from = setup_->basic();
  if (is_forward() && !name.empty()) from = templates_of(name);
  conditions_ = single_valued_terms(from);
  count_ = is_forward() ? conditions_.singles().size() : from.size();
  const InducedSection& section = setup_->section();
  if (count_ == 0) {
    throw Error(ErrorKind::kUsage,
                "there are no conditions in [" + section.schemas[section.number].name + "] to make templates of");
  }
}

SelectionResult SelectionRun::run() {
  TrainRequest reading = training_;
  Templates all = conditions_.singles();  // so that all columns are there that conditions ask for
  all.insert(all.end(), setup_->basic().begin(), setup_->basic().end());
  reading.recipe.set_features(setup_->feature_file(all), "conditions");
  data_ = parsing::data_for_parser(reading, watch_.control());
  state_.run = describe();
  start();
  clock_ = {};
  const parsing::TrainingData data = no_longer_than(data_, request_.train_length);
  if (request_.method == SelectionMethod::kUsefulness) {
    rank(data);
  } else if (has_trials()) {
    const std::vector<parsing::TrainingData> parts = parts_for_trials(data);
    Control together = own_;
    together.ranks = ranks_;
    Trials trials(training_, parts, together, team_);
    is_backward() ? shrink(trials) : boost(data, &trials);
  } else {
    boost(data, nullptr);
  }
  finish_score();
  SelectionResult out;
  out.chosen = best();
  out.features = feature_file(out.chosen);
  out.size = size_after(out.chosen);
  out.rounds = state_.rounds;
  return out;
}

/// What the result depends on. Rounds are not: more can be asked for.
parsing::RunDescription SelectionRun::describe() const {
  parsing::RunDescription run = parsing::describe_run(training_, data_);
  const auto number = [](auto value) { return std::to_string(static_cast<std::size_t>(value)); };
  run.emplace_back("method", number(request_.method));
  run.emplace_back("conditions",
                   fmt::format("{:016x}", base::hash(setup_->feature_file(conditions_.singles()), count_)));
  run.emplace_back("pool", number(request_.pool));
  run.emplace_back("loss", number(request_.loss));
  run.emplace_back("rows", number(request_.most_rows));
  run.emplace_back("start", fmt::format("{:016x}", base::hash(setup_->feature_file(start_), start_.size())));
  run.emplace_back("length of training sentences", number(request_.train_length));
  if (has_trials()) {
    run.emplace_back("trials", number(request_.trials));
    run.emplace_back("full trials", number(request_.full_trials));
  }
  return run;
}

void SelectionRun::start() {
  const auto file = request_.resume ? parsing::open_state(request_.state, ranks_) : nullptr;
  if (file == nullptr) return;
  SelectionState state = read_selection_state(*file, count_);
  parsing::demand_same_run(request_.state, state.run, state_.run);
  state_ = std::move(state);
  for (std::size_t i = 0; i < state_.rounds.size(); ++i) {
    fill(i);
    // It may have been cut while the last was scored.
    if (i + 1 == state_.rounds.size() && is_scored() && !state_.rounds[i].score) return begin_score();
    tell_round(state_.rounds[i]);
  }
}

std::unique_ptr<Booster> SelectionRun::make_booster(const parsing::TrainingData& data) {
  const auto problem = setup_->make_problem(data, team_);
  const Templates singles = conditions_.singles();
  const auto demand_some = [](std::size_t count) {
    if (count == 0) throw Error(ErrorKind::kInput, "the treebank leaves nothing to decide");
  };
  if (request_.loss == BoostLoss::kExponential) {
    decisions_.emplace(problem->decisions(singles, request_.most_rows));
    demand_some(decisions_->size());
    return make_samme(*decisions_, team_.size());
  }
  choices_.emplace(problem->choices(singles, request_.most_rows));
  demand_some(choices_->groups());
  return make_choice_booster(*choices_, team_.size());
}

void SelectionRun::boost(const parsing::TrainingData& data, Trials* trials) {
  const auto booster = make_booster(data);
  TemplatePool pool(count_, kind_of(request_.pool));
  if (!start_.empty()) {
    TemplateGroup known;
    for (const features::Template& each : start_) {
      if (auto set = conditions_.set_of(each)) known.push_back(std::move(*set));
    }
    booster->take(known, team_);
    pool.take(known);
  }
  BoostHooks hooks;
  hooks.watch = [&](const BoostState& boost) {
    add(boost);
    return trials == nullptr || state_.rounds.size() - best_of_trials() < kPatience;
  };
  hooks.ranks = ranks_;
  const double screen = trials == nullptr ? 1 : kShareOfScreen;
  hooks.progress = [&](std::size_t round, double share) { tell(round, screen * share); };
  if (trials != nullptr) {
    hooks.choose_among = request_.trials == kAllTrials ? 0 : request_.trials;
    hooks.choose = [&](std::span<const TemplateGroup> groups) -> std::optional<GroupChoice> {
      if (groups.empty()) return std::nullopt;
      return choose(*trials, groups);
    };
  }
  if (trials != nullptr && !start_.empty()) start_score_ = score_of_start(*trials);
  BoostState boost = state_.boost;
  selection::boost(*booster, std::move(pool), request_.rounds, boost, team_, hooks);
}

/// The winner of the race among groups.
GroupChoice SelectionRun::choose(Trials& trials, std::span<const TemplateGroup> groups) {
  const std::size_t round = state_.rounds.size();
  std::vector<std::string> lists;
  lists.reserve(groups.size());
  for (const TemplateGroup& group : groups) lists.push_back(list_with(round, group));
  const double begin = is_backward() ? 0 : kShareOfScreen;
  const TrialWinner winner =
      trials.race(lists, heats(), [&](double share) { tell(round, begin + (1 - begin) * share); });
  return {winner.list, winner.score};
}

/// A third of the short sentences, where there is a bound, for the first heat; then thirds of all; then, if there are
/// development data, one part more: all are learned from, and those scored on.
std::vector<parsing::TrainingData> SelectionRun::parts_for_trials(const parsing::TrainingData& data) const {
  std::vector<parsing::TrainingData> parts = split_for_trials(data_);
  if (thirds_at() > 0) parts.insert(parts.begin(), split_for_trials(data).front());
  if (!data_.dev.empty()) parts.push_back(data_);
  return parts;
}

/// The more begin, the more go on: of many that are about as good, luck decides the first heat.
std::vector<Heat> SelectionRun::heats() const {
  if (request_.full_trials) return {{.first = thirds_at()}};
  const bool is_wide = request_.trials > kTrialsOfARace;
  Heat last = {.most = is_wide ? 8U : 3U, .epochs = 8, .first = thirds_at()};
  if (!data_.dev.empty()) {
    last.first += kThirds;
    last.seeds = is_wide ? 1 : 2;
    last.counts_last = true;
  }
  return {{.epochs = 2, .beam = 4, .parts = 1},
          {.most = is_wide ? 20U : 10U, .epochs = 4, .beam = 4, .first = thirds_at(), .parts = kThirds},
          last};
}

/// Of the list that a search begins with.
double SelectionRun::score_of_start(Trials& trials) const {
  const std::vector<std::string> start = {setup_->feature_file(start_)};
  return trials.race(start, heats()).score;
}

double SelectionRun::score_after(std::size_t rounds) const {
  if (rounds == 0) return start_score_;
  return state_.boost.rounds[rounds - 1].worth.score.value_or(start_score_);
}

/// After how many rounds the list was best: a race has luck in it, and the next round may make up for one without.
std::size_t SelectionRun::best_of_trials() const {
  std::size_t best = 0;
  for (std::size_t round = 1; round <= state_.boost.rounds.size(); ++round) {
    if (score_after(round) > score_after(best)) best = round;
  }
  return best;
}

/// Templates are left out as long as a parser is not worse without.
void SelectionRun::shrink(Trials& trials) {
  double score = state_.boost.rounds.empty() ? score_of_start(trials) : score_after(state_.boost.rounds.size());
  while (state_.rounds.size() < request_.rounds) {
    std::vector<bool> is_gone(count_);
    for (const BoostRound& each : state_.boost.rounds) is_gone[each.group.front().front()] = true;
    std::vector<TemplateGroup> groups;
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (!is_gone[i]) groups.push_back({{i}});
    }
    if (groups.size() < 2) return;
    const GroupChoice chosen = choose(trials, groups);
    if (chosen.score < score) return;
    score = chosen.score;
    BoostState next = state_.boost;
    next.rounds.emplace_back().group = groups[chosen.group];
    next.rounds.back().worth.score = score;
    add(next);
  }
}

/// A round for each template of the list, in order of use.
void SelectionRun::rank(const parsing::TrainingData& data) {
  const Templates& list = setup_->basic();
  std::vector<AttributeSet> items;
  std::vector<std::uint32_t> places;  // in the list, of those that the model can hold
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (auto set = conditions_.set_of(list[i])) {
      items.push_back(std::move(*set));
      places.push_back(i);
    }
  }
  const std::size_t most = std::min(request_.most_rows, kMostNumbers / std::max<std::size_t>(items.size(), 1));
  const Choices choices = setup_->make_problem(data, team_)->choices(conditions_.singles(), most);
  const std::vector<double> use = usefulness_of(choices, items);
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return use[a] > use[b]; });
  BoostState ranks;
  for (const std::size_t i : order) {
    if (ranks.rounds.size() == request_.rounds) break;
    ranks.rounds.emplace_back().group = {{places[i]}};
    ranks.rounds.back().fit.alpha = use[i];
    add(ranks);
  }
}

std::string SelectionRun::list_with(std::size_t rounds, const TemplateGroup& group) const {
  std::vector<TemplateGroup> groups;
  for (std::size_t i = 0; i < rounds; ++i) groups.push_back(state_.boost.rounds[i].group);
  groups.push_back(group);
  Templates out = start_;
  if (is_backward()) {
    std::vector<bool> is_gone(count_);
    for (const TemplateGroup& each : groups) {
      for (const TermSet& item : each) is_gone[item.front()] = true;
    }
    std::erase_if(
        out, [&](const features::Template& item) { return is_gone[static_cast<std::size_t>(&item - out.data())]; });
    return setup_->feature_file(out);
  }
  for (const TemplateGroup& each : groups) {
    for (const TermSet& item : each) out.push_back(template_of(item));
  }
  return setup_->feature_file(out);
}

features::Template SelectionRun::template_of(const TermSet& item) const {
  return names_templates() ? setup_->basic()[item.front()] : conditions_.item(item);
}

void SelectionRun::fill(std::size_t round) {
  const BoostRound& from = state_.boost.rounds[round];
  SelectionRound& to = state_.rounds[round];
  const InducedSection& section = setup_->section();
  to.round = round + 1;
  to.templates.clear();
  for (const TermSet& item : from.group) {
    to.templates.push_back(features::to_text(template_of(item), section.schemas[section.number]));
  }
  const std::size_t before = size_after(round);
  to.size = is_backward() ? before - 1 : before + from.group.size();
  if (from.worth.error) to.error = 100 * *from.worth.error;
  to.trial = from.worth.score;
  to.alpha = from.fit.alpha;
  to.loss = from.fit.loss;
  to.accuracy = 100 * from.fit.accuracy;
}

std::size_t SelectionRun::size_after(std::size_t rounds) const {
  if (rounds > 0) return state_.rounds[rounds - 1].size;
  return start_.size();
}

void SelectionRun::add(const BoostState& boost) {
  finish_score();
  state_.boost = boost;
  SelectionRound& round = state_.rounds.emplace_back();
  fill(state_.rounds.size() - 1);
  round.seconds = base::number_of_first(ranks_, clock_.seconds());
  clock_ = {};
  if (is_scored()) {
    begin_score();
    save();
    if (is_alone() && team_.size() == 1) finish_score();
  } else {
    save();
    tell_round(round);
  }
}

void SelectionRun::tell_round(const SelectionRound& round) const {
  base::by_first(ranks_, [&] {
    if (request_.on_round) request_.on_round(round);
  });
}

void SelectionRun::save() const {
  if (request_.state.empty()) return;
  base::SinkOptions options;
  options.stop = own_.stop;
  base::by_first(ranks_, [&] { write_state(request_.state, state_, options); });
}

/// Of several ranks the last: the first has the most to do.
int SelectionRun::scorer() const { return is_alone() ? 0 : ranks_->size() - 1; }

void SelectionRun::begin_score() {
  is_scoring_ = true;
  if (!is_alone() && ranks_->rank() != scorer()) return;
  TrainRequest request = training_;
  request.recipe.set_features(feature_file(state_.rounds.size()), "selected templates");
  request.on_epoch = {};
  Control quiet = own_;
  quiet.progress = {};
  quiet.threads = 1;
  const bool waits = is_alone() && team_.size() == 1;
  score_ = std::async(waits ? std::launch::deferred : std::launch::async, [this, request, quiet] {
    const auto found = parsing::score_of(parsing::make_parser_training(request, quiet)->run(data_));
    return found ? std::vector{found->shape, found->labelled} : std::vector<double>();
  });
}

void SelectionRun::finish_score() {
  if (!std::exchange(is_scoring_, false)) return;
  SelectionRound& round = state_.rounds.back();
  const auto found = base::numbers_of(base::from_rank(ranks_, scorer(), [&] { return base::bytes_of(score_.get()); }));
  if (!found.empty()) {
    round.shape = found.at(0);
    round.score = found.at(1);
  }
  save();
  tell_round(round);
}

/// The first with the highest score, on development data if there are any, else of trials; the mean of both where
/// there are both, as each has luck in it; the last round where there are neither.
std::size_t SelectionRun::best() const {
  const auto& rounds = state_.rounds;
  if (rounds.empty()) return 0;
  if (has_trials() && is_forward() && best_of_trials() == 0) return 0;  // nothing is better than what it began with
  if (!rounds.front().score) return has_trials() && is_forward() ? best_of_trials() : rounds.size();
  const auto worth = [](const SelectionRound& round) { return round.score.value_or(0) + round.trial.value_or(0); };
  const auto found =
      std::max_element(rounds.begin(), rounds.end(), [&](const auto& a, const auto& b) { return worth(a) < worth(b); });
  return static_cast<std::size_t>(found - rounds.begin()) + 1;
}

void SelectionRun::tell(std::size_t round, double share) const {
  watch_.tell("rounds", round * kParts + static_cast<std::uint64_t>(share * static_cast<double>(kParts)),
              request_.rounds * kParts);
}

}  // namespace espalier::selection
