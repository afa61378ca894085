#include "parsing/recipe_use.h"

namespace espalier::parsing {

bool makes_constituents(const Recipe& recipe) { return recipe.get("parser") == "constituency"; }

learning::LearnerOptions learner_options(const Recipe& recipe, std::uint64_t seed) {
  learning::LearnerOptions options;
  options.rule = recipe.get("learner") == "perceptron" ? learning::StepRule::kPerceptron : learning::StepRule::kMira;
  options.step = recipe.number("step");
  options.margin = recipe.number("margin");
  options.averaged = recipe.flag("average");
  options.min_updates = static_cast<std::uint32_t>(recipe.number("min-updates"));
  options.count_probability = recipe.number("count-prob");
  options.batch = static_cast<std::size_t>(recipe.number("batch"));
  options.seed = seed;
  return options;
}

TreeOptions tree_options(const Recipe& recipe) {
  TreeOptions options;
  const std::string roots = recipe.get("roots");
  if (roots != "auto") options.roots = roots == "one" ? decoding::Roots::kOne : decoding::Roots::kAny;
  const std::string lift = recipe.get("lift");
  if (lift != "no") options.lift = lift == "yes" ? LiftMarking::kNone : lift_marking_named(lift);
  return options;
}

EpochOptions epoch_options(const Recipe& recipe, std::uint64_t seed) {
  EpochOptions options;
  static_cast<TreeOptions&>(options) = tree_options(recipe);
  options.labels = learner_options(recipe, seed);
  options.labels.step = recipe.number("label-step");
  options.epochs = recipe.get("epochs") == "auto" ? 0 : static_cast<int>(recipe.number("epochs"));
  options.most_epochs = static_cast<int>(recipe.number("most-epochs"));
  options.patience = static_cast<int>(recipe.number("patience"));
  options.label_epochs = static_cast<int>(recipe.number("label-epochs"));
  return options;
}

}  // namespace espalier::parsing
