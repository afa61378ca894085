#include "learning/byte_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace espalier::learning {
namespace {

double squared_error(const std::vector<double>& weights, const ByteScale& scale) {
  double sum = 0;
  for (const double weight : weights) sum += std::pow(weight - scale(weight) * static_cast<double>(scale.unit()), 2);
  return sum;
}

TEST(ByteScaleTest, HandWorked) {
  // Whole numbers up to 127 need no rounding at a unit of 1.
  const std::vector<double> weights{127, -126, 1, -1, 0, 64};
  const ByteScale scale(weights);
  EXPECT_EQ(scale.unit(), 1.0F);
  for (const double weight : weights) EXPECT_EQ(scale(weight), weight);
  EXPECT_EQ(scale(0.49), 0);
  EXPECT_EQ(scale(0.5), 1);
  EXPECT_EQ(scale(-0.5), -1);
  EXPECT_EQ(scale(-0.49), 0);
  EXPECT_EQ(scale(1e30), 127);
  EXPECT_EQ(scale(-1e30), -127);
}

TEST(ByteScaleTest, FewLargeWeightsAreClipped) {
  std::vector<double> weights(100'000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 1000) / 1000 - 0.5;
  weights.push_back(1);
  const ByteScale scale(weights);
  EXPECT_LT(scale.unit(), 0.9F / 127);
  EXPECT_EQ(scale(1), 127);
  // Rounding to steps of 1/127 has a mean squared error of a twelfth of the step's square.
  EXPECT_LT(squared_error(weights, scale), 100'000 / (127.0 * 127 * 12) * 0.9);
}

TEST(ByteScaleTest, LargeWeightsThatCountAreNotClipped) {
  const std::vector<double> weights{4, -4, 4, 0.5, -0.5};
  EXPECT_FLOAT_EQ(ByteScale(weights).unit(), 4.0F / 127);
}

TEST(ByteScaleTest, NoScaleTriedIsBetter) {
  base::Random random(1);
  std::vector<double> weights;
  for (int i = 0; i < 2000; ++i) weights.push_back(std::pow(random.uniform(), 8) * (random.below(2) == 0 ? 1 : -1));
  const double least = squared_error(weights, ByteScale(weights));
  for (double clip = 1; clip > 0.1; clip *= std::pow(2, -0.25)) {
    // A list of one weight has the scale that reaches it.
    EXPECT_LE(least, squared_error(weights, ByteScale(std::vector<double>{clip})) * 1.001) << clip;
  }
}

TEST(ByteScaleTest, NothingButZeros) {
  for (const auto& weights : {std::vector<double>{}, std::vector<double>{0, 0}}) {
    const ByteScale scale(weights);
    EXPECT_GT(scale.unit(), 0.0F);
    EXPECT_EQ(scale(0), 0);
  }
}

}  // namespace
}  // namespace espalier::learning
