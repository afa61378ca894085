// Cycles for transition parsers, from a request and its data: templates of [move], by the moves of the oracle.
//
// The examples are local: a configuration that the oracle comes through, and its move there. What a cycle finds is
// scored as any other list, by a parser that is trained from it, greedily or with a beam, as the recipe says.
#pragma once

#include <memory>

#include "parsing/transition_options.h"
#include "parsing/transition_schema.h"
#include "selection/induction_setup.h"
#include "selection/move_examples.h"

namespace espalier::selection {

/// Section 0: [move], 1: [label].
const InducedSection& transition_section(std::size_t number);
inline const InducedSection& move_section() { return transition_section(0); }

class MoveSetup final : public InductionSetup {
 public:
  MoveSetup(const TrainRequest& request, const Control& control);

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  std::unique_ptr<CycleProblem> make_problem(const parsing::TrainingData& data, base::Team& team) const override;

  /// Which examples greedy parsers with these templates decide wrongly, by sentence and number of the example in it;
  /// each half of the sentences by one that learned from the other.
  std::vector<std::vector<bool>> find_mistakes(const parsing::TrainingData& data, const MoveExamples& moves,
                                               const Templates& templates, base::Team& team) const;

 private:
  parsing::TransitionOptions options_;
  parsing::TransitionPrograms programs_;
};

}  // namespace espalier::selection
