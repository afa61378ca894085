#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <vector>

namespace espalier::base {
namespace {

// Worked out with a separate implementation of splitmix64 and xoshiro256**.
TEST(RandomTest, NumbersAreThoseOfThePaper) {
  Random random(0);
  EXPECT_EQ(random.next(), 0x99EC5F36CB75F2B4u);
  EXPECT_EQ(random.next(), 0xBF6E1F784956452Au);
  EXPECT_EQ(random.next(), 0x1A5F849D4933E6E0u);
  EXPECT_EQ(random.next(), 0x6AA594F1262D2D2Cu);
}

TEST(RandomTest, SameSeedSameNumbers) {
  Random one(7);
  Random two(7);
  Random other(8);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t number = one.next();
    EXPECT_EQ(number, two.next());
    EXPECT_NE(number, other.next());
  }
}

TEST(RandomTest, BelowIsEven) {
  Random random(1);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 400);  // more than four standard deviations (93 each)
}

TEST(RandomTest, BelowHoldsForExtremeBounds) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(random.below(1), 0u);
    EXPECT_LT(random.below(0xFFFFFFFFFFFFFFFF), 0xFFFFFFFFFFFFFFFF);
  }
}

// With a bound of 3/4 of the range, a biased method would give a third of the answers twice as often as the others.
TEST(RandomTest, BelowHasNoBiasForLargeBounds) {
  Random random(3);
  const std::uint64_t quarter = std::uint64_t{1} << 62;
  std::array<int, 3> counts{};
  for (int i = 0; i < 30'000; ++i) ++counts[random.below(3 * quarter) / quarter];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 400);
}

TEST(RandomTest, UniformIsInTheUnitInterval) {
  Random random(5);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.005);
}

TEST(RandomTest, ShuffleReachesEveryOrderAlike) {
  Random random(11);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 24'000; ++i) {
    std::vector<int> items{0, 1, 2, 3};
    random.shuffle(items);
    ++counts[items];
  }
  EXPECT_EQ(counts.size(), 24u);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 160);
}

}  // namespace
}  // namespace espalier::base
