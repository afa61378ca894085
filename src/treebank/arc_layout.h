// Where the arcs of a drawing go: levels for arcs, places for words.
//
// Levels. Idea: short arcs first; an arc goes one level above the highest one that shares a gap between words with it.
// Invariants: two arcs on one level share no gap (they may meet at a word); an arc that lies within another is below
// it; every arc above level 1 has one on the level just below that it cannot go under, so no level is empty. Crossing
// arcs need no special care. Cost: O(n log n) and the sum of the arc lengths, over contiguous memory.
//
// Where arcs stand beside the words, into and out of a word share a line, and the arc into it must be the outer one.
// That is the other stacking: arcs deep in the tree first, short ones first among equals, each also above all that
// leave its dependent. The first and, in projective trees, the second invariant hold as well.
//
// Places. Words stand as close as their widths and the labels of the arcs between them allow: the longest path over
// constraints that all point to the right, so one sweep finds it.
//
// All numbers are in units of the caller, columns of a terminal or pixels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier::treebank {

struct Arc {
  std::int32_t head = 0;
  std::int32_t dependent = 0;
  int level = 0;           ///< from 1, just above the words
  bool projective = true;  ///< the head dominates all words under the arc

  std::int32_t left() const noexcept { return std::min(head, dependent); }
  std::int32_t right() const noexcept { return std::max(head, dependent); }
  bool operator==(const Arc&) const = default;
};

struct ArcLayout {
  std::vector<Arc> arcs;            ///< by dependent; those from node 0 are not here
  std::vector<std::int32_t> roots;  ///< words whose head is node 0
  int levels = 0;
};

enum class Stacking {
  kShortBelow,  ///< for arcs above the words
  kOutBelowIn,  ///< for arcs beside the words
};

/// Any heads will do: unknown ones, those out of range and words that are their own head have no arc; cycles do no
/// harm.
ArcLayout lay_out_arcs(std::span<const std::int32_t> heads, Stacking stacking = Stacking::kShortBelow);

/// The left and the right end of an arc, as offsets into the blocks of their words, must be `room` apart at least.
struct ArcRoom {
  std::int32_t left = 0;
  std::int32_t right = 0;
  int left_offset = 0;
  int right_offset = 0;
  int room = 0;
};

/// The start of each word's block: in order, `gap` apart at least. Positions 1..n count; that of node 0 is 0.
std::vector<int> place_words(const std::vector<int>& widths, int gap, std::vector<ArcRoom> rooms);

}  // namespace espalier::treebank
