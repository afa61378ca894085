#include "learning/decision_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace espalier::learning {

DecisionTree::DecisionTree(std::uint32_t classes, std::vector<TreeNode> nodes, std::vector<double> distributions)
    : classes_(classes), nodes_(std::move(nodes)), distributions_(std::move(distributions)) {}

std::size_t DecisionTree::leaves() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const TreeNode& node) { return node.is_leaf(); }));
}

std::uint32_t DecisionTree::depth() const {
  std::uint32_t depth = 0;
  for (std::uint32_t at = static_cast<std::uint32_t>(nodes_.size()) - 1; at != 0; at = nodes_[at].parent) ++depth;
  return depth;  // breadth first: the last node is a deepest one
}

std::uint32_t DecisionTree::child(const TreeNode& node, std::uint32_t value) const noexcept {
  const auto first = nodes_.begin() + node.first_child;
  const auto last = first + node.children;
  const auto found = std::lower_bound(first, last, value,
                                      [](const TreeNode& each, std::uint32_t wanted) { return each.value < wanted; });
  return found == last || found->value != value ? TreeNode::kNone : static_cast<std::uint32_t>(found - nodes_.begin());
}

std::vector<double> DecisionTree::probabilities(std::span<const std::uint32_t> values) const {
  std::vector<double> out(classes_);
  std::vector<std::pair<std::uint32_t, double>> open{{0, 1.0}};  // nodes and how much of the example is there
  while (!open.empty()) {
    const auto [at, share] = open.back();
    open.pop_back();
    const TreeNode& node = nodes_[at];
    if (!node.is_leaf() && values[node.attribute] == kMissing) {
      for (std::uint32_t k = node.children; k > 0; --k) {
        const std::uint32_t next = node.first_child + k - 1;
        open.emplace_back(next, share * nodes_[next].cases / node.cases);
      }
      continue;
    }
    const std::uint32_t next = node.is_leaf() ? TreeNode::kNone : child(node, values[node.attribute]);
    if (next != TreeNode::kNone) {
      open.emplace_back(next, share);
      continue;
    }
    for (std::uint32_t c = 0; c < classes_; ++c) out[c] += share * distribution(at)[c] / node.cases;
  }
  return out;
}

std::uint32_t DecisionTree::classify(std::span<const std::uint32_t> values) const {
  std::uint32_t at = 0;
  for (;;) {
    const TreeNode& node = nodes_[at];
    if (node.is_leaf()) return node.label;
    const std::uint32_t value = values[node.attribute];
    if (value == kMissing) break;
    const std::uint32_t next = child(node, value);
    if (next == TreeNode::kNone) return node.label;
    at = next;
  }
  const std::vector<double> all = probabilities(values);
  return static_cast<std::uint32_t>(std::max_element(all.begin(), all.end()) - all.begin());
}

std::string DecisionTree::to_text(const TreeNames& names) const {
  std::string out;
  const auto leaf = [&](std::uint32_t at) {
    const TreeNode& node = nodes_[at];
    const double errors = node.cases - distribution(at)[node.label];
    out += fmt::format(" {} ({:.1f}", names.label(node.label), node.cases);
    if (errors >= 0.05) out += fmt::format("/{:.1f}", errors);
    out += ")\n";
  };
  if (nodes_[0].is_leaf()) leaf(0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // nodes with their depths, the next on top
  const auto push_children = [&](std::uint32_t at, std::uint32_t depth) {
    for (std::uint32_t k = nodes_[at].children; k > 0; --k) open.emplace_back(nodes_[at].first_child + k - 1, depth);
  };
  push_children(0, 0);
  while (!open.empty()) {
    const auto [at, depth] = open.back();
    open.pop_back();
    const TreeNode& node = nodes_[at];
    for (std::uint32_t i = 0; i < depth; ++i) out += "|   ";
    const std::uint32_t attribute = nodes_[node.parent].attribute;
    out += fmt::format("{} = {}:", names.attribute(attribute), names.value(attribute, node.value));
    if (node.is_leaf()) {
      leaf(at);
    } else {
      out += '\n';
      push_children(at, depth + 1);
    }
  }
  return out;
}

}  // namespace espalier::learning
