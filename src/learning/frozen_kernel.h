// Classifiers with a polynomial kernel, as a model file holds them.
//
// Idea: examples have few features of very many, and a support vector counts through the features that it shares with
// the example alone. So vectors are not kept as lists of features but the other way round, for each feature the vectors
// that have it: going through the lists of the example's features counts all dot products at once, and no pair of
// vectors is ever merged. Then one pass over the vectors, in libsvm's order, adds each one's kernel to the decisions it
// has a part in; most of its coefficients are zero and are not there.
// Invariant: every decision adds the same numbers in the same order as libsvm does, so its votes are libsvm's.
// Cost: the length of the lists, which is the sum of all dot products, and one multiplication a coefficient; libsvm
// goes through all features of all vectors, and all coefficients, zeros too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/kernel_model.h"

namespace espalier::learning {

/// What scoring writes in; one a thread, used again and again.
struct KernelScratch {
  std::vector<std::uint32_t> dots;  ///< by vector
  std::vector<double> decisions;    ///< by pair
};

/// Several classifiers, called parts, of one kernel.
class FrozenKernel {
 public:
  FrozenKernel() = default;
  /// Reads in place what freeze() made, for `classes` classes; the bytes must outlive it and be aligned to 8. Throws
  /// Error kInput when they cannot be such classifiers (every place is checked, so that no score can leave them).
  FrozenKernel(std::span<const std::byte> bytes, std::uint32_t classes);

  static std::string freeze(std::span<const KernelModel> parts, const PolynomialKernel& kernel);

  /// Adds to `scores`, one a class, the decisions that the part's classes win. REQUIRES part < parts().
  void add_scores(std::size_t part, std::span<const std::uint64_t> features, KernelScratch& scratch,
                  float* scores) const;
  /// The decisions of a part, pair by pair, as libsvm's svm_predict_values() gives them; good until the next call.
  std::span<const double> decide(std::size_t part, std::span<const std::uint64_t> features,
                                 KernelScratch& scratch) const;

  const PolynomialKernel& kernel() const noexcept { return kernel_; }
  std::size_t parts() const noexcept { return parts_.size(); }
  std::size_t vectors() const noexcept { return vectors_; }
  std::size_t features() const noexcept { return features_; }
  std::size_t coefficients() const noexcept { return coefficients_; }

 private:
  struct Part {
    std::span<const std::uint32_t> classes;
    std::span<const double> rho;              // by pair
    std::span<const std::uint64_t> features;  // ascending
    std::span<const std::uint32_t> lists;     // by feature, the end of its list of all parts; one more in front
    std::span<const std::uint32_t> sums;      // by vector, the end of its coefficients of all parts; one more in front
  };
  struct Header;
  struct PartSizes;
  class Reader;

  void check(const Part& part, std::uint32_t classes) const;

  PolynomialKernel kernel_;
  std::vector<Part> parts_;
  const std::uint32_t* listed_ = nullptr;  // vectors of their part
  const double* values_ = nullptr;         // coefficients,
  const std::uint32_t* pairs_ = nullptr;   // and the decision that each is of
  std::size_t vectors_ = 0;
  std::size_t features_ = 0;
  std::size_t lists_ = 0;  // numbers in listed_
  std::size_t coefficients_ = 0;
};

}  // namespace espalier::learning
