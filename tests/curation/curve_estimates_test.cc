// What runs say together: means and bands by arithmetic, fits and crossings of curves that are known.
#include "curation/curve_estimates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/random.h"
#include "curation/power_law.h"

namespace espalier::curation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using Score = std::function<double(std::size_t recipe, std::size_t size, std::size_t repeat)>;

CurveResult result_of(std::size_t recipes, const std::vector<std::size_t>& sizes, std::size_t repeats,
                      const Score& score) {
  CurveResult result;
  for (std::size_t i = 0; i < recipes; ++i) result.recipes.push_back(std::string(1, static_cast<char>('A' + i)));
  std::vector<CurveRun> runs;
  for (const std::size_t size : sizes) {
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      for (std::size_t recipe = 0; recipe < recipes; ++recipe) {
        CurveRun run;
        run.recipe = recipe;
        run.size = run.sentences = size;
        run.words = size * 20;
        run.repeat = repeat;
        run.score = score(recipe, size, repeat);
        run.shape = run.score + 2;
        runs.push_back(run);
      }
    }
  }
  estimate(runs, 1, result);
  return result;
}

const std::vector<std::size_t> kSizes = {100, 200, 400, 800, 1600};

TEST(CurveEstimatesTest, MeansAndBands) {
  // 80, 81 and 83: mean 81.333; deviations −1.333, −0.333, 1.667, squares 1.778 + 0.111 + 2.778 = 4.667; half of it
  // 2.333, its root 1.5275; t of two degrees 4.3027; 4.3027 · 1.5275 / √3 = 3.7946.
  const CurveResult result = result_of(1, {100}, 3, [](std::size_t, std::size_t, std::size_t repeat) {
    return std::vector<double>{80, 81, 83}[repeat];
  });
  ASSERT_THAT(result.points, SizeIs(1));
  const CurvePoint& point = result.points.front();
  EXPECT_NEAR(point.score, 81.3333, 1e-4);
  EXPECT_NEAR(point.shape, 83.3333, 1e-4);
  EXPECT_NEAR(point.deviation.value_or(0), 1.5275, 1e-4);
  EXPECT_NEAR(point.band.value_or(Interval{}).low, 81.3333 - 3.7946, 1e-3);
  EXPECT_NEAR(point.band.value_or(Interval{}).high, 81.3333 + 3.7946, 1e-3);
  EXPECT_EQ(point.words, 2000);
  EXPECT_THAT(result.fits.front().why_not, HasSubstr("at least three sizes"));
}

TEST(CurveEstimatesTest, FactorsAreThoseOfTheTables) {
  for (const auto& [freedom, factor] : std::vector<std::pair<std::size_t, double>>{
           {1, 12.7062}, {4, 2.7764}, {10, 2.2281}, {11, 2.2010}, {20, 2.0860}, {30, 2.0423}, {120, 1.9799}}) {
    EXPECT_NEAR(t_factor(freedom), factor, 2e-4) << freedom;
  }
}

TEST(CurveEstimatesTest, OneRepeatHasNoBand) {
  const PowerLaw law = {100, 0.3, 4};
  const CurveResult result = result_of(1, kSizes, 1, [&](std::size_t, std::size_t size, std::size_t) {
    return 100 - law.at(static_cast<double>(size));
  });
  EXPECT_FALSE(result.points.front().band);
  const CurveFit& fit = result.fits.front();
  ASSERT_TRUE(fit.is_there);
  EXPECT_FALSE(fit.at_double.interval);
  EXPECT_NEAR(fit.at_double.value, 100 - law.at(3200), 1e-3);
  EXPECT_NEAR(fit.at_fourfold.value, 100 - law.at(6400), 1e-3);
  EXPECT_NEAR(fit.one_more.value, law.size_for(law.at(1600) - 1), 1);
  EXPECT_LT(fit.residual, 1e-4);
}

TEST(CurveEstimatesTest, IntervalsHoldTheTruthAboutAsOftenAsTheySay) {
  const PowerLaw law = {100, 0.3, 4};
  base::Random random(3);
  int held = 0;
  constexpr int kRounds = 40;
  for (int round = 0; round < kRounds; ++round) {
    const CurveResult result = result_of(1, kSizes, 4, [&](std::size_t, std::size_t size, std::size_t) {
      double normal = -6;
      for (int i = 0; i < 12; ++i) normal += random.uniform();
      return 100 - law.at(static_cast<double>(size)) + 0.3 * normal;
    });
    const Interval interval = result.fits.front().at_double.interval.value_or(Interval{});
    const double truth = 100 - law.at(3200);
    held += interval.low <= truth && truth <= interval.high ? 1 : 0;
    EXPECT_LT(interval.high - interval.low, 4);
  }
  EXPECT_GE(held, kRounds * 3 / 4);
}

