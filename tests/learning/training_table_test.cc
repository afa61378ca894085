#include "learning/training_table.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/random.h"

namespace espalier::learning {
namespace {

using Key = std::pair<std::uint64_t, std::uint32_t>;

std::map<Key, TrainingCell> cells_of(const TrainingTable& table) {
  std::map<Key, TrainingCell> out;
  table.visit([&](std::uint64_t feature, std::uint32_t label, const TrainingCell& cell) {
    EXPECT_TRUE(out.emplace(Key{feature, label}, cell).second) << "a cell twice";
  });
  return out;
}

TEST(MergeChangesTest, AddsUpSortsAndDrops) {
  std::vector<Change> changes{{9, 1, 1}, {3, 2, 1}, {9, 1, 0.5}, {3, 1, 2}, {9, 0, 1}, {9, 0, -1}, {3, 2, -3}};
  std::vector<Change> scratch;
  merge_changes(changes, scratch);
  ASSERT_EQ(changes.size(), 3U);
  const std::vector<Change> wanted{{3, 1, 2}, {3, 2, -2}, {9, 1, 1.5}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(changes[i].feature, wanted[i].feature);
    EXPECT_EQ(changes[i].label, wanted[i].label);
    EXPECT_EQ(changes[i].amount, wanted[i].amount);
  }
  std::vector<Change> nothing{{5, 0, 1}, {5, 0, -1}};
  merge_changes(nothing, scratch);
  EXPECT_TRUE(nothing.empty());
  merge_changes(nothing, scratch);
  EXPECT_TRUE(nothing.empty());
}

/// Against a map, and the sums of floats in the order of the changes.
void expect_merged_as_by_map(std::size_t count, const std::function<std::uint64_t(base::Random&)>& feature) {
  base::Random random(count);
  std::vector<Change> changes;
  std::map<Key, float> wanted;
  for (std::size_t i = 0; i < count; ++i) {
    const auto amount = static_cast<float>(random.uniform() - 0.5);
    const Change change{feature(random), static_cast<std::uint32_t>(random.below(3)), amount};
    changes.push_back(change);
    wanted[{change.feature, change.label}] += amount;
  }
  std::erase_if(wanted, [](const auto& each) { return each.second == 0; });
  std::vector<Change> scratch;
  merge_changes(changes, scratch);
  ASSERT_EQ(changes.size(), wanted.size());
  std::size_t i = 0;
  for (const auto& [key, amount] : wanted) {
    EXPECT_EQ((Key{changes[i].feature, changes[i].label}), key);
    EXPECT_EQ(changes[i++].amount, amount);
  }
}

TEST(MergeChangesTest, ListsOfAllLengthsAndFeaturesOfAnyKind) {
  for (const std::size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 500U, 5000U, 40000U}) {
    SCOPED_TRACE(count);
    expect_merged_as_by_map(count, [](base::Random& random) { return random.next(); });
    expect_merged_as_by_map(count, [](base::Random& random) { return random.next() % 7 << 61; });
    // None of the highest bits differ: all in one bucket.
    expect_merged_as_by_map(count, [](base::Random& random) { return 1 + random.below(1000); });
    expect_merged_as_by_map(count, [](base::Random& random) { return ~std::uint64_t{0} - random.below(3); });
  }
}

/// Random changes; after every step the weights of all cells are added up, which the lazy averages must equal.
void expect_naive_averages(std::uint32_t classes, std::uint64_t seed) {
  base::Random random(seed);
  TrainingTable table(classes);
  std::map<Key, double> weight;
  std::map<Key, double> total;
  std::map<Key, std::uint32_t> updates;
  const std::uint64_t steps = 400;
  for (std::uint64_t now = 1; now <= steps; ++now) {
    for (std::uint64_t left = random.below(6); left > 0; --left) {
      const Change change{1 + random.below(30), static_cast<std::uint32_t>(random.below(classes)),
                          static_cast<float>(static_cast<int>(random.below(9)) - 4) / 4};
      const bool counted = random.below(2) == 0;
      table.apply(change, now, counted);
      weight[{change.feature, change.label}] += static_cast<double>(change.amount);
      updates[{change.feature, change.label}] += counted ? 1 : 0;
    }
    for (const auto& [key, value] : weight) total[key] += value;
  }
  const auto cells = cells_of(table);
  ASSERT_EQ(cells.size(), weight.size());
  for (const auto& [key, cell] : cells) {
    EXPECT_EQ(static_cast<double>(cell.weight), weight[key]);
    EXPECT_EQ(cell.updates, updates[key]);
    const double average = static_cast<double>(cell.weight) - cell.sum / static_cast<double>(steps);
    EXPECT_NEAR(average, total[key] / static_cast<double>(steps), 1e-12);
  }
}

TEST(TrainingTableTest, LazyAveragesAreTheNaiveOnes) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const std::uint32_t classes : {1U, 2U, 7U}) expect_naive_averages(classes, seed);
  }
}

TEST(TrainingTableTest, AChangeAtTheLastStepIsOneShareOfTheAverage) {
  TrainingTable table;
  table.apply({5, 0, 3}, 4, true);  // weights 0, 0, 0, 3: average 3/4
  const TrainingCell cell = cells_of(table).at({5, 0});
  EXPECT_EQ(static_cast<double>(cell.weight) - cell.sum / 4, 0.75);
}

TEST(TrainingTableTest, ScoresOfOneClass) {
  TrainingTable table;
  table.apply({11, 0, 2}, 1, true);
  table.apply({12, 0, -0.5F}, 1, true);
  table.apply({11, 0, 1}, 2, true);
  EXPECT_EQ(table.score(std::vector<std::uint64_t>{11, 12}), 2.5F);
  EXPECT_EQ(table.score(std::vector<std::uint64_t>{11, 11, 99}), 6.0F);
  EXPECT_EQ(table.score({}), 0.0F);
  EXPECT_EQ(table.features(), 2U);
}

