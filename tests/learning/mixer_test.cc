#include "learning/mixer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/random.h"
#include "learning/trainer.h"
#include "tests/support/local_ranks.h"

namespace espalier::learning {
namespace {

using testing::results_on_ranks;

using Key = std::pair<std::uint64_t, std::uint32_t>;  // feature, class

/// What example `index` changes: features that all, some or no others have. Nothing depends on weights, so that a twin
/// can do it in doubles.
std::map<Key, double> changes_of(std::size_t index) {
  const double amount = 0.25 * static_cast<double>(index % 5 + 1);
  return {{{1, static_cast<std::uint32_t>(index % 3)}, amount},
          {{10 + index % 4, 0}, -amount},
          {{100 + index, 2}, amount},
          {{10 + index % 4, 1}, 0.5}};
}

/// A table of rows and one of single weights, which have the same changes.
class Scripted final : public Problem {
 public:
  Scripted(std::size_t examples, std::uint32_t min_updates)
      : examples_(examples), rows_(3, min_updates), weights_(1, min_updates) {}
  std::size_t examples() const override { return examples_; }
  std::vector<TrainingTable*> tables() override { return {&rows_, &weights_}; }
  void solve(std::size_t index, int, Outcome& out) override {
    seen_.push_back(index);
    out.loss = 1;
    for (const auto& [key, amount] : changes_of(index)) {
      out.changes[0].push_back({key.first, key.second, static_cast<float>(amount)});
      out.changes[1].push_back({key.first * 8 + key.second, 0, static_cast<float>(amount)});
    }
  }
  const std::vector<std::size_t>& seen() const { return seen_; }

 private:
  std::size_t examples_;
  TrainingTable rows_;
  TrainingTable weights_;
  std::vector<std::size_t> seen_;
};

using Cells = std::map<Key, std::tuple<double, double, std::uint32_t>>;  // weight, average, updates

struct Learned {
  std::vector<Cells> tables;
  std::vector<std::size_t> seen;
  std::vector<double> losses;
};

struct Plan {
  std::size_t examples;
  int ranks;
  int mixes;
  int epochs;
  std::uint32_t min_updates = 0;
  std::size_t batch = 1;
};

Learned learn(Ranks& ranks, const Plan& plan) {
  Scripted problem(plan.examples, plan.min_updates);
  LearnerOptions options;
  options.rule = StepRule::kPerceptron;
  options.batch = plan.batch;
  options.min_updates = plan.min_updates;
  base::Team team(1);
  Trainer trainer(problem, options, team);
  trainer.learn_with(ranks, plan.mixes);
  Learned out;
  for (int epoch = 0; epoch < plan.epochs; ++epoch) out.losses.push_back(trainer.epoch().loss);
  for (const TrainingTable* table : problem.tables()) {
    Cells& cells = out.tables.emplace_back();
    table->visit([&](std::uint64_t feature, std::uint32_t label, const TrainingCell& cell) {
      cells[{feature, label}] = {cell.weight, trainer.result(cell), cell.updates};
    });
  }
  out.seen = problem.seen();
  return out;
}

/// Iterative mixing by its definition: weights of each rank after each tick, means over the ranks that changed a weight
/// between two mixes, and the mean of these over all ticks.
class Twin {
 public:
  explicit Twin(const std::vector<std::vector<std::size_t>>& seen) : seen_(seen), done_(seen.size()) {}

  /// `end`: for each rank, how many of its examples are done then.
  void learn_until(const std::vector<std::size_t>& end, std::size_t ticks) {
    std::map<Key, std::vector<std::vector<double>>> courses;  // by weight and rank that changed it: after each tick
    for (std::size_t rank = 0; rank < seen_.size(); ++rank) {
      std::set<Key> changed;
      for (std::size_t i = done_[rank]; i < end[rank]; ++i) {
        for (const auto& [key, amount] : changes_of(seen_[rank][i])) changed.insert(key);
      }
      for (const Key& key : changed) {
        double weight = weights[key];
        std::vector<double> course;
        for (std::size_t tick = 0; tick < ticks; ++tick) {
          if (done_[rank] + tick < end[rank]) {
            const auto changes = changes_of(seen_[rank][done_[rank] + tick]);
            if (const auto found = changes.find(key); found != changes.end()) weight += found->second;
          }
          course.push_back(weight);
        }
        courses[key].push_back(std::move(course));
      }
      done_[rank] = end[rank];
    }
    for (auto& [key, weight] : weights) {
      if (!courses.contains(key)) totals[key] += weight * static_cast<double>(ticks);
    }
    for (const auto& [key, of_ranks] : courses) {
      double last = 0;
      for (std::size_t tick = 0; tick < ticks; ++tick) {
        last = 0;
        for (const auto& course : of_ranks) last += course[tick] / static_cast<double>(of_ranks.size());
        totals[key] += last;
      }
      weights[key] = last;
    }
    all_ticks += static_cast<double>(ticks);
  }

