#include "learning/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/random.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using Point = Calibration::Point;

/// Outcomes at scores 1, 2, 3, …
std::vector<Judged> in_order(const std::vector<double>& right) {
  std::vector<Judged> out;
  for (const double value : right) out.push_back({static_cast<double>(out.size() + 1), value});
  return out;
}

TEST(CalibrationTest, HandWorked) {
  // 0 | 1 0 → 1/2 | 1 1 0 → 2/3: three blocks, flat within, linear between.
  const Calibration table = Calibration::fit(in_order({0, 1, 0, 1, 1, 0}));
  EXPECT_EQ(table.points(), (std::vector<Point>{{1, 0}, {2, 0.5}, {3, 0.5}, {4, 2.0 / 3}, {6, 2.0 / 3}}));
  EXPECT_EQ(table.probability(0), 0);
  EXPECT_EQ(table.probability(1), 0);
  EXPECT_DOUBLE_EQ(table.probability(1.25), 0.125);
  EXPECT_EQ(table.probability(2.5), 0.5);
  EXPECT_DOUBLE_EQ(table.probability(3.5), 7.0 / 12);
  EXPECT_EQ(table.probability(5), 2.0 / 3);
  EXPECT_EQ(table.probability(1e300), 2.0 / 3);
  EXPECT_EQ(table.probability(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(CalibrationTest, APoolMayReachFarBack) {
  // 1 pools with nothing until the zeros come: 1 0 → 1/2, 0 → 1/3, 0 → 1/4; the last 1 stands alone.
  const Calibration table = Calibration::fit(in_order({1, 0, 0, 0, 1}));
  EXPECT_EQ(table.points(), (std::vector<Point>{{1, 0.25}, {4, 0.25}, {5, 1}}));
}

TEST(CalibrationTest, EqualScoresAreOne) {
  const Calibration table = Calibration::fit({{2, 1}, {1, 0}, {2, 0}, {2, 1}, {1, 0}});
  EXPECT_EQ(table.points(), (std::vector<Point>{{1, 0}, {2, 2.0 / 3}}));
}

TEST(CalibrationTest, WeightsAreRepetitions) {
  const Calibration weighted = Calibration::fit({{1, 1, 2}, {2, 0, 1}, {3, 1, 3}});
  const Calibration repeated = Calibration::fit({{1, 1}, {1, 1}, {2, 0}, {3, 1}, {3, 1}, {3, 1}});
  EXPECT_EQ(weighted.points(), repeated.points());
}

/// The value at i is max over a ≤ i of min over b ≥ i of the mean of a..b (Barlow et al. 1972).
double naive(const std::vector<double>& right, std::size_t i) {
  double best = 0;
  for (std::size_t a = 0; a <= i; ++a) {
    double least = 1;
    for (std::size_t b = i; b < right.size(); ++b) {
      double sum = 0;
      for (std::size_t k = a; k <= b; ++k) sum += right[k];
      least = std::min(least, sum / static_cast<double>(b - a + 1));
    }
    best = std::max(best, least);
  }
  return best;
}

TEST(CalibrationTest, AgreesWithTheDefinitionOnAllShortSequences) {
  for (std::size_t length = 1; length <= 9; ++length) {
    for (unsigned bits = 0; bits < 1U << length; ++bits) {
      std::vector<double> right;
      for (std::size_t i = 0; i < length; ++i) right.push_back((bits >> i) & 1U);
      const Calibration table = Calibration::fit(in_order(right));
      for (std::size_t i = 0; i < length; ++i) {
        ASSERT_NEAR(table.probability(static_cast<double>(i + 1)), naive(right, i), 1e-12) << length << ' ' << bits;
      }
    }
  }
}

std::vector<Judged> random_outcomes(base::Random& random) {
  std::vector<Judged> out;
  for (int i = 0; i < 300; ++i) {
    const double score = static_cast<double>(random.below(200)) / 10 - 10;
    out.push_back({score, random.uniform() < (score + 10) / 20 ? 1.0 : 0.0});
  }
  return out;
}

TEST(CalibrationTest, NeverFalls) {
  base::Random random(3);
  for (int round = 0; round < 20; ++round) {
    const Calibration table = Calibration::fit(random_outcomes(random));
    double before = 0;
    for (double score = -11; score <= 11; score += 0.003) {
      const double now = table.probability(score);
      ASSERT_LE(before, now);
      ASSERT_LE(now, 1);
      before = now;
    }
  }
}

TEST(CalibrationTest, FittingTheFitChangesNothing) {
  base::Random random(4);
  for (int round = 0; round < 20; ++round) {
    std::vector<Judged> outcomes = random_outcomes(random);
    const Calibration once = Calibration::fit(outcomes);
    for (Judged& outcome : outcomes) outcome.right = once.probability(outcome.score);
    const Calibration twice = Calibration::fit(outcomes);
    for (const Judged& outcome : outcomes) {
      ASSERT_NEAR(twice.probability(outcome.score), outcome.right, 1e-12);
    }
  }
}

TEST(CalibrationTest, OrderDoesNotMatter) {
  base::Random random(5);
  std::vector<Judged> outcomes = random_outcomes(random);
  const Calibration table = Calibration::fit(outcomes);
  random.shuffle(outcomes);
  EXPECT_EQ(Calibration::fit(outcomes).points(), table.points());
  EXPECT_EQ(Calibration(table.points()).points(), table.points());
}

TEST(CalibrationTest, RefusesWhatItCannotUse) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<Judged>& bad :
       {std::vector<Judged>{}, {{nan, 1}}, {{0, nan}}, {{0, 1.5}}, {{0, -0.5}}, {{0, 1, 0}}, {{0, 1, nan}}}) {
    EXPECT_EQ(tests::error_of([&] { Calibration::fit(bad); }).kind(), ErrorKind::kUsage);
  }
  for (const std::vector<Point>& bad : {std::vector<Point>{},
                                        {{0, 0.5}, {0, 0.6}},
                                        {{0, 0.5}, {1, 0.4}},
                                        {{0, -0.1}},
                                        {{0, 1.1}},
                                        {{nan, 0.5}},
                                        {{0, nan}}}) {
    EXPECT_EQ(tests::error_of([&] { const Calibration table(bad); }).kind(), ErrorKind::kInput);
  }
}

TEST(BucketTableTest, HandWorked) {
  // Two in [0.1, 0.2): confidence 0.125, accuracy 1/2. Two in the last: 0.975, 1/2. Half of 0.375 and of 0.475: 0.425.
  const std::vector<Judged> outcomes = {{0.1, 0}, {0.15, 1}, {0.95, 1}, {1.0, 0}};
  const BucketTable table = bucket_table(outcomes);
  ASSERT_EQ(table.buckets.size(), 10U);
  EXPECT_EQ(table.buckets[1].count, 2U);
  EXPECT_DOUBLE_EQ(table.buckets[1].low, 0.1);
  EXPECT_DOUBLE_EQ(table.buckets[1].high, 0.2);
  EXPECT_DOUBLE_EQ(table.buckets[1].confidence, 0.125);
  EXPECT_DOUBLE_EQ(table.buckets[1].accuracy, 0.5);
  EXPECT_EQ(table.buckets[9].count, 2U);
  EXPECT_DOUBLE_EQ(table.buckets[9].confidence, 0.975);
  EXPECT_EQ(table.buckets[5].count, 0U);
  EXPECT_EQ(table.buckets[5].accuracy, 0);
  EXPECT_DOUBLE_EQ(table.expected_error, 0.425);
  EXPECT_DOUBLE_EQ(table.largest_error, 0.475);
}

TEST(BucketTableTest, EveryEdgeFallsIntoTheBucketThatItOpens) {
  for (const std::size_t count : {1U, 3U, 10U, 100U}) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<Judged> one = {{static_cast<double>(i) / static_cast<double>(count), 1}};
      EXPECT_EQ(bucket_table(one, count).buckets[i].count, 1U) << i << " of " << count;
    }
  }
}

TEST(BucketTableTest, CalibratedScoresHaveNoError) {
  base::Random random(6);
  std::vector<Judged> outcomes = random_outcomes(random);
  const Calibration table = Calibration::fit(outcomes);
  for (Judged& outcome : outcomes) outcome.score = table.probability(outcome.score);
  EXPECT_NEAR(bucket_table(outcomes).expected_error, 0, 1e-12);  // each block's mean is its share of right ones
}

TEST(BucketTableTest, RefusesWhatIsNoConfidence) {
  for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    const std::vector<Judged> outcomes = {{bad, 1}};
    EXPECT_EQ(tests::error_of([&] { bucket_table(outcomes); }).kind(), ErrorKind::kUsage);
  }
  EXPECT_EQ(tests::error_of([] { bucket_table({}, 0); }).kind(), ErrorKind::kUsage);
  EXPECT_EQ(bucket_table({}).expected_error, 0);
}

}  // namespace
}  // namespace espalier::learning
