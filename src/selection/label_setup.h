// Cycles for the label stage, from a request and its data: templates of [label], by the labels of true arcs.
//
// The stage is the same for graph and transition parsers; what a cycle finds is scored as any other list, by a parser
// that is trained from it.
#pragma once

#include <memory>
#include <optional>

#include "espalier/dependency.h"
#include "selection/induction_setup.h"

namespace espalier::selection {

class LabelSetup final : public InductionSetup {
 public:
  /// What the parser that the labels are for needs of the data.
  struct Parser {
    features::Encoder encoder;
    bool asks_heads = false;
    std::optional<LiftMarking> lift;
  };

  /// As InductionSetup(). `section`: the [label] of the parser's feature files.
  LabelSetup(const TrainRequest& request, const Control& control, const InducedSection& section);

  const features::Encoder& encoder() const override { return parser_.encoder; }
  bool asks_heads() const override { return parser_.asks_heads; }
  std::unique_ptr<CycleProblem> make_problem(const parsing::TrainingData& data, base::Team& team) const override;

 private:
  Parser parser_;
};

}  // namespace espalier::selection
