#include "learning/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "base/random.h"

namespace espalier::learning {
namespace {

struct Example {
  std::vector<std::uint64_t> features;
  std::uint32_t truth = 0;
};

constexpr std::uint32_t kClasses = 4;

/// Classes that some of the features give away, with noise.
std::vector<Example> draw_examples(std::size_t count, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<Example> out(count);
  for (Example& example : out) {
    example.truth = static_cast<std::uint32_t>(random.below(kClasses));
    for (int i = 0; i < 5; ++i) {
      const std::uint64_t told = random.below(3) == 0 ? random.below(kClasses) : example.truth;
      example.features.push_back(1 + told * 50 + random.below(50));
    }
  }
  return out;
}

/// The lowest class of the highest score.
std::uint32_t best_of(const std::vector<float>& scores) {
  return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// Multi-class prediction as a structured problem: a prediction is one class.
class Multiclass final : public Problem {
 public:
  Multiclass(std::vector<Example> examples, LearnerOptions options)
      : examples_(std::move(examples)), table_(kClasses, options.min_updates), margin_(options.margin) {}

  std::size_t examples() const override { return examples_.size(); }
  std::vector<TrainingTable*> tables() override { return {&table_}; }
  void solve(std::size_t index, int, Outcome& out) override {
    const Example& example = examples_[index];
    std::vector<float> scores(kClasses);
    table_.add_scores(example.features, scores.data());
    std::vector<float> augmented = scores;
    for (std::uint32_t c = 0; c < kClasses; ++c) augmented[c] += c == example.truth ? 0 : static_cast<float>(margin_);
    const std::uint32_t guess = best_of(augmented);
    out.loss = guess == example.truth ? 0 : 1;
    out.violation = static_cast<double>(augmented[guess]) - static_cast<double>(scores[example.truth]);
    for (const std::uint64_t feature : example.features) {
      out.changes[0].push_back({feature, example.truth, 1});
      out.changes[0].push_back({feature, guess, -1});
    }
    const std::lock_guard lock(mutex_);
    seen_.push_back(index);
  }

  const TrainingTable& table() const { return table_; }
  const std::vector<std::size_t>& seen() const { return seen_; }

 private:
  std::vector<Example> examples_;
  TrainingTable table_;
  double margin_;
  std::mutex mutex_;
  std::vector<std::size_t> seen_;
};

using Weights = std::map<std::pair<std::uint64_t, std::uint32_t>, double>;

Weights result_of(const Multiclass& problem, const Trainer& trainer) {
  Weights out;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t label, const TrainingCell& cell) {
    out[{feature, label}] = static_cast<double>(trainer.result(cell));
  });
  return out;
}

void expect_near(const Weights& found, Weights wanted) {
  for (const auto& [key, value] : found) {
    EXPECT_NEAR(value, wanted[key], 1e-5);
    wanted.erase(key);
  }
  for (const auto& [key, value] : wanted) EXPECT_EQ(value, 0.0);  // what was never changed
}

/// The order of the examples, from the trainer itself: in a batch of one, that of the calls.
Weights textbook(const std::vector<Example>& examples, const std::vector<std::size_t>& order,
                 const LearnerOptions& options) {
  Weights weights;
  Weights total;
  for (const std::size_t index : order) {
    const Example& example = examples[index];
    std::vector<double> scores(kClasses);
    std::uint32_t guess = 0;
    for (std::uint32_t c = 0; c < kClasses; ++c) {
      for (const std::uint64_t feature : example.features) scores[c] += weights[{feature, c}];
      const auto cost = [&](std::uint32_t k) { return k == example.truth ? 0 : options.margin; };
      if (scores[c] + cost(c) > scores[guess] + cost(guess)) guess = c;
    }
    if (guess != example.truth) {
      // PA-I: the violation over the squared length of the difference, at most C.
      std::map<std::uint64_t, double> times;
      for (const std::uint64_t feature : example.features) times[feature] += 1;
      double norm = 0;
      for (const auto& [feature, n] : times) norm += 2 * n * n;
      const double violation = scores[guess] + options.margin - scores[example.truth];
      const double step = options.rule == StepRule::kPerceptron ? 1 : std::min(options.step, violation / norm);
      for (const auto& [feature, n] : times) {
        weights[{feature, example.truth}] += step * n;
        weights[{feature, guess}] -= step * n;
      }
    }
    for (const auto& [key, value] : weights) total[key] += value;
  }
  if (!options.averaged) return weights;
  for (auto& [key, value] : total) value /= static_cast<double>(order.size());
  return total;
}

TEST(TrainerTest, ABatchOfOneIsTheTextbook) {
  const auto examples = draw_examples(60, 4);
  for (const StepRule rule : {StepRule::kPerceptron, StepRule::kMira}) {
    for (const double margin : {0.0, 1.0}) {
      for (const bool averaged : {false, true}) {
        LearnerOptions options;
        options.rule = rule;
        options.margin = margin;
        options.averaged = averaged;
        options.batch = 1;
        Multiclass problem(examples, options);
        base::Team team(1);
        Trainer trainer(problem, options, team);
        for (int epoch = 0; epoch < 3; ++epoch) trainer.epoch();
        EXPECT_EQ(trainer.steps(), 180U);
        expect_near(result_of(problem, trainer), textbook(examples, problem.seen(), options));
      }
    }
  }
}

TEST(TrainerTest, TheMiraStepMendsTheViolationOrStopsAtItsLimit) {
  // One example, features 1 and 2 (2 twice): the squared length of the difference is 2·(1 + 4) = 10.
  const std::vector<Example> examples{{{1, 2, 2}, 1}};
  for (const auto& [limit, wanted] : std::vector<std::pair<double, double>>{{1, 0.1}, {0.02, 0.02}}) {
    LearnerOptions options;
    options.step = limit;
    options.averaged = false;
    Multiclass problem(examples, options);
    base::Team team(1);
    Trainer trainer(problem, options, team);
    const EpochReport report = trainer.epoch();
    EXPECT_EQ(report.loss, 1.0);
    EXPECT_EQ(report.updates, 1U);
    // All scores are 0, so the guess is class 0 with violation 1.
    expect_near(result_of(problem, trainer),
                {{{1, 1}, wanted}, {{1, 0}, -wanted}, {{2, 1}, 2 * wanted}, {{2, 0}, -2 * wanted}});
  }
}

TEST(TrainerTest, TheNumberOfThreadsChangesNothing) {
  LearnerOptions options;
  options.count_probability = 0.7;
  options.min_updates = 2;
  std::vector<Weights> results;
  std::vector<double> losses;
  for (const int threads : {1, 2, 8}) {
    Multiclass problem(draw_examples(300, 5), options);
    base::Team team(threads);
    Trainer trainer(problem, options, team);
    double loss = 0;
    for (int epoch = 0; epoch < 4; ++epoch) loss += trainer.epoch().loss;
    results.push_back(result_of(problem, trainer));
    losses.push_back(loss);
  }
  EXPECT_EQ(results[0], results[1]);  // to the last bit
  EXPECT_EQ(results[0], results[2]);
  EXPECT_EQ(losses[0], losses[1]);
  EXPECT_EQ(losses[0], losses[2]);
}

TEST(TrainerTest, ItLearns) {
  LearnerOptions options;
  Multiclass problem(draw_examples(400, 6), options);
  base::Team team(1);
  Trainer trainer(problem, options, team);
  const double first = trainer.epoch().loss;
  for (int epoch = 0; epoch < 8; ++epoch) trainer.epoch();
  EXPECT_LT(trainer.epoch().loss, first / 2);
}

std::vector<std::size_t> order_of(std::uint64_t seed, int epochs) {
  LearnerOptions options;
  options.seed = seed;
  Multiclass problem(draw_examples(40, 7), options);
  base::Team team(1);
  Trainer trainer(problem, options, team);
  for (int epoch = 0; epoch < epochs; ++epoch) trainer.epoch();
  return problem.seen();
}

TEST(TrainerTest, TheSeedShuffles) {
  const auto twice = order_of(1, 2);
  EXPECT_EQ(twice, order_of(1, 2));
  EXPECT_NE(twice, order_of(2, 2));
  const std::vector<std::size_t> first(twice.begin(), twice.begin() + 40);
  const std::vector<std::size_t> second(twice.begin() + 40, twice.end());
  EXPECT_NE(first, second);
  for (auto order : {first, second}) {  // each example once an epoch
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> all(40);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(order, all);
  }
}

std::size_t counted_updates(double probability) {
  LearnerOptions options;
  options.rule = StepRule::kPerceptron;
  options.count_probability = probability;
  Multiclass problem(draw_examples(300, 8), options);
  base::Team team(1);
  Trainer trainer(problem, options, team);
  for (int epoch = 0; epoch < 3; ++epoch) trainer.epoch();
  std::size_t updates = 0;
  problem.table().visit([&](std::uint64_t, std::uint32_t, const TrainingCell& cell) { updates += cell.updates; });
  return updates;
}

TEST(TrainerTest, CountProbabilityCountsSoMany) {
  const auto all = static_cast<double>(counted_updates(1));
  EXPECT_GT(all, 1000);
  EXPECT_NEAR(static_cast<double>(counted_updates(0.3)), 0.3 * all, 4 * std::sqrt(all * 0.21));
  EXPECT_EQ(counted_updates(0), 0U);
}

TEST(TrainerTest, RarelyUpdatedWeightsAreNoResult) {
  LearnerOptions options;
  options.min_updates = 6;
  Multiclass problem(draw_examples(120, 9), options);
  base::Team team(1);
  Trainer trainer(problem, options, team);
  for (int epoch = 0; epoch < 2; ++epoch) trainer.epoch();
  std::size_t kept = 0;
  std::size_t masked = 0;
  problem.table().visit([&](std::uint64_t, std::uint32_t, const TrainingCell& cell) {
    EXPECT_TRUE(cell.updates == 0 || cell.updates >= 6);  // low counters began anew at the end of the epoch
    ++(cell.updates == 0 ? masked : kept);
    if (cell.updates == 0) {
      EXPECT_EQ(trainer.result(cell), 0.0F);
    }
  });
  EXPECT_GT(kept, 0U);
  EXPECT_GT(masked, 0U);
}

/// Says what it is told to.
class Scripted final : public Problem {
 public:
  std::size_t examples() const override { return 1; }
  std::vector<TrainingTable*> tables() override { return {&first, &second}; }
  void solve(std::size_t, int, Outcome& out) override {
    EXPECT_TRUE(out.changes[0].empty() && out.changes[1].empty());
    out.violation = violation;
    out.changes[0] = {{3, 0, 2}};
    out.changes[1] = {{3, 0, -1}, {4, 0, 2}};
  }
  TrainingTable first;
  TrainingTable second;
  double violation = 0;
};

TEST(TrainerTest, TablesShareOneStep) {
  Scripted problem;
  problem.violation = 1.8;  // over 4 + 1 + 4: a step of 0.2
  LearnerOptions options;
  options.step = 1;
  base::Team team(1);
  Trainer trainer(problem, options, team);
  trainer.epoch();
  EXPECT_NEAR(problem.first.score(std::vector<std::uint64_t>{3}), 0.4, 1e-6);
  EXPECT_NEAR(problem.second.score(std::vector<std::uint64_t>{3}), -0.2, 1e-6);
  EXPECT_NEAR(problem.second.score(std::vector<std::uint64_t>{4}), 0.4, 1e-6);
}

TEST(TrainerTest, NoViolationNoUpdateButAStep) {
  for (const double violation : {0.0, -1.0}) {
    Scripted problem;
    problem.violation = violation;
    LearnerOptions options;
    base::Team team(1);
    Trainer trainer(problem, options, team);
    EXPECT_EQ(trainer.epoch().updates, 0U);
    EXPECT_EQ(trainer.steps(), 1U);
    EXPECT_EQ(problem.first.features(), 0U);
  }
}

TEST(TrainerTest, ProgressIsToldAndMayStop) {
  LearnerOptions options;
  options.batch = 16;
  Multiclass problem(draw_examples(40, 10), options);
  base::Team team(1);
  Trainer trainer(problem, options, team);
  std::vector<std::size_t> told;
  trainer.epoch([&](std::size_t done) { told.push_back(done); });
  EXPECT_EQ(told, (std::vector<std::size_t>{16, 32, 40}));
  EXPECT_THROW(trainer.epoch([](std::size_t) { throw std::runtime_error("stop"); }), std::runtime_error);
}

}  // namespace
}  // namespace espalier::learning
