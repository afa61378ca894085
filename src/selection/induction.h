// An induction from a request to a feature file: cycles, what they are worth on development data, and their state.
//
// Lists only grow, so the list of a cycle is the beginning of the last one, and the best is known by its cycle. All
// that the next cycle needs is in the state: what is found does not depend on how often a run was cut.
#pragma once

#include <memory>
#include <optional>

#include "base/team.h"
#include "espalier/induction.h"
#include "parsing/watch.h"
#include "selection/induction_setup.h"
#include "selection/induction_state.h"

namespace espalier::selection {

class Induction {
 public:
  /// Both must outlive it. Throws Error kUsage for what does not go together.
  Induction(const InduceRequest& request, const Control& control);

  InductionResult run();

 private:
  parsing::RunDescription describe() const;
  CycleResult start();
  CycleHooks hooks();
  void add(const CycleResult& found);
  struct Scores {
    std::optional<double> uas;
    std::optional<double> las;
  };
  Scores score(std::span<const features::Template> templates, std::size_t cycle);
  void tell(std::size_t cycle, double passes) const;
  std::size_t best() const;
  bool is_enough() const;

  const InduceRequest& request_;
  parsing::Watch watch_;
  Control quiet_;  // for trainings within a cycle, which has the bar to itself
  base::Team team_;
  TrainRequest training_;
  parsing::TrainingData data_;
  std::unique_ptr<InductionSetup> setup_;
  CycleOptions options_;
  double select_passes_ = 0;  // of a cycle over the sentences, for the bar
  double score_passes_ = 0;
  InductionState state_;
};

}  // namespace espalier::selection
