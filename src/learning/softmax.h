// Multinomial logistic regression that begins with what somebody else thinks: a prior for each example.
//
// Idea: p(c|x) ∝ exp(a·log prior(c) + Σ w). The features learn what the prior gets wrong, no more, so few and small
// weights do; how far the prior is trusted, a, is learned as well. Stochastic gradient with a rate of its own for every
// weight (AdaGrad), weights averaged over the ends of epochs. What comes out are probabilities that mean what they say,
// as far as the examples are like those to come.
// Cost: epochs × features × classes that are not settled; memory is two floats a feature and class.
// Papers: Duchi, Hazan and Singer 2011 (AdaGrad).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "learning/examples.h"
#include "learning/row_weight.h"

namespace espalier::learning {

struct SoftmaxOptions {
  int epochs = 4;
  double rate = 0.2;
  std::uint64_t seed = 1;
};

struct SoftmaxModel {
  std::vector<RowWeight> weights;  ///< none is zero
  float trust = 0;                 ///< a, the weight of the prior
};

/// `priors`: logarithms, by example and class. `held`: by example, true: it is not learned from; or none at all.
/// `progress(epochs done)`; throw from it to stop. REQUIRES labels below `classes`.
SoftmaxModel train_softmax(const Examples& examples, std::uint32_t classes, std::span<const float> priors,
                           const SoftmaxOptions& options, const std::vector<bool>& held = {},
                           const std::function<void(int)>& progress = {});

/// Scores become probabilities, in place.
void to_probabilities(std::span<float> scores) noexcept;

}  // namespace espalier::learning
