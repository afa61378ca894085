#include "learning/softmax.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace espalier::learning {
namespace {

float weight_of(const SoftmaxModel& model, std::uint64_t feature, std::uint32_t label) {
  for (const RowWeight& row : model.weights) {
    if (row.feature == feature && row.label == label) return row.weight;
  }
  return 0;
}

TEST(Softmax, ScoresBecomeProbabilities) {
  // e^0 : e^ln 3 = 1 : 3, whatever is added to both.
  std::array<float, 2> row = {1000.0F, 1000.0F + std::log(3.0F)};
  to_probabilities(row);
  EXPECT_NEAR(row[0], 0.25F, 1e-4);
  EXPECT_NEAR(row[1], 0.75F, 1e-4);
}

/// Feature 7 has class 1 three times in four, feature 8 never: what is learned are these odds.
TEST(Softmax, LearnsTheOddsOfAFeature) {
  Examples examples;
  for (int i = 0; i < 4000; ++i) {
    const std::uint64_t feature = i % 2 == 0 ? 7 : 8;
    examples.add(feature == 7 && i % 8 != 0 ? 1 : 0, std::span(&feature, 1));
  }
  const std::vector<float> priors(2 * examples.size(), std::log(0.5F));
  const SoftmaxModel model = train_softmax(examples, 2, priors, {20, 0.2, 1});
  std::array<float, 2> row = {weight_of(model, 7, 0), weight_of(model, 7, 1)};
  to_probabilities(row);
  EXPECT_NEAR(row[1], 0.75, 0.03);
  EXPECT_GT(weight_of(model, 8, 0), weight_of(model, 8, 1) + 3);
}

/// The prior is right nine times in ten; features that say nothing leave it alone.
TEST(Softmax, TrustsAPriorAsFarAsItIsRight) {
  base::Random random(3);
  Examples examples;
  std::vector<float> priors;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t feature = 1 + random.below(3);
    const auto label = static_cast<std::uint32_t>(random.below(3));
    const std::uint32_t said = random.below(10) == 0 ? (label + 1) % 3 : label;
    examples.add(label, std::span(&feature, 1));
    // Far too sure of itself.
    for (std::uint32_t c = 0; c < 3; ++c) priors.push_back(std::log(c == said ? 0.9998F : 0.0001F));
  }
  const SoftmaxModel model = train_softmax(examples, 3, priors, {10, 0.05, 1});
  std::array<float, 3> row = {model.trust * std::log(0.9998F), model.trust * std::log(0.0001F),
                              model.trust * std::log(0.0001F)};
  to_probabilities(row);
  EXPECT_NEAR(row[0], 0.9, 0.03);
}

TEST(Softmax, DoesNotLearnFromWhatIsHeld) {
  Examples examples;
  std::vector<bool> held;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t feature = i % 2 == 0 ? 7 : 8;
    examples.add(i % 2 == 0 ? 1 : 0, std::span(&feature, 1));
    held.push_back(feature == 7);
  }
  const std::vector<float> priors(2 * examples.size(), 0.0F);
  const SoftmaxModel model = train_softmax(examples, 2, priors, {}, held);
  EXPECT_EQ(weight_of(model, 7, 1), 0);
  EXPECT_GT(weight_of(model, 8, 0), 0);
}

}  // namespace
}  // namespace espalier::learning
