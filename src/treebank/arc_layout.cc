#include "treebank/arc_layout.h"

#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

#include "espalier/dependency.h"

namespace espalier::treebank {
namespace {

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

/// Words between a word and node 0; 0 for what hangs on a cycle or on an unknown head. Each word is walked over twice.
std::vector<int> depths(std::span<const std::int32_t> heads) {
  constexpr int kUnknown = -1;
  constexpr int kOnPath = -2;
  std::vector<int> depth(heads.size(), kUnknown);
  std::vector<std::int32_t> path;
  for (std::size_t start = 1; start < heads.size(); ++start) {
    path.clear();
    auto word = static_cast<std::int32_t>(start);
    while (word > 0 && at(word) < heads.size() && depth[at(word)] == kUnknown) {
      depth[at(word)] = kOnPath;
      path.push_back(word);
      word = heads[at(word)];
    }
    const bool is_known = word > 0 && at(word) < heads.size() && depth[at(word)] >= 0;
    int next = is_known ? depth[at(word)] + 1 : 0;
    for (; !path.empty(); path.pop_back()) depth[at(path.back())] = next++;
  }
  return depth;
}

/// The order in which arcs are given their levels, as indices.
std::vector<std::size_t> order_of(const std::vector<Arc>& arcs, std::span<const std::int32_t> heads,
                                  Stacking stacking) {
  const bool by_depth = stacking == Stacking::kOutBelowIn;
  const std::vector<int> depth = by_depth ? depths(heads) : std::vector<int>(heads.size(), 0);
  const auto key = [&](std::size_t i) {
    const Arc& arc = arcs[i];
    return std::tuple(-depth[at(arc.dependent)], arc.right() - arc.left(), arc.left());
  };
  std::vector<std::size_t> order(arcs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

void set_levels(ArcLayout& layout, std::span<const std::int32_t> heads, Stacking stacking) {
  std::vector<int> highest(heads.size(), 0);    // over the gap to the right of each word
  std::vector<int> outermost(heads.size(), 0);  // of the arcs out of each word
  for (const std::size_t i : order_of(layout.arcs, heads, stacking)) {
    Arc& arc = layout.arcs[i];
    int below = 0;
    for (std::size_t gap = at(arc.left()); gap < at(arc.right()); ++gap) below = std::max(below, highest[gap]);
    if (stacking == Stacking::kOutBelowIn) below = std::max(below, outermost[at(arc.dependent)]);
    arc.level = below + 1;
    std::fill(highest.begin() + arc.left(), highest.begin() + arc.right(), arc.level);
    outermost[at(arc.head)] = std::max(outermost[at(arc.head)], arc.level);
    layout.levels = std::max(layout.levels, arc.level);
  }
}

}  // namespace

ArcLayout lay_out_arcs(std::span<const std::int32_t> heads, Stacking stacking) {
  const auto nodes = static_cast<std::int32_t>(heads.size());
  ArcLayout layout;
  for (std::int32_t word = 1; word < nodes; ++word) {
    const std::int32_t head = heads[at(word)];
    if (head == 0) layout.roots.push_back(word);
    if (head > 0 && head < nodes && head != word) layout.arcs.push_back({head, word, 0, true});
  }
  set_levels(layout, heads, stacking);
  const std::vector<std::int32_t> crossing = nonprojective_arcs(heads);
  for (Arc& arc : layout.arcs) arc.projective = !std::binary_search(crossing.begin(), crossing.end(), arc.dependent);
  return layout;
}

std::vector<int> place_words(const std::vector<int>& widths, int gap, std::vector<ArcRoom> rooms) {
  std::sort(rooms.begin(), rooms.end(), [](const ArcRoom& a, const ArcRoom& b) { return a.right < b.right; });
  std::vector<int> starts(widths.size(), 0);
  auto room = rooms.begin();
  for (std::size_t word = 1; word < widths.size(); ++word) {
    if (word > 1) starts[word] = starts[word - 1] + widths[word - 1] + gap;
    for (; room != rooms.end() && at(room->right) == word; ++room) {
      const int reach = starts[at(room->left)] + room->left_offset + room->room;
      starts[word] = std::max(starts[word], reach - room->right_offset);
    }
  }
  return starts;
}

}  // namespace espalier::treebank
