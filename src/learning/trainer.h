// One structured learner for every parser: it sees examples, decodings and features, never a tree.
//
// Idea: an example is decoded with the weights of the moment (with loss, for a margin); where the prediction is not the
// truth, the features of the truth are rewarded and those of the prediction punished, by a fixed step (perceptron) or
// by the smallest step that mends the violation, at most `step` (MIRA, passive-aggressive). The model is the average of
// the weights after every example. Truth may itself be a decoding under constraints (latent perceptron): the problem's
// affair. Determinism: examples are decoded in batches with the same weights, by any number of threads, and their
// changes applied in the order of the examples. A batch of one is the textbook's online learner. Several processes can
// learn together (mixer.h). Papers: Collins 2002;
// Crammer et al. 2006 (PA-I); McDonald et al. 2005; Fernandes and Brefeld 2011 (latent).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/team.h"
#include "espalier/ranks.h"
#include "learning/mixer.h"
#include "learning/training_table.h"

namespace espalier::learning {

enum class StepRule : std::uint8_t { kPerceptron, kMira };

struct LearnerOptions {
  StepRule rule = StepRule::kMira;
  double step = 0.1;  ///< MIRA: the longest step
  double margin = 1;  ///< C: loss of a wrong arc when decoding; 0: none
  bool averaged = true;
  std::uint32_t min_updates = 0;  ///< L: features updated less often score nothing and are dropped
  double count_probability = 1;   ///< p: chance that an update is counted
  std::size_t batch = 16;         ///< examples decoded with the same weights
  std::uint64_t seed = 1;
};

/// What one example asks of the tables.
struct Outcome {
  double violation = 0;                      ///< score of the prediction plus loss minus score of the truth
  double loss = 0;                           ///< of the prediction; reported
  std::vector<std::vector<Change>> changes;  ///< by table: truth +, prediction -; merged by the trainer
  std::vector<Change> scratch;
};

/// What a parser gives to the learner. solve() is called by many threads at once, between changes of the tables.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual std::size_t examples() const = 0;
  virtual std::vector<TrainingTable*> tables() = 0;
  /// Decodes example `index` and says what should change (`out` is cleared). Scratch by `worker`.
  virtual void solve(std::size_t index, int worker, Outcome& out) = 0;
  /// A training that was cut goes on: each example has been solved so often. For problems that count it.
  virtual void go_on(const std::vector<std::uint16_t>& /*visits*/) {}
};

struct EpochReport {
  double loss = 0;
  std::size_t updates = 0;  ///< examples that changed something
};

class Trainer {
 public:
  Trainer(Problem& problem, LearnerOptions options, base::Team& team);

  /// From now on `ranks` learn together, each from its share of the examples, and mix what they have learned so often
  /// in an epoch. All of them call this and each epoch(), which is collective then, before any has learned anything
  /// alone.
  void learn_with(Ranks& ranks, int mixes);

  /// One pass over the examples in a new random order. `progress(done)` after each batch; throw from it to stop.
  EpochReport epoch(const std::function<void(std::size_t done)>& progress = {});
  /// Examples seen so far, by the busiest of ranks: what averages are divided by.
  std::uint64_t steps() const noexcept { return steps_; }
  /// Whole passes so far.
  std::uint64_t epochs() const noexcept { return epochs_; }
  /// The trained weight of a cell at this moment, averaged if asked; 0 where it is masked.
  float result(const TrainingCell& cell) const noexcept;

  /// All that the rest of the training depends on, tables included; between batches or epochs (trainer_state.cc).
  std::string state() const;
  /// Goes on from there: the next epoch() ends the one that was begun. Throws Error kInput for what is no state of a
  /// training with these examples and tables.
  void restore(std::string_view state);

 private:
  /// Learns until so many examples of the epoch are done.
  void learn_until(std::size_t end, const std::function<void(std::size_t done)>& progress);
  bool apply(Outcome& outcome);
  void shuffle();
  std::size_t ranks() const { return mixer_ ? mixer_->size() : 1; }

  Problem& problem_;
  LearnerOptions options_;
  base::Team& team_;
  std::uint64_t steps_ = 0;
  std::uint64_t epochs_ = 0;
  std::size_t done_ = 0;  // examples of the epoch that was begun
  EpochReport report_;    // of these
  std::vector<std::size_t> order_;
  std::vector<Outcome> outcomes_;
  std::unique_ptr<Mixer> mixer_;  // null: alone
  int mixes_ = 1;
};

}  // namespace espalier::learning
