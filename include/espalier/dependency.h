// Espalier: what can be asked of dependency trees, and done to them so that projective parsers can learn them.
//
// Heads come as a span over nodes 0..n, position 0 being the artificial root (as in Sentence::heads() and
// DependencyTree). All functions take any numbers: a head that is unknown or outside 0..n hangs its word from the root
// without an arc of its own, and words on a cycle dominate nothing but what hangs from them, so that arcs of a cycle
// are never projective.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "espalier/tree.h"

namespace espalier {

/// Every arc is projective (see nonprojective_arcs). O(n).
bool is_projective(std::span<const std::int32_t> heads);

/// The words m, ascending, whose arc (h, m) spans a word that h does not dominate. Arcs from the root are arcs like all
/// others; as the root dominates every word of a tree, they are projective there. These are the arcs that treebank
/// statistics count (percentages are of all words, root arcs included). O(n).
std::vector<std::int32_t> nonprojective_arcs(std::span<const std::int32_t> heads);

/// The words m, ascending, whose arc crosses another arc when all are drawn above the words, those from the root (drawn
/// left of the first word) included. A tree has none if and only if it is projective. O(n log n).
std::vector<std::int32_t> crossing_arcs(std::span<const std::int32_t> heads);

/// The largest number of gaps in the yield of any word (Kuhlmann and Nivre 2006): 0 for projective trees. O(n log n).
std::int32_t gap_degree(std::span<const std::int32_t> heads);

/// How the label of a lifted arc tells from where it was lifted (Nivre and Nilsson 2005). `d` is the label of the
/// lifted word, `h` that of its true head, `p` those on the way from the true head up to the new one.
enum class LiftMarking {
  kNone,      ///< labels stay; lifting cannot be undone
  kHead,      ///< d↑h
  kPath,      ///< d↑ and p↓
  kHeadPath,  ///< d↑h and p↓
};

/// By name: none, head, path, head+path. Throws Error kUsage on any other.
LiftMarking lift_marking_named(std::string_view name);

/// Makes the tree projective by moving dependents up to ancestors of their heads, each as little as any projective tree
/// allows, and returns how many words moved. Labels are marked as told; `↑`, `↓` and `\` of the labels themselves are
/// escaped with `\` so that deprojectivize() gives back every label as it was. Throws Error kInput on a cycle. Near
/// O(n).
std::size_t projectivize(DependencyTree& tree, LiftMarking marking);
std::size_t projectivize(Sentence& sentence, LiftMarking marking);

/// Undoes projectivize() with any marking but kNone, by the labels alone: each marked word moves down to the first
/// fitting word below its head, breadth first and left to right; where none fits it stays. All marks are removed.
/// Returns how many words moved. Never makes a cycle.
std::size_t deprojectivize(DependencyTree& tree);
std::size_t deprojectivize(Sentence& sentence);

}  // namespace espalier
