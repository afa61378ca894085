#include "treebank/constituents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace espalier::treebank {
namespace {

constexpr std::int32_t kNone = ConstituentTree::kNone;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// A copy that visits the children of each node in the order that `arrange` puts them in.
template <class Arrange>
ConstituentTree copied(const ConstituentTree& tree, Arrange&& arrange) {
  ConstituentTree copy;
  copy.reserve(at(tree.size()));
  struct Task {
    std::int32_t node;
    std::int32_t parent;
  };
  std::vector<Task> tasks;
  std::vector<std::int32_t> children;
  if (!tree.empty()) tasks.push_back({0, kNone});
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const ConstituentTree::Node& node = tree.node(task.node);
    const std::int32_t made =
        node.is_leaf() ? copy.add_leaf(task.parent, node.word) : copy.add(task.parent, node.label);
    if (task.parent != kNone && tree.node(node.parent).head == task.node) copy.set_head(task.parent, made);
    children.clear();
    for (const std::int32_t child : tree.children(task.node)) children.push_back(child);
    arrange(children);
    for (auto child = children.rbegin(); child != children.rend(); ++child) tasks.push_back({*child, made});
  }
  return copy;
}

}  // namespace

std::vector<Extent> extents(const ConstituentTree& tree) {
  std::vector<Extent> all(at(tree.size()));
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    Extent& own = all[at(i)];
    const ConstituentTree::Node& node = tree.node(i);
    if (node.is_leaf()) own = {node.word, node.word, 1};
    if (node.parent == kNone || own.count == 0) continue;
    Extent& mother = all[at(node.parent)];
    mother.first = mother.count == 0 ? own.first : std::min(mother.first, own.first);
    mother.last = std::max(mother.last, own.last);
    mother.count += own.count;
  }
  return all;
}

std::vector<std::vector<std::int32_t>> yields(const ConstituentTree& tree) {
  std::vector<std::vector<std::int32_t>> all(at(tree.size()));
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    const ConstituentTree::Node& node = tree.node(i);
    std::vector<std::int32_t>& own = all[at(i)];
    if (node.is_leaf()) own.push_back(node.word);
    std::sort(own.begin(), own.end());
    if (node.parent == kNone) continue;
    std::vector<std::int32_t>& mother = all[at(node.parent)];
    mother.insert(mother.end(), own.begin(), own.end());
  }
  return all;
}

bool is_continuous(const ConstituentTree& tree) {
  const std::vector<Extent> all = extents(tree);
  return std::all_of(all.begin(), all.end(), [](const Extent& e) { return e.count == 0 || e.is_continuous(); });
}

std::int32_t next_in_depth_first_order(const ConstituentTree& tree, std::int32_t i) {
  if (tree.node(i).first_child != kNone) return tree.node(i).first_child;
  while (i != kNone && tree.node(i).next_sibling == kNone) i = tree.node(i).parent;
  return i == kNone ? kNone : tree.node(i).next_sibling;
}

bool is_in_word_order(const ConstituentTree& tree) {
  std::int32_t word = 0;
  for (std::int32_t i = tree.empty() ? kNone : 0; i != kNone; i = next_in_depth_first_order(tree, i)) {
    if (tree.node(i).is_leaf() && tree.node(i).word != ++word) return false;
  }
  return true;
}

ConstituentTree in_word_order(const ConstituentTree& tree) {
  const std::vector<Extent> all = extents(tree);
  return copied(tree, [&all](std::vector<std::int32_t>& children) {
    std::stable_sort(children.begin(), children.end(),
                     [&all](std::int32_t a, std::int32_t b) { return all[at(a)].first < all[at(b)].first; });
  });
}

ConstituentTree renumbered(const ConstituentTree& tree) {
  return copied(tree, [](std::vector<std::int32_t>&) {});
}

std::string find_fault(const ConstituentTree& tree, std::int32_t words) {
  std::vector<bool> seen(at(words) + 1, false);
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const ConstituentTree::Node& node = tree.node(i);
    if (!node.is_leaf()) {
      if (node.first_child == kNone) return fmt::format("constituent '{}' is empty", node.label);
      continue;
    }
    if (node.word > words) return fmt::format("constituents name word {} of {}", node.word, words);
    if (seen[at(node.word)]) return fmt::format("word {} is in the constituents twice", node.word);
    seen[at(node.word)] = true;
  }
  for (std::int32_t word = 1; word <= words; ++word) {
    if (!seen[at(word)]) return fmt::format("word {} is in no constituent", word);
  }
  return {};
}

std::int32_t depth(const ConstituentTree& tree) {
  std::vector<std::int32_t> depths(at(tree.size()), 0);
  std::int32_t deepest = 0;
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const ConstituentTree::Node& node = tree.node(i);
    depths[at(i)] = (node.parent == kNone ? 0 : depths[at(node.parent)]) + (node.is_leaf() ? 0 : 1);
    deepest = std::max(deepest, depths[at(i)]);
  }
  return deepest;
}

bool is_same_tree(const ConstituentTree& a, const ConstituentTree& b, HeadMarks marks) {
  if (a.size() != b.size()) return false;
  std::int32_t i = a.empty() ? kNone : 0;
  std::int32_t j = i;
  while (i != kNone && j != kNone) {
    const ConstituentTree::Node& m = a.node(i);
    const ConstituentTree::Node& n = b.node(j);
    if (m.label != n.label || m.word != n.word) return false;
    if ((m.first_child == kNone) != (n.first_child == kNone)) return false;
    if ((m.next_sibling == kNone) != (n.next_sibling == kNone)) return false;
    if (marks == HeadMarks::kCompare && m.parent != kNone &&
        (a.node(m.parent).head == i) != (b.node(n.parent).head == j)) {
      return false;
    }
    i = next_in_depth_first_order(a, i);
    j = next_in_depth_first_order(b, j);
  }
  return i == j;
}

}  // namespace espalier::treebank
