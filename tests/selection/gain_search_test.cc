#include "selection/gain_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace espalier::selection {
namespace {

constexpr std::size_t kAttributes = 6;

/// Groups of four rows. The right one is told by attributes 1 and 4 together (equal parity), one time in ten by chance;
/// attribute 5 is a number that nothing else has, so that it fits everything and tells nothing.
Choices parities(std::size_t groups) {
  base::Random random(7);
  Choices out(kAttributes);
  std::uint64_t unique = 1'000'000;
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t right = random.below(4);
    const bool by_chance = random.below(10) == 0;
    for (std::size_t row = 0; row < 4; ++row) {
      std::vector<std::uint64_t> values;
      for (std::size_t i = 0; i < kAttributes; ++i) values.push_back(100 * (i + 1) + random.below(4));
      if (!by_chance) values[4] = 500 + (values[1] + (row == right ? 0 : 1)) % 2 + 2 * random.below(2);
      values[5] = ++unique;
      out.add_row(0, values);
    }
    out.end_group(right);
  }
  return out;
}

TEST(GainSearch, FindsWhatTellsTogetherAndNothingElse) {
  base::Team team(1);
  const auto found = search_by_gain(parities(4000), {}, {}, team);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().attributes, (AttributeSet{1, 4}));
  EXPECT_GT(found.front().gain, 0.2);
  for (const GainedTemplate& each : found) {
    // By chance it shares a few buckets.
    if (std::count(each.attributes.begin(), each.attributes.end(), 5u) > 0) {
      EXPECT_LT(each.gain, 5e-3);
    }
  }
}

TEST(GainSearch, WhatIsKnownIsNotFoundAgain) {
  base::Team team(1);
  const std::vector<AttributeSet> known = {{1, 4}};
  for (const GainedTemplate& each : search_by_gain(parities(4000), known, {}, team)) {
    EXPECT_NE(each.attributes, known.front());
    EXPECT_LT(each.gain, 0.1) << "most of it is known";
  }
}

TEST(GainSearch, ClassesArePartOfEveryTemplate) {
  // Rows of a group differ in their class alone; which is right is told by attribute 0.
  base::Random random(9);
  Choices choices(2);
  for (std::size_t group = 0; group < 2000; ++group) {
    const std::size_t right = random.below(3);
    const std::vector<std::uint64_t> values = {10 + right, 20 + random.below(3)};
    for (std::uint32_t label = 0; label < 3; ++label) choices.add_row(label, values);
    choices.end_group(right);
  }
  base::Team team(1);
  GainOptions options;
  options.min_length = 1;
  const auto found = search_by_gain(choices, {}, options, team);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().attributes, AttributeSet{0});
}

TEST(GainSearch, SameOnAnyNumberOfThreads) {
  const Choices choices = parities(1500);
  base::Team one(1);
  base::Team three(3);
  const auto a = search_by_gain(choices, {}, {}, one);
  const auto b = search_by_gain(choices, {}, {}, three);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].attributes, b[i].attributes);
    EXPECT_EQ(a[i].gain, b[i].gain);
  }
}

TEST(GainSearch, LengthsAndNumbersAreKept) {
  base::Team team(2);
  GainOptions options;
  options.most = 3;
  options.min_length = 3;
  options.max_length = 3;
  options.least_gain = 1e-9;
  const auto found = search_by_gain(parities(1500), {}, options, team);
  EXPECT_LE(found.size(), 3u);
  for (const GainedTemplate& each : found) EXPECT_EQ(each.attributes.size(), 3u);
}

TEST(GainSearch, ChoicesWithoutAnAlternativeAreNone) {
  Choices choices(1);
  choices.add_row(0, std::vector<std::uint64_t>{1});
  choices.end_group(0);
  EXPECT_EQ(choices.groups(), 0u);
  EXPECT_EQ(choices.rows(), 0u);
  base::Team team(1);
  EXPECT_TRUE(search_by_gain(choices, {}, {}, team).empty());
}

}  // namespace
}  // namespace espalier::selection
