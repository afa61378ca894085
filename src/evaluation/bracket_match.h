// Two sets of brackets over the same words: what matches, what crosses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace espalier::evaluation {

/// A constituent as it is after words were left out. `gaps` are the words between begin and end that it does not have.
struct KeptBracket {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::uint32_t label = 0;
  std::vector<std::int32_t> gaps;  ///< ascending; empty for nearly all, and then without memory of its own
  std::size_t item = 0;            ///< which bracket of the sentence it was
};

/// The positions in `gold` of brackets that have a partner in `system`, each partner used once (unary chains and
/// repeated labels are multisets). `labelled` false: labels are not looked at. O(n log n).
std::vector<std::size_t> matched_brackets(const std::vector<KeptBracket>& gold, const std::vector<KeptBracket>& system,
                                          bool labelled);

/// How many brackets of `system` overlap some bracket of `gold` without one holding the other. O(n log n) for
/// continuous constituents, quadratic when some are not. REQUIRES ends within 0..words.
std::size_t count_crossing(const std::vector<KeptBracket>& gold, const std::vector<KeptBracket>& system,
                           std::size_t words);

}  // namespace espalier::evaluation
