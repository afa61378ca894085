#include "learning/softmax.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace espalier::learning {
namespace {

// Gradients below are not worth the way to the weights.
constexpr float kNegligible = 1e-3F;
constexpr float kTrustRate = 0.1F;
constexpr float kStartTrust = 0.5F;

class SoftmaxLearner {
 public:
  SoftmaxLearner(const Examples& examples, std::uint32_t classes, std::span<const float> priors, float rate)
      : examples_(examples),
        classes_(classes),
        priors_(priors),
        rate_(rate),
        weights_(examples.features() * classes),
        squares_(weights_.size(), 1.0F),
        averages_(weights_.size()),
        row_(classes) {}

  void learn(std::size_t example) {
    score(example);
    const std::span<const float> prior = priors_.subspan(example * classes_, classes_);
    float push = 0;  // of the trust
    for (std::uint32_t c = 0; c < classes_; ++c) {
      const float gradient = row_[c] - (c == examples_.label(example) ? 1.0F : 0.0F);
      push += gradient * prior[c];
      if (std::abs(gradient) < kNegligible) continue;
      for (const std::uint32_t id : examples_.ids(example)) {
        const std::size_t at = std::size_t{id} * classes_ + c;
        squares_[at] += gradient * gradient;
        weights_[at] -= rate_ * gradient / std::sqrt(squares_[at]);
      }
    }
    trust_squares_ += push * push;
    trust_ -= kTrustRate * push / std::sqrt(trust_squares_);
  }

  void end_epoch() {
    ++epochs_;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      averages_[i] += (weights_[i] - averages_[i]) / static_cast<float>(epochs_);
    }
  }

  SoftmaxModel result() const {
    SoftmaxModel model;
    model.trust = trust_;
    for (std::uint32_t id = 0; id < examples_.features(); ++id) {
      for (std::uint32_t c = 0; c < classes_; ++c) {
        const float weight = averages_[std::size_t{id} * classes_ + c];
        if (weight != 0) model.weights.push_back({examples_.feature(id), c, weight});
      }
    }
    return model;
  }

 private:
  void score(std::size_t example) {
    const float* const prior = priors_.data() + example * classes_;
    for (std::uint32_t c = 0; c < classes_; ++c) row_[c] = trust_ * prior[c];
    for (const std::uint32_t id : examples_.ids(example)) {
      const float* const weights = weights_.data() + std::size_t{id} * classes_;
      for (std::uint32_t c = 0; c < classes_; ++c) row_[c] += weights[c];
    }
    to_probabilities(row_);
  }

  const Examples& examples_;
  std::uint32_t classes_;
  std::span<const float> priors_;
  float rate_;
  float trust_ = kStartTrust;
  float trust_squares_ = 1;
  int epochs_ = 0;
  std::vector<float> weights_;  // by feature, then class, here and below
  std::vector<float> squares_;
  std::vector<float> averages_;
  std::vector<float> row_;
};

}  // namespace

void to_probabilities(std::span<float> scores) noexcept {
  const float best = *std::max_element(scores.begin(), scores.end());
  float total = 0;
  for (float& score : scores) total += score = std::exp(score - best);
  for (float& score : scores) score /= total;
}

SoftmaxModel train_softmax(const Examples& examples, std::uint32_t classes, std::span<const float> priors,
                           const SoftmaxOptions& options, const std::vector<bool>& held,
                           const std::function<void(int)>& progress) {
  std::vector<std::uint32_t> order;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (held.empty() || !held[i]) order.push_back(static_cast<std::uint32_t>(i));
  }
  SoftmaxLearner learner(examples, classes, priors, static_cast<float>(options.rate));
  base::Random random(options.seed);
  for (int epoch = 1; epoch <= options.epochs; ++epoch) {
    random.shuffle(order);
    for (const std::uint32_t example : order) learner.learn(example);
    learner.end_epoch();
    if (progress) progress(epoch);
  }
  return learner.result();
}

}  // namespace espalier::learning
