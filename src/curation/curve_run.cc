#include "curation/curve_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/spread.h"
#include "curation/curve_estimates.h"
#include "espalier/error.h"
#include "parsing/recipe_use.h"
#include "parsing/shared_state.h"

namespace espalier::curation {
namespace {

void demand_sense(const CurveRequest& request) {
  const auto demand = [](bool holds, const char* otherwise) {
    if (!holds) throw Error(ErrorKind::kUsage, otherwise);
  };
  demand(!request.training.dev.empty(), "a learning curve needs development data to score on");
  demand(!request.recipes.empty(), "a learning curve needs a recipe");
  demand(request.repeats > 0, "there is nothing to learn in no repeats");
  demand(!request.resume || !request.state.empty(), "there is no state to go on from");
  std::set<std::string> names;
  for (const CurveRecipe& each : request.recipes) {
    if (!names.insert(each.name).second) {
      throw Error(ErrorKind::kUsage, fmt::format("the recipe '{}' is named twice", each.name));
    }
    if (each.recipe.features().empty()) {
      throw Error(ErrorKind::kUsage, fmt::format("the recipe '{}' names no feature file", each.name));
    }
    demand(parsing::makes_constituents(each.recipe) == parsing::makes_constituents(request.recipes.front().recipe),
           "heads and brackets have different scores: a curve is of one kind of trees");
  }
}

}  // namespace

CurveSession::CurveSession(const CurveRequest& request, const Control& control,
                           parsing::MakeParserTraining make_training)
    : request_(request),
      ranks_(control.ranks),
      own_(base::control_of_one(control)),
      watch_(own_),
      make_training_(std::move(make_training)),
      team_(control.threads) {
  demand_sense(request);
  for (const CurveRecipe& each : request.recipes) {
    TrainRequest training = request.training;
    training.recipe = each.recipe;
    training.on_epoch = {};
    training.on_stage = {};
    if (!base::is_first(ranks_)) training.on_skipped = {};
    trainings_.push_back(parsing::for_trees(std::move(training)));
    hashes_.push_back(parsing::hash_of(each.recipe));
    // What is wrong with any recipe is better known before the first is trained.
    make_training_(trainings_.back(), own_);
  }
}

std::vector<std::size_t> CurveSession::sizes(const TrainingParts& parts) const {
  if (request_.sizes.empty() && !request_.whole) return parts.halves();
  std::set<std::size_t> sizes(request_.sizes.begin(), request_.sizes.end());
  if (request_.whole) sizes.insert(parts.whole());
  if (*sizes.begin() == 0 || *sizes.rbegin() > parts.whole()) {
    throw Error(ErrorKind::kUsage,
                fmt::format("there is no part of {} {}: the treebank has {}", *sizes.begin() == 0 ? 0 : *sizes.rbegin(),
                            request_.unit == CurveUnit::kWords ? "words" : "sentences", parts.whole()));
  }
  return {sizes.begin(), sizes.end()};
}

void CurveSession::plan(const TrainingParts& parts) {
  for (const std::size_t size : sizes(parts)) {
    for (std::size_t repeat = 0; repeat < request_.repeats; ++repeat) {
      const std::vector<std::size_t> sentences = parts.sentences(size, repeat);
      CurveRun run;
      run.size = size;
      run.repeat = repeat;
      run.sentences = sentences.size();
      for (const std::size_t each : sentences) run.words += static_cast<std::size_t>(data_.train[each].size());
      for (run.recipe = 0; run.recipe < trainings_.size(); ++run.recipe) {
        tasks_.push_back({run, sentences, false});
        words_to_do_ += run.words;
      }
    }
  }
}

RunKey CurveSession::key_of(const CurveRun& run) const { return {hashes_[run.recipe], run.size, run.repeat}; }

void CurveSession::start() {
  state_.run = parsing::describe_data_of_run(trainings_.front(), data_);
  state_.run.emplace_back("unit", request_.unit == CurveUnit::kWords ? "words" : "sentences");
  const auto file = request_.resume ? parsing::open_state(request_.state, ranks_) : nullptr;
  if (file == nullptr) return;
  CurveState state = read_curve_state(*file);
  parsing::demand_same_run(request_.state, state.run, state_.run);
  state_ = std::move(state);
  for (Task& task : tasks_) {
    const auto known = state_.runs.find(key_of(task.run));
    if (known == state_.runs.end()) continue;
    task.run.shape = known->second.shape;
    task.run.score = known->second.score;
    task.run.seconds = known->second.seconds;
    task.done = true;
  }
}

CurveResult CurveSession::run() {
  data_ = parsing::read_training_data(trainings_.front(), watch_.control());
  const TrainingParts parts(data_, request_.unit, request_.training.seed, request_.repeats);
  plan(parts);
  start();
  train_all(parts);
  CurveResult result;
  result.unit = request_.unit;
  result.brackets = parsing::makes_constituents(request_.recipes.front().recipe);
  for (const CurveRecipe& each : request_.recipes) result.recipes.push_back(each.name);
  std::vector<CurveRun> runs;
  runs.reserve(tasks_.size());
  for (const Task& task : tasks_) runs.push_back(task.run);
  estimate(runs, request_.training.seed, result);
  return result;
}

void CurveSession::train_all(const TrainingParts& parts) {
  base::SpreadWork work;
  work.work = [&](std::size_t i, int /*worker*/) {
    if (!tasks_[i].done) train(tasks_[i], parts);  // of a resumed run some are: only add() writes that, after this
  };
  work.pack = [&](std::size_t i) {
    const CurveRun& run = tasks_[i].run;
    return base::bytes_of(std::array{run.shape, run.score, run.seconds});
  };
  work.unpack = [&](std::size_t i, std::string_view bytes) {
    CurveRun& run = tasks_[i].run;
    const std::vector<double> numbers = base::numbers_of(bytes);
    run.shape = numbers.at(0);
    run.score = numbers.at(1);
    run.seconds = numbers.at(2);
  };
  work.done = [&](std::size_t i) { add(tasks_[i]); };
  base::spread(ranks_, team_, tasks_.size(), work);
}

void CurveSession::train(Task& task, const TrainingParts& parts) {
  const parsing::Stopwatch clock;
  TrainRequest request = trainings_[task.run.recipe];
  request.seed += task.run.repeat;
  Control control;
  control.threads = 1;
  control.stop = watch_.control().stop;
  // Of one training among many nobody wants to know how far it is, but that time goes by.
  control.progress = [this](const Progress&) { tell(); };
  const auto trained = parsing::train_parser(request, parts.part(task.sentences), control, make_training_);
  const auto score = parsing::score_of(trained).value_or(parsing::ParserScore{});
  task.run.shape = score.shape;
  task.run.score = score.labelled;
  task.run.seconds = clock.seconds();
}

void CurveSession::add(Task& task) {
  {
    const std::lock_guard lock(mutex_);
    task.done = true;
    words_done_ += task.run.words;
    const bool is_new = state_.runs.emplace(key_of(task.run), task.run).second;
    base::SinkOptions options;
    options.stop = watch_.control().stop;
    if (is_new && !request_.state.empty() && base::is_first(ranks_)) write_state(request_.state, state_, options);
    while (told_ < tasks_.size() && tasks_[told_].done) {
      // A caller who throws is told no more, not even by threads that wait for the lock.
      const std::size_t telling = std::exchange(told_, tasks_.size());
      if (request_.on_run && base::is_first(ranks_)) request_.on_run(tasks_[telling].run);
      told_ = telling + 1;
    }
  }
  tell();
}

void CurveSession::tell() {
  const std::lock_guard lock(mutex_);
  watch_.tell("words", words_done_, words_to_do_);
}

}  // namespace espalier::curation
