// Where the nodes of a drawn constituent tree go, in units of the caller (columns of a terminal, pixels).
//
// Continuous trees. Idea: every node owns a block as wide as its label or as its children side by side, whichever is
// wider; blocks of siblings do not overlap, so neither does anything in them. A node stands over the middle between its
// first and its last child, as far as its label stays in its block. Discontinuous trees have no such blocks: words
// stand side by side, nodes in the middle of their children, and those of one depth are pushed apart to the right.
// Cost: O(nodes), and a sort by place for the latter. Node indices grow downwards in the tree, so loops take the place
// of recursion.
#pragma once

#include <vector>

#include "espalier/sentence.h"
#include "espalier/tree.h"

namespace espalier::treebank {

/// The tree to draw: children in the order of their words; an outer node that has no label and one constituent left
/// away.
ConstituentTree drawn_tree(const ConstituentTree& tree);

struct ConstituentLayout {
  std::vector<int> centres;  ///< of each node
  std::vector<int> depths;   ///< of each node; 0 is the top
  int width = 0;
  int inner_depth = -1;  ///< the largest depth of a node that is not a leaf; -1 when all is one leaf
};

/// `widths` of the texts of each node. REQUIRES a tree in the order of its words, each of them a leaf.
ConstituentLayout lay_out_constituents(const ConstituentTree& tree, const std::vector<int>& widths, int gap);

}  // namespace espalier::treebank
