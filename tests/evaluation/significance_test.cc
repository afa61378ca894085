#include "evaluation/significance.h"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::evaluation {
namespace {

/// Accuracies over sentences: right and all, for each.
Tallies tallies_of(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& sentences) {
  Tallies tallies({{"UAS", MeasureKind::kScore}}, sentences.size());
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    tallies.at(s, 0) = {sentences[s].second, sentences[s].second, sentences[s].first, sentences[s].second};
  }
  return tallies;
}

/// f(indices) for each of the n^n resamples of n sentences.
template <class F>
void for_all_resamples(std::size_t n, F f) {
  std::vector<std::size_t> indices(n, 0);
  while (true) {
    f(indices);
    std::size_t at = 0;
    while (at < n && ++indices[at] == n) indices[at++] = 0;
    if (at == n) return;
  }
}

double value(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& sentences,
             const std::vector<std::size_t>& chosen) {
  double right = 0;
  double all = 0;
  for (const std::size_t s : chosen) {
    right += sentences[s].first;
    all += sentences[s].second;
  }
  return 100 * right / all;
}

TEST(BootstrapTest, AgreesWithTheEnumerationOfAllResamples) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> a = {{3, 4}, {5, 5}, {1, 2}, {6, 9}};
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> b = {{2, 4}, {5, 5}, {2, 2}, {4, 9}};
  // 15/20 against 13/20.
  const double observed = 100.0 * 15 / 20 - 100.0 * 13 / 20;
  double far = 0;
  double mean = 0;
  for_all_resamples(4, [&](const std::vector<std::size_t>& chosen) {
    const double difference = value(a, chosen) - value(b, chosen);
    far += std::abs(difference - observed) >= std::abs(observed) - 1e-9 ? 1 : 0;
    mean += value(a, chosen);
  });
  const double exact_p = far / 256;
  mean /= 256;
  const std::vector<Tallies> systems = {tallies_of(a), tallies_of(b)};
  const std::vector<std::vector<Measure>> measures = {systems[0].sum(), systems[1].sum()};
  const Resampled resampled = bootstrap(systems, {40'000, 7}, {});
  const std::vector<Comparison> comparisons = compare_systems(systems, measures, resampled);
  ASSERT_EQ(comparisons.size(), 1u);
  EXPECT_NEAR(comparisons[0].difference, 10, 1e-9);
  // Four standard errors of a proportion from 40,000 draws are at most 0.01.
  EXPECT_NEAR(comparisons[0].bootstrap_p, exact_p, 0.01);
  double sum = 0;
  for (const double v : resampled[0][0]) sum += v;
  EXPECT_NEAR(sum / 40'000, mean, 0.2);
}

TEST(BootstrapTest, TheIntervalIsThatOfAllResamples) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> a = {{0, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 1}};
  std::vector<double> all;
  for_all_resamples(5, [&](const std::vector<std::size_t>& chosen) { all.push_back(value(a, chosen)); });
  const Interval exact = percentile_interval(all, 0.95);
  const Interval drawn = percentile_interval(bootstrap({tallies_of(a)}, {20'000, 1}, {})[0][0], 0.95);
  // Binomial(5, 0.6): P(X = 0) = 0.4^5 = 0.01, P(X <= 1) = 0.087; P(X = 5) = 0.078. So the middle 95 % is 20..100.
  EXPECT_DOUBLE_EQ(exact.low, 20);
  EXPECT_DOUBLE_EQ(exact.high, 100);
  EXPECT_DOUBLE_EQ(drawn.low, 20);
  EXPECT_DOUBLE_EQ(drawn.high, 100);
}

TEST(BootstrapTest, IsTheSameForAnyNumberOfThreadsAndAnotherForAnotherSeed) {
  const std::vector<Tallies> systems = {tallies_of({{3, 4}, {5, 5}, {1, 2}}), tallies_of({{2, 4}, {5, 5}, {2, 2}})};
  Control one, four;
  one.threads = 1;
  four.threads = 4;
  EXPECT_EQ(bootstrap(systems, {500, 3}, one), bootstrap(systems, {500, 3}, four));
  EXPECT_NE(bootstrap(systems, {500, 3}, one), bootstrap(systems, {500, 4}, one));
}

TEST(BootstrapTest, EqualSystemsDoNotDiffer) {
  const std::vector<Tallies> systems = {tallies_of({{3, 4}, {5, 5}}), tallies_of({{3, 4}, {5, 5}})};
  const auto comparisons =
      compare_systems(systems, {systems[0].sum(), systems[1].sum()}, bootstrap(systems, {100, 1}, {}));
  EXPECT_DOUBLE_EQ(comparisons[0].bootstrap_p, 1);
  EXPECT_DOUBLE_EQ(comparisons[0].difference, 0);
}

TEST(BootstrapTest, PValueByHand) {
  // Observed 2; of four resamples 5 and -1 are at least 2 away from it: (2 + 1) / (4 + 1).
  EXPECT_DOUBLE_EQ(bootstrap_p(2, std::vector<double>{1, 3.5, 5, -1}), 0.6);
}

TEST(BootstrapTest, CanBeStopped) {
  std::atomic<bool> stop{true};
  Control control;
  control.stop = &stop;
  EXPECT_THROW(bootstrap({tallies_of({{1, 2}})}, {100, 1}, control), Error);
}

TEST(PercentileTest, InterpolatesBetweenValues) {
  // 0, 1, …, 40: 2.5 % of 40 is 1, 97.5 % is 39.
  std::vector<double> values;
  for (int i = 40; i >= 0; --i) values.push_back(i);
  const Interval interval = percentile_interval(values, 0.95);
  EXPECT_NEAR(interval.low, 1, 1e-12);
  EXPECT_NEAR(interval.high, 39, 1e-12);
  EXPECT_DOUBLE_EQ(percentile_interval({5}, 0.95).low, 5);
}

TEST(McNemarTest, ExactBinomialByHand) {
  EXPECT_DOUBLE_EQ(mcnemar_p(0, 0), 1);
  // 1 and 5 of 6: 2 × (1 + 6) / 64.
  EXPECT_DOUBLE_EQ(mcnemar_p(1, 5), 14.0 / 64);
  EXPECT_DOUBLE_EQ(mcnemar_p(5, 1), 14.0 / 64);
  // 0 of 10: 2 / 1024.
  EXPECT_DOUBLE_EQ(mcnemar_p(10, 0), 2.0 / 1024);
  // 3 and 3: more than everything, cut at 1.
  EXPECT_DOUBLE_EQ(mcnemar_p(3, 3), 1);
}

TEST(McNemarTest, ExactBinomialAgainstEnumerationOfAllOutcomes) {
  // All 2^n ways in which n differing items can fall; as far or farther from the middle than what was seen.
  for (unsigned n = 1; n <= 12; ++n) {
    for (unsigned k = 0; k <= n; ++k) {
      const int seen = std::abs(static_cast<int>(2 * k) - static_cast<int>(n));
      unsigned far = 0;
      for (unsigned bits = 0; bits < (1U << n); ++bits) {
        far += std::abs(2 * __builtin_popcount(bits) - static_cast<int>(n)) >= seen ? 1 : 0;
      }
      EXPECT_NEAR(mcnemar_p(k, n - k), static_cast<double>(far) / (1U << n), 1e-12) << k << " of " << n;
    }
  }
}

TEST(McNemarTest, ChiSquareWithContinuityCorrection) {
  // 20 and 40: (20 - 1)^2 / 60 = 6.01667; the upper tail of chi-square with one degree is 2 (1 - Phi(2.45289)) =
  // 0.01417.
  EXPECT_NEAR(mcnemar_p(20, 40), 0.01417, 5e-5);
  // 13 and 12: (1 - 1)^2 / 25 = 0.
  EXPECT_DOUBLE_EQ(mcnemar_p(13, 12), 1);
  EXPECT_DOUBLE_EQ(mcnemar_p(15, 15), 1);
}

TEST(McNemarTest, CountsItemsThatOneSystemHasRight) {
  Tallies first({{"UAS", MeasureKind::kScore}}, 1);
  first.paired = 1;
  first.outcomes = {1, 1, 0, 1, kUnscored};
  Tallies second = first;
  second.outcomes = {1, 0, 1, 0, 1};
  const std::vector<Tallies> systems = {first, second};
  const auto comparisons = compare_systems(systems, {first.sum(), second.sum()}, bootstrap(systems, {10, 1}, {}));
  EXPECT_TRUE(comparisons[0].has_mcnemar);
  EXPECT_EQ(comparisons[0].only_first, 2u);
  EXPECT_EQ(comparisons[0].only_second, 1u);
}

TEST(SignificanceTest, TheExactTestIsTheBinomialTailForAnyNumber) {
  EXPECT_DOUBLE_EQ(exact_mcnemar_p(0, 0), 1);
  EXPECT_DOUBLE_EQ(exact_mcnemar_p(3, 0), 0.25);
  EXPECT_DOUBLE_EQ(exact_mcnemar_p(2, 8), 2 * (1 + 10 + 45) / 1024.0);
  EXPECT_DOUBLE_EQ(exact_mcnemar_p(50, 50), 1);
  // Many: the smaller of two halves is 50 below its mean, in units of √n / 2, with the correction for continuity.
  const double n = 1100;
  const double z = (50 - 0.5) / std::sqrt(n / 4);
  EXPECT_NEAR(exact_mcnemar_p(500, 600), std::erfc(z / std::sqrt(2.0)), 2e-4);
  EXPECT_DOUBLE_EQ(exact_mcnemar_p(600, 500), exact_mcnemar_p(500, 600));
  // On both sides of the bound between the two ways of adding up, p goes on smoothly.
  EXPECT_NEAR(exact_mcnemar_p(470, 529), exact_mcnemar_p(470, 530), 5e-3);
  EXPECT_GT(exact_mcnemar_p(470, 529), exact_mcnemar_p(470, 530));
  EXPECT_LT(exact_mcnemar_p(0, 5000), 1e-300);
}

}  // namespace
}  // namespace espalier::evaluation
