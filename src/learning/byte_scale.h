// Weights as 8-bit numbers with one scale for a whole table.
//
// Trained weights have a heavy tail: a scale that reaches the largest leaves the many small ones few steps, one that
// clips a handful of the largest loses less. Of a row of scales from the one that clips nothing downwards, the one with
// the smallest squared error over all weights is taken. Cost: one pass over the weights a scale tried.
#pragma once

#include <cstdint>
#include <span>

namespace espalier::learning {

class ByteScale {
 public:
  explicit ByteScale(std::span<const double> weights) noexcept;

  /// What one unit is worth; never 0.
  float unit() const noexcept { return unit_; }
  /// The nearest of -127..127 units.
  std::int8_t operator()(double weight) const noexcept;

 private:
  explicit ByteScale(float unit) noexcept : unit_(unit) {}

  float unit_;
};

}  // namespace espalier::learning
