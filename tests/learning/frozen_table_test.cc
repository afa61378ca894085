#include "learning/frozen_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using tests::AlignedBytes;
using Weights = std::vector<std::pair<std::uint64_t, float>>;

Weights draw_weights(std::size_t count, base::Random& random) {
  Weights out(count);
  for (auto& [feature, weight] : out) {
    feature = random.next();
    weight = static_cast<float>(random.uniform() * 2 - 1) * 3;
  }
  return out;
}

TEST(FrozenTableTest, HandWorked) {
  // The largest weight is 32,767 steps, so a step is 1/32,767 and 0.00001 rounds to nothing.
  const AlignedBytes bytes(FrozenTable::freeze({{5, 1}, {6, -0.5F}, {7, 0.00001F}, {8, 0}}));
  const FrozenTable table(bytes.span());
  EXPECT_EQ(table.features(), 2U);
  EXPECT_FLOAT_EQ(table.weight(5), 1);
  EXPECT_NEAR(table.weight(6), -0.5, 0.5 / 32767);
  EXPECT_EQ(table.weight(7), 0);
  EXPECT_EQ(table.weight(9), 0);
  EXPECT_NEAR(table.score(std::vector<std::uint64_t>{5, 6, 7, 9, 5}), 1.5, 1e-4);
}

TEST(FrozenTableTest, EveryWeightIsFoundAgain) {
  base::Random random(1);
  for (const std::size_t count : {1U, 2U, 11U, 12U, 13U, 100U, 5000U}) {
    const Weights weights = draw_weights(count, random);
    const AlignedBytes bytes(FrozenTable::freeze(weights));
    const FrozenTable table(bytes.span());
    std::size_t wrong = 0;
    for (const auto& [feature, weight] : weights) {
      wrong += std::abs(table.weight(feature) - weight) <= 0.51F * 3 / 32767 ? 0 : 1;
    }
    EXPECT_LE(wrong, count / 1000) << count;  // two features of one line may have the same tag
  }
}

TEST(FrozenTableTest, MistakesAreAsRareAsPromised) {
  base::Random random(2);
  const std::size_t count = 300'000;
  const Weights weights = draw_weights(count, random);
  const AlignedBytes bytes(FrozenTable::freeze(weights));
  const FrozenTable table(bytes.span());
  EXPECT_LT(bytes.span().size(), 6 * count);  // four bytes a feature, three quarters full
  std::size_t taken = 0;
  const std::size_t asked = 2'000'000;
  for (std::size_t i = 0; i < asked; ++i) taken += table.weight(random.next()) != 0 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(asked) / static_cast<double>(taken), 5000, 1000);
  std::size_t wrong = 0;
  for (const auto& [feature, weight] : weights) wrong += std::abs(table.weight(feature) - weight) > 0.001F ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(count) / static_cast<double>(wrong + 1), 10'000, 5000);
}

TEST(FrozenTableTest, FullLinesGoOnInTheNextAndRoundTheEnd) {
  // All belong to the last line, so most must be found after the end, at the beginning.
  Weights weights;
  for (std::uint64_t i = 1; i <= 60; ++i) weights.emplace_back(0xFFFFFFFF00000000 | i, static_cast<float>(i));
  const AlignedBytes bytes(FrozenTable::freeze(weights));
  const FrozenTable table(bytes.span());
  for (const auto& [feature, weight] : weights) EXPECT_NEAR(table.weight(feature), weight, 0.001);
  EXPECT_EQ(table.weight(0xFFFFFFFF00000000 | 61), 0);
}

TEST(FrozenTableTest, TheOrderGivenDoesNotMatter) {
  base::Random random(3);
  Weights weights = draw_weights(1000, random);
  const std::string once = FrozenTable::freeze(weights);
  random.shuffle(weights);
  EXPECT_EQ(FrozenTable::freeze(weights), once);
}

