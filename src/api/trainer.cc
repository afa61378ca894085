#include "espalier/trainer.h"

#include <algorithm>
#include <array>

#include "base/spread.h"
#include "espalier/error.h"
#include "model_file/bytes.h"
#include "parsing/checkpoint.h"
#include "parsing/pipeline_training.h"
#include "selection/induced_training.h"

namespace espalier {

Model train(const TrainRequest& request, const Control& control) {
  request.recipe.demand_use();
  if (request.recipe.features().empty()) throw Error(ErrorKind::kUsage, "the recipe names no feature file");
  return Model::from_bytes(parsing::train_pipeline(request, control, selection::make_training));
}

namespace {

/// What `tune` tries, one option after the other, the best so far kept.
const std::vector<std::pair<std::string, std::vector<std::string>>>& tuned_options(const Recipe& recipe) {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> kMira = {
      {"step", {"0.003", "0.01", "0.03", "0.1"}}, {"margin", {"0.3", "1", "3"}}};
  static const std::vector<std::pair<std::string, std::vector<std::string>>> kPerceptron = {
      {"margin", {"0", "1", "3", "10", "30", "100"}}};
  static const std::vector<std::pair<std::string, std::vector<std::string>>> kLocal = {
      {"cost", {"0.03", "0.1", "0.3", "1"}}};
  static const std::vector<std::pair<std::string, std::vector<std::string>>> kToken = {
      {"label-step", {"0.02", "0.05", "0.1"}}, {"margin", {"0.3", "1", "3"}}};
  if (recipe.get("parser") == "local") return kLocal;
  if (recipe.get("parser") == "token") return kToken;
  return recipe.get("learner") == "perceptron" ? kPerceptron : kMira;
}

/// With one value of an option, for a while; with gold tags, which rank values as others do. What it finds is kept.
TuneLine try_value(const TrainRequest& request, const std::string& option, const std::string& value,
                   const parsing::TrainingData& data, const Control& control, const parsing::CheckpointPlace& place) {
  TrainRequest trial = request;
  trial.only = {Stage::kTrees};
  trial.recipe.set(option, value);
  // A third of the epochs ranks values as the whole does, mostly, and costs a third.
  if (trial.recipe.uses("epochs") && trial.recipe.get("epochs") != "auto") {
    trial.recipe.set("epochs", std::to_string(std::max(3, static_cast<int>(trial.recipe.number("epochs")) / 3)));
  }
  TuneLine line;
  line.options = {{option, value}};
  trial.on_epoch = [&](const EpochLine& epoch) {
    line.seconds += epoch.seconds;
    if (!epoch.scored || !epoch.best) return;
    line.uas = epoch.uas;
    line.las = epoch.las;
  };
  const std::string part = option + "=" + value;
  const auto unpack = [&](const model_file::Section& section) {
    model_file::Unpacker unpacker(section);
    for (double* number : {&line.uas, &line.las, &line.seconds}) *number = unpacker.value<double>();
    unpacker.finish();
  };
  parsing::CheckpointPart kept(place, part);
  if (kept.is_done()) {
    model_file::read_section(kept.section(), unpack);
    return line;
  }
  parsing::train_pipeline(trial, data, control, selection::make_training, place.within(part));
  model_file::Packer packer;
  for (const double number : {line.uas, line.las, line.seconds}) packer.value(number);
  kept.finish(packer.take());
  return line;
}

}  // namespace

std::vector<TuneLine> tune(TrainRequest& request, const Control& control,
                           const std::function<void(const TuneLine&)>& on_line) {
  if (request.dev.empty()) throw Error(ErrorKind::kUsage, "tuning needs development data");
  request.recipe.demand_use();
  const Control own = base::control_of_one(control);
  TrainRequest quiet = request;
  if (!base::is_first(control.ranks)) quiet.on_stage = {};
  quiet.on_skipped = {};  // the training that follows will tell
  if (!quiet.state.empty()) quiet.state += ".tune";
  const parsing::TrainingData data = parsing::read_training_data(quiet, own);
  const auto checkpoint = parsing::open_checkpoint(quiet, data, control);
  const parsing::CheckpointPlace place(checkpoint.get());
  base::Team one(1);  // a training has all threads of its rank
  std::vector<TuneLine> lines;
  double best = -1;
  for (const auto& [option, values] : tuned_options(request.recipe)) {
    std::vector<TuneLine> tried(values.size());
    quiet.recipe = request.recipe;
    base::SpreadWork work;
    work.work = [&](std::size_t i, int /*worker*/) {
      tried[i] = try_value(quiet, option, values[i], data, own, place);
    };
    work.pack = [&](std::size_t i) { return base::bytes_of(std::array{tried[i].uas, tried[i].las, tried[i].seconds}); };
    work.unpack = [&](std::size_t i, std::string_view bytes) {
      const std::vector<double> numbers = base::numbers_of(bytes);
      tried[i] = {{{option, values[i]}}, numbers.at(0), numbers.at(1), numbers.at(2)};
    };
    work.done = [&](std::size_t i) {
      if (on_line && base::is_first(control.ranks)) on_line(tried[i]);
    };
    base::spread(control.ranks, one, values.size(), work);
    std::string winner = request.recipe.get(option);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (tried[i].las <= best) continue;
      best = tried[i].las;
      winner = values[i];
    }
    lines.insert(lines.end(), tried.begin(), tried.end());
    request.recipe.set(option, winner);
  }
  return lines;
}

}  // namespace espalier
