// Which features stand where in a table whose lines do not overflow.
//
// Idea: where a line gets more features than it has slots, or two with the same tag, the least important are left out.
// So a lookup reads one line and never goes on, and a table nine tenths full loses few features, the smallest ones.
// Cost: features come sorted, so that those of a line are neighbours; a count a number of lines tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier::learning {

struct LinePlan {
  /// The features of line i are kept[first[i]] .. kept[first[i + 1] - 1], as positions in the list given, ascending.
  std::vector<std::size_t> first;
  std::vector<std::size_t> kept;

  std::size_t lines() const noexcept { return first.size() - 1; }
};

/// As few lines of `slots` slots as leave out no more than one feature in twenty (a few more where features do not
/// spread over the lines as hashes do). REQUIRES features sorted and distinct; worth: how important each is.
LinePlan plan_lines(std::span<const std::uint64_t> features, std::span<const double> worth, std::size_t slots);

}  // namespace espalier::learning
