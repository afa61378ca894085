#include "learning/trainer.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "base/spread.h"

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

void Trainer::learn_with(Ranks& ranks, int mixes) {
  if (ranks.size() == 1) return;
  mixer_ = std::make_unique<Mixer>(ranks, problem_.tables());
  mixes_ = std::max(mixes, 1);
}

/// A generator and a fresh start for each epoch, so that a resumed run goes through the same order.
void Trainer::shuffle() {
  order_.resize(problem_.examples());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  base::Random random(options_.seed * 1'000'003 + epochs_);
  random.shuffle(order_);
  if (!mixer_) return;
  std::size_t own = 0;
  for (std::size_t i = mixer_->rank(); i < order_.size(); i += mixer_->size()) order_[own++] = order_[i];
  order_.resize(own);
}

EpochReport Trainer::epoch(const std::function<void(std::size_t)>& progress) {
  shuffle();
  const std::size_t most = (problem_.examples() + ranks() - 1) / ranks();  // of any rank
  const auto parts = static_cast<std::size_t>(mixes_);
  for (std::size_t part = 1; part <= parts; ++part) {
    const std::size_t end = most * part / parts;
    learn_until(std::min(end, order_.size()), progress);
    if (!mixer_) continue;
    mixer_->mix();
    steps_ = epochs_ * most + end;  // a rank that has an example less waits for the others
  }
  if (mixer_) {
    report_.loss = base::sum_of_ranks(&mixer_->ranks(), report_.loss);
    report_.updates =
        static_cast<std::size_t>(base::sum_of_ranks(&mixer_->ranks(), static_cast<double>(report_.updates)));
  }
  for (TrainingTable* table : problem_.tables()) table->reset_low_counters();
  ++epochs_;
  done_ = 0;
  return std::exchange(report_, {});
}

void Trainer::learn_until(std::size_t end, const std::function<void(std::size_t)>& progress) {
  while (done_ < end) {
    const std::size_t count = std::min(outcomes_.size(), end - done_);
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
    if (progress) progress(std::min(done_ * ranks(), problem_.examples()));
  }
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
