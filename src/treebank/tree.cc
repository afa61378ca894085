#include "espalier/tree.h"

#include <algorithm>
#include <array>

namespace espalier {

// Follows heads from each word, marking what is on the current path; every word is walked over at most twice, so O(n).
// A walk that meets its own mark has found a cycle.
TreeCheck check_heads(std::span<const std::int32_t> heads) {
  const auto nodes = static_cast<std::int32_t>(heads.size());
  for (std::int32_t word = 1; word < nodes; ++word) {
    const std::int32_t head = heads[static_cast<std::size_t>(word)];
    if (head != kNoHead && (head < 0 || head >= nodes)) return {TreeFault::kOutOfRange, word};
  }
  std::array<std::int32_t, 512> small;  // no allocation for ordinary sentences
  std::vector<std::int32_t> large(heads.size() > small.size() ? heads.size() : 0);
  const std::span<std::int32_t> mark = large.empty() ? std::span(small).first(heads.size()) : std::span(large);
  std::fill(mark.begin(), mark.end(), 0);
  for (std::int32_t start = 1; start < nodes; ++start) {
    std::int32_t at = start;
    while (at > 0 && mark[static_cast<std::size_t>(at)] == 0) {
      mark[static_cast<std::size_t>(at)] = start;
      at = heads[static_cast<std::size_t>(at)];
    }
    if (at > 0 && mark[static_cast<std::size_t>(at)] == start) return {TreeFault::kCycle, at};
  }
  return {};
}

std::int32_t ConstituentTree::append(std::int32_t parent, Node&& node) {
  const std::int32_t index = size();
  node.parent = parent;
  nodes_.push_back(std::move(node));
  if (parent != kNone) {
    Node& mother = nodes_[static_cast<std::size_t>(parent)];
    if (mother.last_child == kNone) {
      mother.first_child = index;
    } else {
      nodes_[static_cast<std::size_t>(mother.last_child)].next_sibling = index;
    }
    mother.last_child = index;
  }
  return index;
}

std::int32_t ConstituentTree::add(std::int32_t parent, std::string_view label) {
  Node node;
  node.label = label;
  return append(parent, std::move(node));
}

std::int32_t ConstituentTree::add_leaf(std::int32_t parent, std::int32_t word) {
  Node node;
  node.word = word;
  return append(parent, std::move(node));
}

}  // namespace espalier
