// Which features matter: those that a sparse perceptron keeps updating.
//
// Idea: a feature is taken to be irrelevant until it has been in `min_updates` updates of one epoch (or of that one and
// those before, once it is selected); as long as it is masked, its weight is trained and scores nothing. What is
// selected at the end stays. The learner is the structured one, on the smallest structure there is, a class.
// Papers: Goldberg and Elhadad 2011 (sparse perceptron); Motta 2014 (IFIS); Milanés Barroso 2016 (dropout of counts).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "learning/examples.h"

namespace espalier::learning {

struct SparseOptions {
  std::uint32_t epochs = 10;
  std::uint32_t min_updates = 3;  ///< L; 0: all features are kept
  double count_probability = 1;   ///< p: chance that an update is counted
  double margin = 0;              ///< C: a wrong class is ahead by so much
  std::uint64_t seed = 1;
};

struct SparseSelection {
  std::vector<bool> kept;             ///< by number of the feature: selected for one class at least
  std::vector<std::size_t> mistakes;  ///< examples with a wrong class, by epoch

  std::size_t size() const;
};

/// `before`: features that are selected from the start and stay so. Features below the cut-off of the examples are not
/// kept. `progress(epochs done)`; throw from it to stop. Throws Error kUsage for fewer than two classes and labels
/// beyond.
SparseSelection select_features(const Examples& examples, std::uint32_t classes, const SparseOptions& options,
                                std::span<const std::uint64_t> before = {},
                                const std::function<void(std::uint32_t)>& progress = {});

}  // namespace espalier::learning
