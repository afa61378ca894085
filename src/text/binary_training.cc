#include "text/binary_training.h"

#include <cmath>

#include "learning/frozen_table.h"

namespace espalier::text {
namespace {

constexpr float kMargin = 1;

}  // namespace

bool BinaryProblem::decide(std::span<const std::uint64_t> features, bool truth, learning::Outcome& out) const {
  const float score = table_.score(features);
  const float right = truth ? score : -score;
  if (right < kMargin) {
    out.violation += static_cast<double>(kMargin - right);
    for (const std::uint64_t feature : features) out.changes[0].push_back({feature, 0, truth ? 1.0F : -1.0F});
  }
  const bool decision = score > 0;
  out.loss += decision != truth ? 1 : 0;
  return decision;
}

std::string train_binary(BinaryProblem& problem, const StepTraining& training, std::uint64_t seed, base::Team& team,
                         const std::function<void()>& progress) {
  learning::Trainer trainer(problem, training.learner(seed), team);
  for (int epoch = 0; epoch < training.epochs; ++epoch) {
    trainer.epoch();
    progress();
  }
  std::vector<std::pair<std::uint64_t, float>> weights;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t, const learning::TrainingCell& cell) {
    const float weight = trainer.result(cell);
    if (std::abs(weight) >= training.smallest) weights.emplace_back(feature, weight);
  });
  return learning::FrozenTable::freeze(std::move(weights));
}

}  // namespace espalier::text