  std::map<Key, double> weights;
  std::map<Key, double> totals;
  double all_ticks = 0;

 private:
  const std::vector<std::vector<std::size_t>>& seen_;
  std::vector<std::size_t> done_;
};

Twin twin_of(const std::vector<std::vector<std::size_t>>& seen, const Plan& plan) {
  Twin twin(seen);
  const auto ranks = static_cast<std::size_t>(plan.ranks);
  const auto parts = static_cast<std::size_t>(plan.ranks == 1 ? 1 : plan.mixes);
  const std::size_t most = (plan.examples + ranks - 1) / ranks;
  for (int epoch = 0; epoch < plan.epochs; ++epoch) {
    for (std::size_t part = 1; part <= parts; ++part) {
      std::vector<std::size_t> end;
      for (const auto& mine : seen) {
        const std::size_t share = mine.size() / static_cast<std::size_t>(plan.epochs);
        end.push_back(static_cast<std::size_t>(epoch) * share + std::min(most * part / parts, share));
      }
      twin.learn_until(end, most * part / parts - most * (part - 1) / parts);
    }
  }
  return twin;
}

std::vector<Learned> learn_on_ranks(const Plan& plan) {
  return results_on_ranks<Learned>(plan.ranks, [&](Ranks& ranks) { return learn(ranks, plan); });
}

TEST(MixerTest, MixesAreMeansOfThoseThatChangedAWeight) {
  for (const Plan& plan :
       {Plan{23, 1, 4, 2}, Plan{23, 2, 1, 2}, Plan{23, 3, 4, 3}, Plan{5, 4, 2, 1}, Plan{2, 4, 7, 2}}) {
    const std::vector<Learned> learned = learn_on_ranks(plan);
    std::vector<std::vector<std::size_t>> seen;
    for (const Learned& each : learned) seen.push_back(each.seen);
    Twin twin = twin_of(seen, plan);
    EXPECT_EQ(learned[0].tables[0].size(), twin.weights.size());
    for (const auto& [key, cell] : learned[0].tables[0]) {
      EXPECT_NEAR(std::get<0>(cell), twin.weights[key], 1e-5);
      EXPECT_NEAR(std::get<1>(cell), twin.totals[key] / twin.all_ticks, 1e-5) << key.first << " " << key.second;
      const auto& single = learned[0].tables[1].at({key.first * 8 + key.second, 0});
      EXPECT_EQ(single, cell);  // both kinds of tables have the same numbers
    }
  }
}

TEST(MixerTest, AllRanksHaveTheSameToTheBit) {
  for (const std::uint32_t min_updates : {0U, 3U}) {
    const std::vector<Learned> learned = learn_on_ranks({50, 4, 3, 3, min_updates, 2});
    for (const Learned& each : learned) {
      EXPECT_EQ(each.tables, learned[0].tables);
      EXPECT_EQ(each.losses, (std::vector<double>{50, 50, 50}));  // of all ranks
    }
  }
}

TEST(MixerTest, EachExampleIsSeenByOneRank) {
  std::vector<std::size_t> all;
  for (const Learned& each : learn_on_ranks({50, 4, 3, 1})) all.insert(all.end(), each.seen.begin(), each.seen.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all.size(), 50U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], i);
}

TEST(MixerTest, UpdatesOfAllRanksCount) {
  std::uint32_t updates = 0;
  const std::vector<Learned> learned = learn_on_ranks({50, 4, 3, 1});
  for (const auto& [key, cell] : learned[0].tables[0]) updates += std::get<2>(cell);
  EXPECT_EQ(updates, 50U * 4);
}

TEST(MixerTest, OneRankLearnsAsIfAlone) {
  const Learned mixed = learn_on_ranks({50, 1, 8, 3, 2, 4})[0];
  Scripted problem(50, 2);
  LearnerOptions options;
  options.rule = StepRule::kPerceptron;
  options.batch = 4;
  options.min_updates = 2;
  base::Team team(1);
  Trainer trainer(problem, options, team);
  for (int epoch = 0; epoch < 3; ++epoch) trainer.epoch();
  EXPECT_EQ(problem.seen(), mixed.seen);
  std::size_t cells = 0;
  problem.tables()[0]->visit([&](std::uint64_t feature, std::uint32_t label, const TrainingCell& cell) {
    const auto& [weight, average, updates] = mixed.tables[0].at({feature, label});
    EXPECT_EQ(weight, cell.weight);
    EXPECT_EQ(average, trainer.result(cell));
    EXPECT_EQ(updates, cell.updates);
    ++cells;
  });
  EXPECT_EQ(cells, mixed.tables[0].size());
}

}  // namespace
}  // namespace espalier::learning
