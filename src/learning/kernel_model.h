// A classifier with a polynomial kernel, as it was learned: for each two classes a decision, made of support vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace espalier::learning {

/// (gamma · x·y + coef0)^degree. The defaults are those of MaltParser.
struct PolynomialKernel {
  std::uint32_t degree = 2;
  double gamma = 0.2;
  double coef0 = 0.4;

  /// By squaring, factor by factor as libsvm multiplies, so that no digit differs.
  double operator()(double dot) const noexcept {
    double factor = gamma * dot + coef0;
    double value = 1;
    for (std::uint32_t left = degree; left > 0; left /= 2) {
      if (left % 2 == 1) value *= factor;
      factor *= factor;
    }
    return value;
  }
};

/// Decisions between `classes`, one for each two of them.
constexpr std::uint64_t pairs_of(std::uint64_t classes) noexcept {
  return classes == 0 ? 0 : classes * (classes - 1) / 2;
}

/// The place of the decision between classes a < b: (0, 1), (0, 2) … (1, 2) …
constexpr std::uint64_t pair_place(std::uint64_t a, std::uint64_t b, std::uint64_t classes) noexcept {
  return a * (2 * classes - a - 1) / 2 + (b - a - 1);
}

struct SupportVector {
  /// What it adds to a decision, for each unit of its kernel with the example.
  struct Coefficient {
    std::uint32_t pair = 0;
    double value = 0;
  };
  std::vector<std::uint64_t> features;    ///< one given twice counts twice
  std::vector<Coefficient> coefficients;  ///< ascending by pair, none zero
};

/// Of the decision between a < b, a sum less `rho` above 0 speaks for a. The class with most decisions wins, of several
/// the lowest.
struct KernelModel {
  std::vector<std::uint32_t> classes;  ///< those seen in training, ascending
  std::vector<double> rho;             ///< by pair
  std::vector<SupportVector> vectors;  ///< those of the first class, then those of the next
};

}  // namespace espalier::learning
