// Questions to a constituent tree, and copies of it in another order.
//
// All of them use one property of ConstituentTree: a node is added after its parent, so its index is greater. A loop
// over falling indices goes bottom-up, one over rising indices top-down; nothing recurses, and all is O(nodes) unless
// said.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/tree.h"

namespace espalier::treebank {

/// What a node covers. Without gaps when last - first + 1 == count.
struct Extent {
  std::int32_t first = 0;
  std::int32_t last = 0;
  std::int32_t count = 0;

  bool is_continuous() const noexcept { return last - first + 1 == count; }
  bool operator==(const Extent&) const = default;
};

/// The extent of every node.
std::vector<Extent> extents(const ConstituentTree& tree);
/// The words of every node, sorted. O(nodes × words) in the worst case: for discontinuous trees; else use extents().
std::vector<std::vector<std::int32_t>> yields(const ConstituentTree& tree);
/// No constituent has a gap.
bool is_continuous(const ConstituentTree& tree);

/// The leaves, read from left to right, are the words 1, 2, 3, …
bool is_in_word_order(const ConstituentTree& tree);
/// The same tree with the children of every node sorted by their first word, numbered in that order.
ConstituentTree in_word_order(const ConstituentTree& tree);
/// The same tree with its nodes numbered depth-first, as readers number them.
ConstituentTree renumbered(const ConstituentTree& tree);

/// What is wrong with a tree over `words` words, in words; empty: each is one leaf and no constituent is empty.
std::string find_fault(const ConstituentTree& tree, std::int32_t words);
/// Constituents on the longest path from the top to a leaf, leaves not counted; 0 for a single leaf.
std::int32_t depth(const ConstituentTree& tree);

enum class HeadMarks { kCompare, kIgnore };
/// Equal shape, order of children, labels and words, however the nodes are numbered.
bool is_same_tree(const ConstituentTree& a, const ConstituentTree& b, HeadMarks marks = HeadMarks::kCompare);

/// The node after `i` in depth-first order (children before siblings), or kNone.
std::int32_t next_in_depth_first_order(const ConstituentTree& tree, std::int32_t i);

}  // namespace espalier::treebank
