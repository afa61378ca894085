#include "learning/byte_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espalier::learning {
namespace {

constexpr int kMost = 127;
// Scales are tried down to 1/32 of the largest, four to the octave.
constexpr int kScales = 21;
constexpr double kStep = 0.84089641525371454;  // 2^(-1/4)

}  // namespace

ByteScale::ByteScale(std::span<const double> weights) noexcept : unit_(std::numeric_limits<float>::min()) {
  double most = 0;
  for (const double weight : weights) most = std::max(most, std::abs(weight));
  double least_error = std::numeric_limits<double>::infinity();
  double unit = most / kMost;
  for (int tried = 0; tried < kScales; ++tried, unit *= kStep) {
    const ByteScale scale(std::max(static_cast<float>(unit), std::numeric_limits<float>::min()));
    double error = 0;
    for (const double weight : weights) {
      const double lost = weight - scale(weight) * static_cast<double>(scale.unit());
      error += lost * lost;
    }
    if (error >= least_error) continue;
    least_error = error;
    unit_ = scale.unit();
  }
}

std::int8_t ByteScale::operator()(double weight) const noexcept {
  const double units = std::clamp(weight / static_cast<double>(unit_), -double{kMost}, double{kMost});
  // Halves go away from zero, as std::lround has it, without the call.
  return static_cast<std::int8_t>(static_cast<int>(units + (units < 0 ? -0.5 : 0.5)));
}

}  // namespace espalier::learning
