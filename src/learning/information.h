// Information in whole numbers.
//
// Idea: every entropy here is a sum of terms n·log2 n over numbers of cases; as fixed-point numbers (28 bits behind the
// point) such sums are exact. So they depend neither on the order of the terms nor on the number of threads, and two
// attributes that are renamings of one another tie to the last bit, instead of differing by rounding.
// Bound: n up to 2³⁰ gives 2³⁰·30·2²⁸ < 2⁶³.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace espalier::learning {

class InformationTable {
 public:
  static constexpr double kUnit = 1 << 28;  ///< of a bit

  InformationTable() {
    for (std::size_t n = 1; n < small_.size(); ++n) small_[n] = compute(static_cast<double>(n));
  }

  /// n·log2 n; 0 for 0.
  std::int64_t term(std::uint32_t n) const noexcept {
    return n < small_.size() ? small_[n] : compute(static_cast<double>(n));
  }
  std::int64_t term(double n) const noexcept { return n > 0 ? compute(n) : 0; }

 private:
  static std::int64_t compute(double n) noexcept { return std::llround(n * std::log2(n) * kUnit); }

  std::array<std::int64_t, 4096> small_{};  // most nodes are small
};

}  // namespace espalier::learning
