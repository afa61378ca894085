#include "espalier/trainer.h"

#include <algorithm>
#include <chrono>

#include "espalier/error.h"
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

}  // namespace

std::vector<TuneLine> tune(TrainRequest& request, const Control& control,
                           const std::function<void(const TuneLine&)>& on_line) {
  if (request.dev.empty()) throw Error(ErrorKind::kUsage, "tuning needs development data");
  std::vector<TuneLine> lines;
  double best = -1;
  for (const auto& [option, values] : tuned_options(request.recipe)) {
    std::string winner = request.recipe.get(option);
    for (const std::string& value : values) {
      TrainRequest trial = request;
      trial.only = {Stage::kTrees};  // with gold tags, which rank values as others do
      trial.on_skipped = {};         // the training that follows will tell
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
      train(trial, control);
      lines.push_back(line);
      if (on_line) on_line(line);
      if (line.las > best) {
        best = line.las;
        winner = value;
      }
    }
    request.recipe.set(option, winner);
  }
  return lines;
}

}  // namespace espalier
