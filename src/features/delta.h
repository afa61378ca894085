// Signed distances between two words, in a range of rows; beyond it all are alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace espalier::features {

inline constexpr int kMaxDelta = 64;
inline constexpr int kNoDelta = 1 << 20;  ///< one of the words is not there
inline constexpr int kDeltaRows = 2 * kMaxDelta + 2;

constexpr int delta_of_row(int row) noexcept { return row == 0 ? kNoDelta : row - 1 - kMaxDelta; }

constexpr std::size_t delta_row(std::int32_t first, std::int32_t second) noexcept {
  if (first < 0 || second < 0) return 0;
  return static_cast<std::size_t>(std::clamp(second - first, -kMaxDelta, kMaxDelta) + kMaxDelta + 1);
}

/// Distances at which a new bin begins: the parameters of `dist`, or those of the house where it has none.
std::vector<int> distance_bins(const std::vector<std::string>& parameters);

/// How many of the bins begin at or before a distance: its number.
inline std::size_t distance_bin(const std::vector<int>& bins, int distance) noexcept {
  return static_cast<std::size_t>(std::upper_bound(bins.begin(), bins.end(), distance) - bins.begin());
}

}  // namespace espalier::features
