#include "learning/trainer.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/random.h"

namespace espalier::learning {
namespace {

// How many changes ahead of the present one memory is asked for: where a feature begins, then what it has.
constexpr std::size_t kSlotAhead = 24;
constexpr std::size_t kRowAhead = 8;

}  // namespace

Trainer::Trainer(Problem& problem, LearnerOptions options, base::Team& team)
    : problem_(problem), options_(options), team_(team), order_(problem.examples()) {
  outcomes_.resize(std::max<std::size_t>(options_.batch, 1));
  for (Outcome& outcome : outcomes_) outcome.changes.resize(problem_.tables().size());
}

/// A generator and a fresh start for each epoch, so that a resumed run goes through the same order.
void Trainer::shuffle() {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  base::Random random(options_.seed * 1'000'003 + epochs_);
  random.shuffle(order_);
}

EpochReport Trainer::epoch(const std::function<void(std::size_t)>& progress) {
  shuffle();
  while (done_ < order_.size()) {
    const std::size_t count = std::min(outcomes_.size(), order_.size() - done_);
    team_.run(count, [&](std::size_t i, int worker) {
      Outcome& outcome = outcomes_[i];
      outcome.violation = outcome.loss = 0;
      for (auto& changes : outcome.changes) changes.clear();
      problem_.solve(order_[done_ + i], worker, outcome);
      for (auto& changes : outcome.changes) merge_changes(changes, outcome.scratch);
    });
    for (std::size_t i = 0; i < count; ++i) {
      report_.loss += outcomes_[i].loss;
      report_.updates += apply(outcomes_[i]) ? 1 : 0;
    }
    done_ += count;
    if (progress) progress(done_);
  }
  for (TrainingTable* table : problem_.tables()) table->reset_low_counters();
  ++epochs_;
  done_ = 0;
  return std::exchange(report_, {});
}

bool Trainer::apply(Outcome& outcome) {
  ++steps_;
  double norm = 0;
  for (const auto& changes : outcome.changes) {
    for (const Change& change : changes)
      norm += static_cast<double>(change.amount) * static_cast<double>(change.amount);
  }
  if (norm == 0 || outcome.violation < 0) return false;
  const double step = options_.rule == StepRule::kPerceptron ? 1.0 : std::min(options_.step, outcome.violation / norm);
  if (step == 0) return false;
  base::Random random(options_.seed ^ (steps_ * 0x9E3779B97F4A7C15));
  const auto tables = problem_.tables();
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const auto& changes = outcome.changes[t];
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (i + kSlotAhead < changes.size()) tables[t]->prefetch(changes[i + kSlotAhead].feature);
      if (i + kRowAhead < changes.size()) tables[t]->prefetch_row(changes[i + kRowAhead].feature);
      Change change = changes[i];
      change.amount = static_cast<float>(change.amount * step);
      const bool counted = options_.count_probability >= 1 || random.uniform() < options_.count_probability;
      tables[t]->apply(change, steps_, counted);
    }
  }
  return true;
}

float Trainer::result(const TrainingCell& cell) const noexcept {
  if (cell.updates < options_.min_updates) return 0;
  if (!options_.averaged || steps_ == 0) return cell.weight;
  return static_cast<float>(static_cast<double>(cell.weight) - cell.sum / static_cast<double>(steps_));
}

}  // namespace espalier::learning