TEST(FrozenTableTest, EmptyTables) {
  const std::vector<std::uint64_t> some{1, 2, 3};
  EXPECT_EQ(FrozenTable().score(some), 0);
  EXPECT_EQ(FrozenTable().weight(1), 0);
  for (const Weights& weights : {Weights{}, Weights{{1, 0.0F}, {2, 0.0F}}}) {
    const AlignedBytes bytes(FrozenTable::freeze(weights));
    const FrozenTable table(bytes.span());
    EXPECT_EQ(table.features(), 0U);
    EXPECT_EQ(table.score(some), 0);
  }
}

TEST(FrozenTableTest, TheTiniestWeightsRoundToNothing) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const AlignedBytes bytes(FrozenTable::freeze({{1, tiny}, {2, -tiny}}));
  const FrozenTable table(bytes.span());
  EXPECT_EQ(table.features(), 0U);
  EXPECT_EQ(table.weight(1), 0);
}

std::string refusal(const std::string& bytes) {
  const AlignedBytes aligned(bytes);
  return tests::error_of([&] { FrozenTable table(aligned.span()); }).reason();
}

TEST(FrozenTableTest, DamagedBytesAreRefused) {
  base::Random random(4);
  const std::string good = FrozenTable::freeze(draw_weights(100, random));
  const std::string size = "the weight table does not have the size it says";
  for (const std::size_t length : {0U, 1U, 63U}) {
    EXPECT_EQ(refusal(good.substr(0, length)), "the weight table is cut short");
  }
  EXPECT_EQ(refusal(good.substr(0, 64)), size);
  EXPECT_EQ(refusal(good.substr(0, good.size() - 1)), size);
  EXPECT_EQ(refusal(good.substr(0, good.size() - 64)), size);
  EXPECT_EQ(refusal(good + '\0'), size);
  EXPECT_EQ(refusal(good + std::string(64, '\0')), size);
  for (const std::uint64_t lines : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{1} << 58}) {
    EXPECT_EQ(refusal(tests::with_number(good, 0, lines)), size);
  }
  EXPECT_EQ(refusal(tests::with_number(good, 16, std::numeric_limits<float>::quiet_NaN())), size);
  EXPECT_EQ(refusal(tests::with_number(good, 16, std::numeric_limits<float>::infinity())), size);
  // Sums of such weights would not be finite, or turn round what is good and bad.
  for (const float scale : {0.0F, -0.0F, -1.0F, 1e30F}) {
    EXPECT_EQ(refusal(tests::with_number(good, 16, scale)), size) << scale;
  }
}

TEST(FrozenTableTest, ATableWithoutAnEmptySlotEndsItsSearches) {
  base::Random random(5);
  std::string bytes = FrozenTable::freeze(draw_weights(100, random));
  for (std::size_t at = 64; at < bytes.size(); at += 64) bytes.replace(at, 32, std::string(32, '\x01'));
  const AlignedBytes aligned(bytes);
  const FrozenTable table(aligned.span());
  EXPECT_EQ(table.weight(7), 0);
}

TEST(FrozenTableTest, SearchesGoOnForAThousandLinesAndNoMore) {
  // All lines are full, of tag 1; the one asked for, 7, belongs to the first and stands `far` lines behind it.
  const std::uint64_t lines = 3000;
  std::string bytes = FrozenTable::freeze({{7, 1.0F}}).substr(0, 64);
  bytes = tests::with_number(bytes, 0, lines);
  std::string line;
  for (int i = 0; i < 32; ++i) line += std::string("\x01\x00", 2);
  for (std::uint64_t i = 0; i < lines; ++i) bytes += line;
  for (const std::uint64_t far : {0U, 999U, 1000U, 2500U}) {
    std::string with = tests::with_number(bytes, 64 + far * 64, std::uint16_t{7});
    with = tests::with_number(with, 64 + far * 64 + 32, std::int16_t{32767});
    const AlignedBytes aligned(with);
    EXPECT_NEAR(FrozenTable(aligned.span()).weight(7), far < 1000 ? 1 : 0, 1e-4) << far;
  }
}

}  // namespace
}  // namespace espalier::learning
