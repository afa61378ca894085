#include "treebank/constituent_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "treebank/constituents.h"

namespace espalier::treebank {
namespace {

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

/// A text of that width around a centre reaches so far to the left of it; the rest of it lies on the right.
int left_part(int width) { return (width - 1) / 2; }

int right_part(int width) { return width - 1 - left_part(width); }

void set_depths(const ConstituentTree& tree, ConstituentLayout& layout) {
  layout.depths.assign(at(tree.size()), 0);
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    if (i > 0) layout.depths[at(i)] = layout.depths[at(tree.node(i).parent)] + 1;
    if (!tree.node(i).is_leaf()) layout.inner_depth = std::max(layout.inner_depth, layout.depths[at(i)]);
  }
}

int middle_of_children(const ConstituentTree& tree, std::int32_t i, const std::vector<int>& centres) {
  const ConstituentTree::Node& node = tree.node(i);
  return (centres[at(node.first_child)] + centres[at(node.last_child)]) / 2;
}

/// Blocks side by side, for continuous trees.
void place_blocks(const ConstituentTree& tree, const std::vector<int>& widths, int gap, ConstituentLayout& layout) {
  std::vector<int> blocks = widths;
  std::vector<int> inside(at(tree.size()), -gap);  // the children with the gaps between them
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    if (!tree.node(i).is_leaf()) blocks[at(i)] = std::max(blocks[at(i)], inside[at(i)]);
    if (i > 0) inside[at(tree.node(i).parent)] += blocks[at(i)] + gap;
  }
  std::vector<int> left(at(tree.size()), 0);
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    int next = left[at(i)] + (blocks[at(i)] - inside[at(i)]) / 2;
    for (const std::int32_t child : tree.children(i)) {
      left[at(child)] = next;
      next += blocks[at(child)] + gap;
    }
  }
  layout.width = blocks[0];
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    const int low = left[at(i)] + left_part(widths[at(i)]);
    const int high = left[at(i)] + blocks[at(i)] - 1 - right_part(widths[at(i)]);
    const int wanted = tree.node(i).is_leaf() ? low : middle_of_children(tree, i, layout.centres);
    layout.centres[at(i)] = std::clamp(wanted, low, high);
  }
}

/// Words side by side and nodes over them, for discontinuous trees.
void place_words_first(const ConstituentTree& tree, const std::vector<int>& widths, int gap,
                       ConstituentLayout& layout) {
  std::vector<std::int32_t> order;
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    if (tree.node(i).is_leaf()) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return tree.node(a).word < tree.node(b).word; });
  for (const std::int32_t leaf : order) {
    layout.centres[at(leaf)] = layout.width + left_part(widths[at(leaf)]);
    layout.width += widths[at(leaf)] + gap;
  }
  layout.width -= gap;
  // The last child need not reach furthest to the right here.
  std::vector<int> low(at(tree.size()), layout.width);
  std::vector<int> high(at(tree.size()), 0);
  order.clear();
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    if (!tree.node(i).is_leaf()) {
      layout.centres[at(i)] = (low[at(i)] + high[at(i)]) / 2;
      order.push_back(i);
    }
    if (i == 0) break;
    const std::size_t parent = at(tree.node(i).parent);
    low[parent] = std::min(low[parent], layout.centres[at(i)]);
    high[parent] = std::max(high[parent], layout.centres[at(i)]);
  }
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return std::pair(layout.centres[at(a)], a) < std::pair(layout.centres[at(b)], b); });
  std::vector<int> free(at(layout.inner_depth + 1), 0);  // the first place of each depth that is not taken
  for (const std::int32_t i : order) {
    int& next = free[at(layout.depths[at(i)])];
    int& centre = layout.centres[at(i)];
    centre = std::max(centre, next + left_part(widths[at(i)]));
    next = centre + right_part(widths[at(i)]) + 1 + gap;
    layout.width = std::max(layout.width, next - gap);
  }
}

}  // namespace

ConstituentTree drawn_tree(const ConstituentTree& tree) {
  ConstituentTree ordered = in_word_order(tree);
  const ConstituentTree::Node& top = ordered.node(0);
  const bool is_shell = top.label.empty() && !top.is_leaf() && top.first_child == top.last_child &&
                        top.first_child != ConstituentTree::kNone && !ordered.node(top.first_child).is_leaf();
  if (!is_shell) return ordered;
  ConstituentTree inner;  // nodes move up by one, as the only child of the first is the second
  for (std::int32_t i = 1; i < ordered.size(); ++i) {
    const ConstituentTree::Node& node = ordered.node(i);
    const std::int32_t parent = i == 1 ? ConstituentTree::kNone : node.parent - 1;
    if (node.is_leaf()) {
      inner.add_leaf(parent, node.word);
    } else {
      inner.add(parent, node.label);
    }
  }
  for (std::int32_t i = 1; i < ordered.size(); ++i) {
    if (ordered.node(i).head != ConstituentTree::kNone) inner.set_head(i - 1, ordered.node(i).head - 1);
  }
  return inner;
}

ConstituentLayout lay_out_constituents(const ConstituentTree& tree, const std::vector<int>& widths, int gap) {
  ConstituentLayout layout;
  if (tree.empty()) return layout;
  layout.centres.assign(at(tree.size()), 0);
  set_depths(tree, layout);
  if (is_in_word_order(tree)) {
    place_blocks(tree, widths, gap, layout);
  } else {
    place_words_first(tree, widths, gap, layout);
  }
  return layout;
}

}  // namespace espalier::treebank
