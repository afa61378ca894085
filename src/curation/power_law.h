// The curve that errors follow as data grow: error = a · n^−b + c.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace espalier::curation {

struct PowerLaw {
  double a = 0;
  double b = 0;
  double c = 0;

  double at(double size) const;
  /// Where the error has fallen to this; infinite where it never does.
  double size_for(double error) const;
};

struct ErrorPoint {
  double size = 0;   ///< > 0
  double error = 0;  ///< > 0
};

/// Sizes that a curve needs: one more than it has numbers, or it would go through any noise.
inline constexpr std::size_t kFewestSizes = 3;         // a and b
inline constexpr std::size_t kFewestSizesForRest = 4;  // and c

/// The curve nearest to the points, by relative distance, with a > 0, b > 0, and c >= 0 (c = 0 unless `free_c`).
/// Nothing where errors do not fall. REQUIRES kFewestSizes points of different sizes.
std::optional<PowerLaw> fit_power_law(std::span<const ErrorPoint> points, bool free_c);

}  // namespace espalier::curation