TEST(CurveEstimatesTest, WhoOvertakesWhom) {
  // A: 60 · (n/100)^−0.2, B: 80 · (n/100)^−0.4; level where (n/100)^0.2 = 80/60, n = 100 · (4/3)^5 = 421.4.
  const CurveResult result = result_of(2, kSizes, 2, [](std::size_t recipe, std::size_t size, std::size_t repeat) {
    const double n = static_cast<double>(size) / 100;
    const double noise = repeat == 0 ? 0.05 : -0.05;
    return 100 + noise - (recipe == 0 ? 60 * std::pow(n, -0.2) : 80 * std::pow(n, -0.4));
  });
  ASSERT_THAT(result.crossings, SizeIs(1));
  const CurveCrossing& crossing = result.crossings.front();
  EXPECT_EQ(crossing.before, 0U);
  EXPECT_EQ(crossing.after, 1U);
  EXPECT_NEAR(crossing.size, 421.4, 2);
  EXPECT_FALSE(crossing.beyond);
  EXPECT_EQ(crossing.share, 1.0);
  // A has 65.54 with all; B has that where 80 · (n/100)^−0.4 = 34.46, n = 821; between points of 800 and 1600 a little
  // more.
  ASSERT_THAT(result.matches, SizeIs(1));
  EXPECT_EQ(result.matches.front().better, 1U);
  EXPECT_NEAR(result.matches.front().size, 822, 6);
  EXPECT_THAT(curve_findings(result),
              ElementsAre(HasSubstr("B overtakes A at about 421"), HasSubstr("what A has with all")));
}

TEST(CurveEstimatesTest, WhoWillOvertakeWhom) {
  // The same curves on small parts: level at 421, where there are no data.
  const CurveResult result = result_of(2, {25, 50, 100, 200}, 1, [](std::size_t recipe, std::size_t size, std::size_t) {
    const double n = static_cast<double>(size) / 100;
    return 100 - (recipe == 0 ? 40 * std::pow(n, -0.2) : 53.33333 * std::pow(n, -0.4));
  });
  ASSERT_THAT(result.crossings, SizeIs(1));
  EXPECT_TRUE(result.crossings.front().beyond);
  EXPECT_NEAR(result.crossings.front().size, 421.4, 3);
  EXPECT_FALSE(result.crossings.front().share);
  EXPECT_THAT(curve_findings(result).front(), HasSubstr("if the curves go on"));
}

TEST(CurveEstimatesTest, ThoseThatKeepTheirOrderDoNotCross) {
  const CurveResult result = result_of(2, kSizes, 2, [](std::size_t recipe, std::size_t size, std::size_t) {
    return 100 - 60 * std::pow(static_cast<double>(size) / 100, -0.3) - static_cast<double>(recipe);
  });
  EXPECT_THAT(result.crossings, SizeIs(0));
}

TEST(CurveEstimatesTest, TooFewSizesSaySo) {
  const auto rising = [](std::size_t, std::size_t size, std::size_t) {
    return 100 - 60 * std::pow(static_cast<double>(size) / 100, -0.3);
  };
  const CurveResult two = result_of(1, {100, 200}, 2, rising);
  EXPECT_FALSE(two.fits.front().is_there);
  EXPECT_THAT(curve_findings(two), ElementsAre(HasSubstr("no estimate of more data: a curve needs at least three")));
  EXPECT_THAT(curve_fit_table(two).rows, SizeIs(0));
  const CurveResult three = result_of(1, {100, 200, 400}, 2, rising);
  EXPECT_TRUE(three.fits.front().is_there);
  EXPECT_THAT(curve_findings(three), ElementsAre(HasSubstr("c is taken for 0")));
  const CurveResult flat = result_of(1, kSizes, 2, [](std::size_t, std::size_t, std::size_t) { return 80.0; });
  EXPECT_THAT(curve_findings(flat), ElementsAre(HasSubstr("does not rise")));
}

}  // namespace
}  // namespace espalier::curation
