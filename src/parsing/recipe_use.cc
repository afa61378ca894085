#include "parsing/recipe_use.h"

namespace espalier::parsing {

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

int epochs_of(const Recipe& recipe) {
  return recipe.get("epochs") == "auto" ? 0 : static_cast<int>(recipe.number("epochs"));
}

std::optional<decoding::Roots> roots_of(const Recipe& recipe) {
  const std::string roots = recipe.get("roots");
  if (roots == "auto") return std::nullopt;
  return roots == "one" ? decoding::Roots::kOne : decoding::Roots::kAny;
}

std::optional<LiftMarking> lift_of(const Recipe& recipe) {
  const std::string lift = recipe.get("lift");
  if (lift == "no") return std::nullopt;
  return lift == "yes" ? LiftMarking::kNone : lift_marking_named(lift);
}

}  // namespace espalier::parsing
