// What the trainings of the two binary steps share: one weight a feature, the decision is the sign of their sum.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "learning/trainer.h"
#include "text/step_training.h"

namespace espalier::text {

class BinaryProblem : public learning::Problem {
 public:
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  const learning::TrainingTable& table() const noexcept { return table_; }

 protected:
  explicit BinaryProblem(std::uint32_t min_updates) : table_(1, min_updates) {}
  /// Decides, and asks for a change where the truth is not clear of the margin.
  bool decide(std::span<const std::uint64_t> features, bool truth, learning::Outcome& out) const;

 private:
  learning::TrainingTable table_;
};

/// Trains and freezes the averaged weights (learning::FrozenTable).
std::string train_binary(BinaryProblem& problem, const StepTraining& training, std::uint64_t seed, base::Team& team,
                         const std::function<void()>& progress);

}  // namespace espalier::text
