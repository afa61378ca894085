// Decision trees of two classes, drawn by hand.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "learning/decision_tree.h"

namespace espalier::tests {

/// Children of a node follow each other.
struct DrawnNode {
  std::uint32_t parent;
  std::uint32_t value;
  int attribute;  // -1: a leaf
  double no;
  double yes;
  double gain = 1;
};

inline learning::DecisionTree draw_tree(const std::vector<DrawnNode>& drawn) {
  std::vector<learning::TreeNode> nodes;
  std::vector<double> distributions;
  for (const DrawnNode& each : drawn) {
    const auto index = static_cast<std::uint32_t>(nodes.size());
    learning::TreeNode node;
    if (index > 0) node.parent = each.parent;
    node.value = each.value;
    if (each.attribute >= 0) node.attribute = static_cast<std::uint32_t>(each.attribute);
    node.label = each.yes > each.no ? 1 : 0;
    node.cases = each.no + each.yes;
    node.gain = each.attribute < 0 ? 0 : each.gain;
    if (index > 0 && nodes[each.parent].children++ == 0) nodes[each.parent].first_child = index;
    nodes.push_back(node);
    distributions.insert(distributions.end(), {each.no, each.yes});
  }
  return {2, std::move(nodes), std::move(distributions)};
}

}  // namespace espalier::tests
