#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "espalier/error.h"
#include "learning/trainer.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using tests::error_of;

constexpr std::uint32_t kClasses = 5;
constexpr std::size_t kExamples = 300;

/// A choice among classes with a table of rows, and one among two numbers with a table of weights, so that both kinds
/// of tables are in it; with as many features as make tables grow. Counts its visits, as some problems do.
class TwoTables final : public Problem {
 public:
  explicit TwoTables(std::uint32_t min_updates) : rows_(kClasses, min_updates), weights_(1, min_updates) {
    base::Random random(7);
    for (std::size_t i = 0; i < kExamples; ++i) {
      truths_.push_back(static_cast<std::uint32_t>(random.below(kClasses)));
      for (int k = 0; k < 20; ++k) features_[i].push_back(1 + random.below(40'000) * 0x9E3779B97F4A7C15);
      features_[i].push_back(1000 + truths_[i]);
    }
    visits_.resize(kExamples);
  }

  std::size_t examples() const override { return kExamples; }
  std::vector<TrainingTable*> tables() override { return {&rows_, &weights_}; }
  void solve(std::size_t index, int, Outcome& out) override {
    std::vector<float> scores(kClasses, 1.0F);
    scores[truths_[index]] = 0;
    rows_.add_scores(features_[index], scores.data());
    std::uint32_t guess = 0;
    for (std::uint32_t c = 1; c < kClasses; ++c) guess = scores[c] > scores[guess] ? c : guess;
    const bool truth = truths_[index] % 2 == 0;
    const float sum = weights_.score(features_[index]);
    out.loss = guess == truths_[index] ? 0 : 1;
    out.violation = 1 + static_cast<double>(visits_[index]++);  // what was solved before matters
    for (const std::uint64_t feature : features_[index]) {
      out.changes[0].push_back({feature, truths_[index], 1});
      out.changes[0].push_back({feature, guess, -1});
      if ((sum > 0) != truth) out.changes[1].push_back({feature, 0, truth ? 0.5F : -0.5F});
    }
  }
  void go_on(const std::vector<std::uint16_t>& visits) override { visits_ = visits; }

 private:
  TrainingTable rows_;
  TrainingTable weights_;
  std::vector<std::uint32_t> truths_;
  std::vector<std::uint64_t> features_[kExamples];
  std::vector<std::uint16_t> visits_;
};

LearnerOptions options_of(std::uint32_t min_updates) {
  LearnerOptions options;
  options.step = 0.03;
  options.min_updates = min_updates;
  options.count_probability = min_updates > 0 ? 0.7 : 1;
  options.batch = 16;
  return options;
}

using Cells = std::vector<std::tuple<std::uint64_t, std::uint32_t, float, double, float, std::uint32_t>>;

/// All cells in the order in which they are visited, and what is made of them.
Cells cells_of(const Trainer& trainer, TwoTables& problem) {
  Cells out;
  for (const TrainingTable* table : problem.tables()) {
    table->visit([&](std::uint64_t feature, std::uint32_t label, const TrainingCell& cell) {
      out.emplace_back(feature, label, trainer.result(cell), cell.sum, cell.weight, cell.updates);
    });
  }
  return out;
}

class TrainerStateTest : public testing::TestWithParam<std::uint32_t> {};

TEST_P(TrainerStateTest, WhateverTheMomentTheRestIsTheSame) {
  constexpr int kEpochs = 3;
  base::Team team(2);
  TwoTables whole(GetParam());
  Trainer undisturbed(whole, options_of(GetParam()), team);
  std::vector<std::string> states;
  std::vector<EpochReport> reports;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    reports.push_back(undisturbed.epoch([&](std::size_t) { states.push_back(undisturbed.state()); }));
  }
  const Cells expected = cells_of(undisturbed, whole);
  ASSERT_EQ(states.size(), std::size_t{kEpochs} * ((kExamples + 15) / 16));
  for (std::size_t i = 0; i < states.size(); i += 3) {
    TwoTables problem(GetParam());
    Trainer resumed(problem, options_of(GetParam()), team);
    resumed.restore(states[i]);
    EXPECT_EQ(resumed.state(), states[i]);
    while (resumed.epochs() < kEpochs) {
      const EpochReport& report = reports[resumed.epochs()];
      const EpochReport found = resumed.epoch();
      EXPECT_EQ(found.loss, report.loss);
      EXPECT_EQ(found.updates, report.updates);
    }
    EXPECT_EQ(resumed.steps(), undisturbed.steps());
    EXPECT_TRUE(cells_of(resumed, problem) == expected) << "state " << i;
    EXPECT_EQ(resumed.state(), undisturbed.state());
  }
}

TEST_P(TrainerStateTest, WhatIsCutIsRefused) {
  base::Team team(1);
  TwoTables problem(GetParam());
  Trainer trainer(problem, options_of(GetParam()), team);
  trainer.epoch();
  const std::string state = trainer.state();
  base::Random random(3);
  for (int i = 0; i < 200; ++i) {
    TwoTables fresh(GetParam());
    Trainer other(fresh, options_of(GetParam()), team);
    const Error error = error_of([&] { other.restore(state.substr(0, random.below(state.size()))); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
  }
  EXPECT_EQ(error_of([&] { trainer.restore(state + "x"); }).kind(), ErrorKind::kInput);
}

TEST_P(TrainerStateTest, BytesOfStrangersDoNoHarm) {
  base::Team team(1);
  TwoTables problem(GetParam());
  Trainer trainer(problem, options_of(GetParam()), team);
  trainer.epoch();
  const std::string state = trainer.state();
  base::Random random(5);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = state;
    const std::size_t at = random.below(8) == 0 ? random.below(100) : random.below(damaged.size());
    damaged[at] = static_cast<char>(random.below(256));
    TwoTables fresh(GetParam());
    Trainer other(fresh, options_of(GetParam()), team);
    try {
      other.restore(damaged);
      other.epoch();  // whatever it means, nothing is read that is not there
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Thresholds, TrainerStateTest, testing::Values(0U, 3U));

TEST(TrainerStateTest, OtherTablesAreNotTakenForThese) {
  base::Team team(1);
  TwoTables problem(0);
  Trainer trainer(problem, options_of(0), team);
  TwoTables other(2);
  Trainer others(other, options_of(2), team);
  EXPECT_EQ(error_of([&] { others.restore(trainer.state()); }).reason(),
            "the state of a training is damaged: it has other classes");
}

}  // namespace
}  // namespace espalier::learning
