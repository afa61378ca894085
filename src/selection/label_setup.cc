#include "selection/label_setup.h"

#include "espalier/error.h"
#include "parsing/graph_options.h"
#include "parsing/graph_schema.h"
#include "parsing/head_filter.h"
#include "parsing/transition_options.h"
#include "parsing/transition_schema.h"
#include "selection/class_cycles.h"
#include "selection/label_examples.h"

namespace espalier::selection {
namespace {

LabelSetup::Parser parser_of(const TrainRequest& request, const std::vector<features::Section>& sections) {
  if (request.recipe.get("parser") == "transition") {
    const auto options = parsing::transition_options(request.recipe, request.seed);
    return {parsing::TransitionPrograms(sections).encoder(), false, options.lift};
  }
  const parsing::GraphOptions options = parsing::graph_options(request.recipe, request.seed);
  if (options.joint) throw Error(ErrorKind::kUsage, "cycles are for parsers of labels = after");
  return {parsing::GraphPrograms(sections).encoder(), parsing::filters_by_heads(options.filtered), options.lift};
}

}  // namespace

LabelSetup::LabelSetup(const TrainRequest& request, const Control& control, const InducedSection& section)
    : InductionSetup(request, control, section), parser_(parser_of(request, sections())) {
  if (learns_from_mistakes()) throw Error(ErrorKind::kUsage, "labels are learned from all arcs, not from mistakes");
}

std::unique_ptr<CycleProblem> LabelSetup::make_problem(const parsing::TrainingData& data, base::Team& /*team*/) const {
  return std::make_unique<ClassProblem>(
      std::make_shared<LabelExamples>(SentenceSet{data.train, data.train_columns}, parser_.lift), selection_options());
}

}  // namespace espalier::selection
