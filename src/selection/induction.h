// An induction from a request to a feature file: cycles, what they are worth on development data, and their state.
//
// Lists only grow, so the list of a cycle is the beginning of the last one, and the best is known by its cycle. All
// that the next cycle needs is in the state: what is found does not depend on how often a run was cut.
// Cycles need one another, scores do not: ranks all go through the cycles, and when there is one for each of them to
// score, each trains a parser. Where scores say then that it was enough, cycles after that are forgotten.
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
  /// Scores the cycles that have none yet, and tells of them.
  void score_rest(const CycleResult& found);
  void score(std::span<const features::Template> templates, InductionCycle& row);
  void save() const;
  void tell_cycle(const InductionCycle& row) const;
  void tell(std::size_t cycle, double passes) const;
  std::size_t best() const;
  bool is_enough() const;

  const InduceRequest& request_;
  Ranks* ranks_;
  Control own_;
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
  std::size_t scored_ = 0;  // of its cycles; the rest is not told of yet
};

}  // namespace espalier::selection
