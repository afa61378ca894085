#include "learning/line_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/random.h"
#include "learning/bucket.h"

namespace espalier::learning {
namespace {

std::vector<std::uint64_t> draw_features(std::size_t count, base::Random& random) {
  std::set<std::uint64_t> out;
  while (out.size() < count) out.insert(random.next());
  return {out.begin(), out.end()};
}

TEST(LinePlanTest, EveryFeatureKeptStandsInItsLine) {
  base::Random random(1);
  for (const std::size_t count : {0U, 1U, 9U, 10U, 11U, 100U, 5000U}) {
    const auto features = draw_features(count, random);
    const LinePlan plan = plan_lines(features, std::vector<double>(count, 1), 10);
    ASSERT_EQ(plan.first.front(), 0U);
    ASSERT_EQ(plan.first.back(), plan.kept.size());
    for (std::size_t line = 0; line < plan.lines(); ++line) {
      ASSERT_LE(plan.first[line + 1] - plan.first[line], 10U);
      for (std::size_t i = plan.first[line]; i < plan.first[line + 1]; ++i) {
        EXPECT_EQ(bucket_line(features[plan.kept[i]], plan.lines()), line);
      }
    }
    EXPECT_TRUE(std::is_sorted(plan.kept.begin(), plan.kept.end()));
    EXPECT_EQ(std::adjacent_find(plan.kept.begin(), plan.kept.end()), plan.kept.end());
  }
}

TEST(LinePlanTest, OneInTwentyIsLeftOutAndLinesAreFewAsCanBe) {
  base::Random random(2);
  const auto features = draw_features(100'000, random);
  for (const std::size_t slots : {8U, 10U, 12U, 15U}) {
    const LinePlan plan = plan_lines(features, std::vector<double>(features.size(), 1), slots);
    const double left_out = 1 - static_cast<double>(plan.kept.size()) / 100'000;
    EXPECT_LE(left_out, 0.05001) << slots;
    EXPECT_GE(left_out, 0.04) << slots;
    EXPECT_GT(100'000.0 / static_cast<double>(plan.lines() * slots), slots == 8 ? 0.72 : 0.76) << slots;
  }
}

TEST(LinePlanTest, TheLeastImportantAreLeftOut) {
  // All in the first line of one or two: their high halves are 0.
  const std::vector<std::uint64_t> features{1, 2, 3, 4, 5, 6};
  const LinePlan plan = plan_lines(features, std::vector<double>{1, 9, 2, 8, 3, 8}, 3);
  EXPECT_EQ(plan.kept, (std::vector<std::size_t>{1, 3, 5}));
}

TEST(LinePlanTest, OfTwoWithOneTagTheMoreImportantStays) {
  const std::vector<std::uint64_t> features{5, 6, 0x1000005, 0x2000005};
  const LinePlan plan = plan_lines(features, std::vector<double>{1, 1, 3, 2}, 8);
  ASSERT_EQ(plan.lines(), 1U);
  EXPECT_EQ(plan.kept, (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace espalier::learning
