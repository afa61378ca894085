// All small dependency structures, for tests against brute force.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/tree.h"

namespace espalier::testing {

/// Calls `visit(heads)` for every vector of heads over n words with each head in lowest..n (lowest -1: unknown heads
/// too).
template <class Visit>
void for_all_heads(std::int32_t n, std::int32_t lowest, Visit visit) {
  std::vector<std::int32_t> heads(static_cast<std::size_t>(n) + 1, lowest);
  heads[0] = kNoHead;
  for (;;) {
    visit(heads);
    std::size_t i = 1;
    while (i < heads.size() && heads[i] == n) heads[i++] = lowest;
    if (i == heads.size()) return;
    ++heads[i];
  }
}

/// Same, but only those without a cycle.
template <class Visit>
void for_all_trees(std::int32_t n, std::int32_t lowest, Visit visit) {
  for_all_heads(n, lowest, [&](const std::vector<std::int32_t>& heads) {
    if (check_heads(heads).fault == TreeFault::kNone) visit(heads);
  });
}

/// `below` is `above` or hangs from it, found by climbing; unknown heads hang from the root. REQUIRES no cycle.
inline bool climbs_to(const std::vector<std::int32_t>& heads, std::int32_t below, std::int32_t above) {
  while (below != above && below > 0) {
    const std::int32_t head = heads[static_cast<std::size_t>(below)];
    below = head == kNoHead ? 0 : head;
  }
  return below == above;
}

/// The definition of a projective arc, word for word.
inline bool spans_only_its_own(const std::vector<std::int32_t>& heads, std::int32_t head, std::int32_t word) {
  const std::int32_t left = head < word ? head : word;
  const std::int32_t right = head < word ? word : head;
  for (std::int32_t between = left + 1; between < right; ++between) {
    if (!climbs_to(heads, between, head)) return false;
  }
  return true;
}

inline std::vector<std::int32_t> nonprojective_by_definition(const std::vector<std::int32_t>& heads) {
  std::vector<std::int32_t> words;
  for (std::int32_t m = 1; m < static_cast<std::int32_t>(heads.size()); ++m) {
    const std::int32_t head = heads[static_cast<std::size_t>(m)];
    if (head != kNoHead && !spans_only_its_own(heads, head, m)) words.push_back(m);
  }
  return words;
}

}  // namespace espalier::testing
