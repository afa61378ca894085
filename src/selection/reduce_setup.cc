#include "selection/reduce_setup.h"

#include "espalier/error.h"
#include "selection/class_cycles.h"
#include "selection/reduce_examples.h"

namespace espalier::selection {

const InducedSection& reduce_section() {
  static const InducedSection kSection = {parsing::constituency_schemas(), 0,
                                          [](std::string_view text, const std::string& from) {
                                            return features::parse_features(text, parsing::constituency_schemas(),
                                                                            from);
                                          },
                                          true};
  return kSection;
}

ReduceSetup::ReduceSetup(const TrainRequest& request, const Control& control)
    : InductionSetup(request, control, reduce_section()),
      options_(parsing::constituency_options(request.recipe, request.seed)),
      programs_(sections()) {
  if (learns_from_mistakes()) throw Error(ErrorKind::kUsage, "actions are learned from all trees, not from mistakes");
}

std::unique_ptr<CycleProblem> ReduceSetup::make_problem(const parsing::TrainingData& data, base::Team& /*team*/) const {
  return std::make_unique<ClassProblem>(
      std::make_shared<ReduceExamples>(SentenceSet{data.train, data.train_columns}, options_), selection_options());
}

}  // namespace espalier::selection
