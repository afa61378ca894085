#include "report/axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"

namespace espalier::report {
namespace {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> out;
  for (const auto& tick : axis.ticks()) out.push_back(tick.label);
  return out;
}

using Labels = std::vector<std::string>;

TEST(NiceStep, SmallestThatFits) {
  // 10 / 5 = 2 exactly; 10 / 4 = 2.5 -> 5; 0.3 / 3 = 0.1; 1001 / 10 = 100.1 -> 200.
  EXPECT_EQ(nice_step(10, 5).value(), 2);
  EXPECT_EQ(nice_step(10, 4).value(), 5);
  EXPECT_EQ(nice_step(0.3, 3).value(), 0.1);
  EXPECT_EQ(nice_step(1001, 10).value(), 200);
  EXPECT_EQ(nice_step(6, 1).value(), 10);
}

TEST(NiceStep, MultiplesAreExactDecimals) {
  EXPECT_EQ((NiceStep{1, -1}.multiple(3)), 0.3);
  EXPECT_EQ((NiceStep{2, -2}.multiple(-7)), -0.14);
  EXPECT_EQ((NiceStep{5, 2}.multiple(7)), 3500);
}

TEST(Axis, KnownLabels) {
  EXPECT_EQ(labels(Axis({}, {0.07, 0.93}, 5)), (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(Axis({}, {-3, 14}, 5)), (Labels{"-5", "0", "5", "10", "15"}));
  EXPECT_EQ(labels(Axis({.unit = "%"}, {61, 88}, 6)), (Labels{"60%", "65%", "70%", "75%", "80%", "85%", "90%"}));
  EXPECT_EQ(labels(Axis({}, {0, 26000}, 5)), (Labels{"0", "10k", "20k", "30k"}));
  EXPECT_EQ(labels(Axis({}, {0, 2300000}, 5)), (Labels{"0", "0.5M", "1.0M", "1.5M", "2.0M", "2.5M"}));
  EXPECT_EQ(labels(Axis({.integer = true}, {0, 2}, 10)), (Labels{"0", "1", "2"}));
  EXPECT_EQ(labels(Axis({.low = 1, .high = 9}, {3, 4}, 4)), (Labels{"2", "4", "6", "8"}));
  EXPECT_EQ(labels(Axis({.log = true}, {1, 900}, 9)),
            (Labels{"1", "2", "5", "10", "20", "50", "100", "200", "500", "1000"}));
  EXPECT_EQ(labels(Axis({.log = true}, {3, 900000}, 6)), (Labels{"1", "10", "100", "1000", "10k", "100k", "1M"}));
  EXPECT_EQ(labels(Axis({.log = true}, {0.002, 0.5}, 4)), (Labels{"0.001", "0.01", "0.1", "1"}));
}

TEST(Axis, WithoutExtentOrData) {
  EXPECT_EQ(labels(Axis({}, {}, 5)).front(), "0");
  const Axis one({}, {42, 42}, 5);
  EXPECT_LT(one.low(), 42);
  EXPECT_GT(one.high(), 42);
  const Axis zero({}, {0, 0}, 5);
  EXPECT_EQ(zero.low(), 0);
  EXPECT_EQ(zero.high(), 1);
}

TEST(Range, PassesOverWhatCannotBeShown) {
  Range range;
  range.include(NAN, false);
  range.include(INFINITY, false);
  EXPECT_TRUE(range.empty());
  range.include(-2, true);
  range.include(0, true);
  EXPECT_TRUE(range.empty());
  range.include(3, true);
  range.include(2, true);
  EXPECT_EQ(range.low, 2);
  EXPECT_EQ(range.high, 3);
  Range negative;
  negative.include(-7, false);
  EXPECT_EQ(negative.low, -7);
  EXPECT_EQ(negative.high, -7);
}

// What must hold of every axis: it covers the data, ticks increase, lie on it, are not too many, and no two read the
// same.
void expect_good(const Axis& axis, double low, double high, int intervals) {
  EXPECT_LE(axis.low(), low + std::abs(low) * 1e-8);
  EXPECT_GE(axis.high(), high - std::abs(high) * 1e-8);
  EXPECT_LT(axis.low(), axis.high());
  EXPECT_GE(axis.ticks().size(), 2u);
  EXPECT_LE(axis.ticks().size(), static_cast<std::size_t>(intervals) + 3);
  std::set<std::string> seen;
  double last = -1;
  for (const auto& tick : axis.ticks()) {
    EXPECT_TRUE(seen.insert(tick.label).second) << tick.label;
    const double place = axis.place(tick.value);
    EXPECT_GT(place, last);
    EXPECT_GE(place, -1e-6);
    EXPECT_LE(place, 1 + 1e-6);
    last = place;
  }
  EXPECT_NEAR(axis.place(axis.low()), 0, 1e-9);
  EXPECT_NEAR(axis.place(axis.high()), 1, 1e-9);
}

TEST(Axis, PropertiesOverManyRanges) {
  base::Random random(7);
  for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
    const double size = std::pow(10.0, random.uniform() * 18 - 6);
    const double low = (random.uniform() - 0.5) * size;
    const double high = low + random.uniform() * size * std::pow(10.0, -3 * random.uniform()) + size * 1e-5;
    const int intervals = 2 + static_cast<int>(random.below(12));
    SCOPED_TRACE(testing::Message() << low << ' ' << high << ' ' << intervals);
    expect_good(Axis({}, {low, high}, intervals), low, high, intervals);
  }
}

TEST(Axis, LogPropertiesOverManyRanges) {
  base::Random random(8);
  for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
    const double low = std::pow(10.0, random.uniform() * 10 - 4);
    const double high = low * (1.01 + std::pow(10.0, random.uniform() * 8) - 1);
    const int intervals = 3 + static_cast<int>(random.below(12));
    SCOPED_TRACE(testing::Message() << low << ' ' << high << ' ' << intervals);
    expect_good(Axis({.log = true}, {low, high}, intervals), low, high, intervals);
  }
}

}  // namespace
}  // namespace espalier::report
