#include "parsing/graph_options.h"

#include "espalier/error.h"

namespace espalier::parsing {
namespace {

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

void check(const GraphOptions& options) {
  if (options.partial == PartialRule::kKnown && options.joint) {
    throw Error(ErrorKind::kUsage,
                "partial = known is for labels = after only: arcs are learned with their labels else");
  }
}

}  // namespace

GraphOptions graph_options(const Recipe& recipe, std::uint64_t seed) {
  GraphOptions options;
  options.order = static_cast<int>(recipe.number("order"));
  options.crossing = recipe.get("decoder") == "mst";
  options.joint = recipe.get("labels") == "joint";
  options.filtered = recipe.flag("filter");
  options.filter.keep = recipe.number("keep");
  options.filter.most = static_cast<std::int32_t>(recipe.number("most"));
  options.filter.seed = seed;
  options.trees = learner_options(recipe, seed);
  options.labels = learner_options(recipe, seed);
  options.labels.step = recipe.number("label-step");
  options.epochs = recipe.get("epochs") == "auto" ? 0 : static_cast<int>(recipe.number("epochs"));
  options.most_epochs = static_cast<int>(recipe.number("most-epochs"));
  options.patience = static_cast<int>(recipe.number("patience"));
  options.label_epochs = static_cast<int>(recipe.number("label-epochs"));
  options.cutoff = static_cast<std::uint32_t>(recipe.number("cutoff"));
  const std::string roots = recipe.get("roots");
  if (roots != "auto") options.roots = roots == "one" ? decoding::Roots::kOne : decoding::Roots::kAny;
  const std::string lift = recipe.get("lift");
  if (lift == "yes")
    options.lift = LiftMarking::kNone;
  else if (lift != "no")
    options.lift = lift_marking_named(lift);
  options.partial = recipe.get("partial") == "known" ? PartialRule::kKnown : PartialRule::kLatent;
  options.refills = static_cast<int>(recipe.number("refills"));
  check(options);
  return options;
}

}  // namespace espalier::parsing