TEST(TrainingTableTest, RowsOverHundredsOfClassesAgreeWithAMap) {
  const std::uint32_t classes = 700;
  base::Random random(3);
  TrainingTable table(classes);
  std::map<Key, float> twin;
  for (std::uint64_t now = 1; now <= 40'000; ++now) {
    // Some rows stay short, others come to hold every class.
    const std::uint64_t feature = 1 + random.below(1 + random.below(60));
    const auto label = static_cast<std::uint32_t>(random.below(feature % 5 == 0 ? 3 : classes));
    const auto amount = static_cast<float>(1 + random.below(3));
    table.apply({feature, label, amount}, now, true);
    twin[{feature, label}] += amount;
  }
  std::vector<float> wanted(classes);
  std::vector<std::uint64_t> features{999'999};
  for (std::uint64_t feature = 1; feature <= 60; feature += 2) features.push_back(feature);
  for (const auto& [key, weight] : twin) {
    if (key.first % 2 == 1) wanted[key.second] += weight;
  }
  std::vector<float> scores(classes);
  table.add_scores(features, scores.data());
  EXPECT_EQ(scores, wanted);  // whole numbers: no rounding
  const auto cells = cells_of(table);
  ASSERT_EQ(cells.size(), twin.size());
  for (const auto& [key, cell] : cells) EXPECT_EQ(cell.weight, twin[key]);
}

TEST(TrainingTableTest, FewUpdatesMaskAWeight) {
  const std::vector<std::uint64_t> both{5, 6};
  TrainingTable table(1, 3);
  table.apply({5, 0, 1}, 1, true);
  table.apply({5, 0, 1}, 2, true);
  table.apply({5, 0, 1}, 3, false);  // not counted
  EXPECT_EQ(table.score(both), 0.0F);
  table.apply({5, 0, 1}, 4, true);
  EXPECT_EQ(table.score(both), 4.0F);  // trained all along
}

TEST(TrainingTableTest, LowCountersBeginAnew) {
  const std::vector<std::uint64_t> five{5};
  for (const std::uint32_t classes : {1U, 4U}) {
    TrainingTable table(classes, 2);
    std::vector<float> scores(classes);
    const auto score = [&] {
      if (classes == 1) return table.score(five);
      scores.assign(classes, 0);
      table.add_scores(five, scores.data());
      return scores[0];
    };
    table.apply({5, 0, 1}, 1, true);
    table.reset_low_counters();
    table.apply({5, 0, 1}, 2, true);
    EXPECT_EQ(score(), 0.0F);  // 1, then 1 again
    table.apply({5, 0, 1}, 3, true);
    const float trained = classes == 1 ? 3.0F : 2.0F;  // in rows the weight begins anew, too
    EXPECT_EQ(score(), trained);
    table.reset_low_counters();
    EXPECT_EQ(score(), trained);  // not below the threshold: stays
    table.apply({5, 0, 1}, 4, false);
    EXPECT_EQ(score(), trained + 1);
  }
}

TEST(TrainingTableTest, SelectedFeaturesScoreFromTheStart) {
  const std::vector<std::uint64_t> all{5, 6, 7};
  TrainingTable one(1, 10);
  one.apply({6, 0, 8}, 1, true);
  one.apply({7, 0, 1}, 1, true);
  one.select(std::vector<std::uint64_t>{5, 6});
  EXPECT_EQ(one.score(all), 8.0F);  // what 6 had learned before counts at once
  one.apply({5, 0, 2}, 2, true);
  EXPECT_EQ(one.score(all), 10.0F);

  TrainingTable rows(3, 10);
  rows.apply({6, 2, 8}, 1, true);
  rows.apply({7, 1, 1}, 1, true);
  rows.select(std::vector<std::uint64_t>{5, 6});
  rows.apply({5, 1, 4}, 2, false);
  std::vector<float> scores(3);
  rows.add_scores(all, scores.data());
  EXPECT_EQ(scores, (std::vector<float>{0, 4, 8}));
  // Selecting changes no average.
  EXPECT_EQ(cells_of(rows).at({6, 2}).sum, 0.0);
  // A class that comes later to a selected feature counts at once, and stays when low counters begin anew.
  rows.apply({6, 0, 3}, 3, false);
  rows.reset_low_counters();
  scores.assign(3, 0);
  rows.add_scores(all, scores.data());
  EXPECT_EQ(scores, (std::vector<float>{3, 4, 8}));
}

TEST(TrainingTableTest, SelectedFeaturesHaveCellsOfTheirOwnClassesOnly) {
  TrainingTable rows(1000, 2);
  std::vector<std::uint64_t> all;
  for (std::uint64_t feature = 1; feature <= 100; ++feature) all.push_back(feature);
  for (const std::uint64_t feature : all) rows.apply({feature, 7, 1}, 1, true);
  rows.select(all);
  EXPECT_EQ(cells_of(rows).size(), all.size());
}

TEST(TrainingTableTest, AClosedTableLearnsOfNoOtherFeatures) {
  for (const std::uint32_t classes : {1U, 3U}) {
    TrainingTable table(classes, 1);
    table.apply({5, 0, 2}, 1, true);
    table.close();
    table.apply({5, 0, 1}, 2, true);
    table.apply({6, 0, 8}, 2, true);
    std::vector<float> scores(classes);
    const std::vector<std::uint64_t> all{5, 6};
    table.add_scores(all, scores.data());
    EXPECT_EQ(classes == 1 ? table.score(all) : scores[0], 3.0F);
    EXPECT_EQ(table.features(), 1U);
  }
}

}  // namespace
}  // namespace espalier::learning
