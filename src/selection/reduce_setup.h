// Cycles for constituency parsers, from a request and its data: templates of [reduce], by the actions that make the
// true trees.
#pragma once

#include <memory>

#include "parsing/constituency_options.h"
#include "parsing/constituency_schema.h"
#include "selection/induction_setup.h"

namespace espalier::selection {

const InducedSection& reduce_section();

class ReduceSetup final : public InductionSetup {
 public:
  /// As InductionSetup().
  ReduceSetup(const TrainRequest& request, const Control& control);

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  std::unique_ptr<CycleProblem> make_problem(const parsing::TrainingData& data, base::Team& team) const override;

 private:
  parsing::ConstituencyOptions options_;
  parsing::ConstituencyPrograms programs_;
};

}  // namespace espalier::selection
