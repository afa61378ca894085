// Projectivity from runs.
//
// Idea: the run R(a) of a node is the longest run of adjacent words around a that a dominates. An arc (h, m) is
// projective, that is, h dominates all words between, exactly when m lies in R(h): the words between h and m then form,
// with both ends, a dominated run around h; and conversely such a run lies in the longest one.
//
// Runs in O(n): going from right to left, let next(h) be the first word right of h that h does not dominate. The run of
// h is h itself, then the run of h+1 if h dominates h+1 (who dominates a word dominates its run), then the run of the
// word after that, and so on along next(h+1), next(next(h+1)) … The words passed over on this chain are never on the
// chain of a word further left, as on a stack; so each is passed over once. The left ends are found in the mirror.
//
// Gap degree: the yield of v falls into size(v) − #{x : v dominates x−1 and x} runs, and v dominates both exactly when
// it dominates their lowest common ancestor; one sum over subtrees counts that for all v at once (cost: the ancestors).
//
// References: Nivre and Nilsson (2005), Pseudo-projective dependency parsing; Kuhlmann and Nivre (2006), Mildly
// non-projective dependency structures. Every function has a brute-force twin in the tests.
#include "treebank/projectivity.h"

#include <algorithm>
#include <bit>

#include "espalier/dependency.h"

namespace espalier::treebank {
namespace {

/// The least of any run of numbers in O(1), after O(n log n): level k holds the least of each run of 2^k.
class RangeMinimum {
 public:
  explicit RangeMinimum(std::vector<std::int32_t> values) {
    levels_.push_back(std::move(values));
    const std::size_t n = levels_[0].size();
    for (std::size_t width = 1; 2 * width <= n; width *= 2) {
      const std::vector<std::int32_t>& half = levels_.back();
      std::vector<std::int32_t> level(n - 2 * width + 1);
      for (std::size_t i = 0; i < level.size(); ++i) level[i] = std::min(half[i], half[i + width]);
      levels_.push_back(std::move(level));
    }
  }

  /// REQUIRES first <= last, both positions.
  std::int32_t least(std::int32_t first, std::int32_t last) const {
    const auto from = static_cast<std::size_t>(first);
    const std::size_t length = static_cast<std::size_t>(last - first) + 1;
    const auto k = static_cast<std::size_t>(std::bit_width(length) - 1);
    return std::min(levels_[k][from], levels_[k][from + length - (std::size_t{1} << k)]);
  }

 private:
  std::vector<std::vector<std::int32_t>> levels_;
};

bool is_projective_arc(std::span<const std::int32_t> heads, const Domination& domination,
                       const std::vector<WordRun>& runs, std::int32_t m) {
  const std::int32_t head = heads[static_cast<std::size_t>(m)];
  return !domination.is_on_cycle(m) && runs[static_cast<std::size_t>(head)].contains(m);
}

}  // namespace

// Takes leaves off until none is left: what remains, apart from the root, is on cycles. The reverse of that order meets
// every node after its parent, which is all that preorder numbers need.
Domination::Domination(std::span<const std::int32_t> heads)
    : parent_(heads.size(), 0), size_(heads.size(), 1), order_(heads.size(), 0), is_on_cycle_(heads.size(), false) {
  const std::int32_t n = nodes() - 1;
  std::vector<std::int32_t> pending(heads.size(), 0);
  for (std::int32_t word = 1; word <= n; ++word) {
    if (has_arc(heads, word)) parent_[index(word)] = heads[index(word)];
    ++pending[index(parent(word))];
  }
  std::vector<std::int32_t> peeled;
  peeled.reserve(heads.size());
  for (std::int32_t word = 1; word <= n; ++word) {
    if (pending[index(word)] == 0) peeled.push_back(word);
  }
  for (std::size_t i = 0; i < peeled.size(); ++i) {
    const std::int32_t above = parent(peeled[i]);
    size_[index(above)] += size_[index(peeled[i])];
    if (--pending[index(above)] == 0 && above != 0) peeled.push_back(above);
  }
  const std::size_t on_trees = peeled.size();
  for (std::int32_t word = 1; word <= n; ++word) {
    if (pending[index(word)] == 0) continue;
    is_on_cycle_[index(word)] = true;
    parent_[index(word)] = 0;
    size_[0] += size_[index(word)];
    peeled.push_back(word);
  }
  has_cycle_ = peeled.size() > on_trees;

  std::vector<std::int32_t>& free = pending;  // the next number to give out below each node
  if (!free.empty()) free[0] = 1;
  for (std::size_t i = peeled.size(); i-- > 0;) {
    const std::int32_t node = peeled[i];
    order_[index(node)] = free[index(parent(node))];
    free[index(parent(node))] += size(node);
    free[index(node)] = order(node) + 1;
  }
}

std::vector<WordRun> own_runs(const Domination& domination) {
  const std::int32_t nodes = domination.nodes();
  std::vector<WordRun> runs(static_cast<std::size_t>(nodes));
  const auto run = [&](std::int32_t node) -> WordRun& { return runs[static_cast<std::size_t>(node)]; };
  for (std::int32_t h = nodes - 1; h >= 0; --h) {
    std::int32_t next = h + 1;
    while (next < nodes && domination.dominates(h, next)) next = run(next).last + 1;
    run(h).last = next - 1;
  }
  for (std::int32_t h = 0; h < nodes; ++h) {
    std::int32_t next = h - 1;
    while (next >= 0 && domination.dominates(h, next)) next = run(next).first - 1;
    run(h).first = next + 1;
  }
  return runs;
}

}  // namespace espalier::treebank

namespace espalier {

using treebank::Domination;
using treebank::has_arc;
using treebank::WordRun;

std::vector<std::int32_t> nonprojective_arcs(std::span<const std::int32_t> heads) {
  const Domination domination(heads);
  const std::vector<WordRun> runs = own_runs(domination);
  std::vector<std::int32_t> words;
  for (std::int32_t m = 1; m < domination.nodes(); ++m) {
    if (has_arc(heads, m) && !treebank::is_projective_arc(heads, domination, runs, m)) words.push_back(m);
  }
  return words;
}

bool is_projective(std::span<const std::int32_t> heads) { return nonprojective_arcs(heads).empty(); }

// An arc over l..r is crossed when an arc starts strictly inside and ends beyond r, or ends strictly inside and starts
// before l: the farthest and the nearest other end of the arcs at each position tell (the farthest as a least
// negative).
std::vector<std::int32_t> crossing_arcs(std::span<const std::int32_t> heads) {
  const auto nodes = static_cast<std::int32_t>(heads.size());
  std::vector<std::int32_t> farthest(heads.size());
  std::vector<std::int32_t> nearest(heads.size());
  for (std::int32_t node = 0; node < nodes; ++node) {
    farthest[static_cast<std::size_t>(node)] = -node;
    nearest[static_cast<std::size_t>(node)] = node;
  }
  for (std::int32_t m = 1; m < nodes; ++m) {
    if (!has_arc(heads, m)) continue;
    const auto [left, right] = std::minmax(m, heads[static_cast<std::size_t>(m)]);
    auto& far = farthest[static_cast<std::size_t>(left)];
    auto& near = nearest[static_cast<std::size_t>(right)];
    far = std::min(far, -right);
    near = std::min(near, left);
  }
  const treebank::RangeMinimum farthest_end(std::move(farthest));
  const treebank::RangeMinimum nearest_end(std::move(nearest));
  std::vector<std::int32_t> words;
  for (std::int32_t m = 1; m < nodes; ++m) {
    if (!has_arc(heads, m)) continue;
    const auto [left, right] = std::minmax(m, heads[static_cast<std::size_t>(m)]);
    if (right - left < 2) continue;
    const bool leaves_right = -farthest_end.least(left + 1, right - 1) > right;
    if (leaves_right || nearest_end.least(left + 1, right - 1) < left) words.push_back(m);
  }
  return words;
}

// The lowest common ancestor of u and v, u before v in preorder, is the parent of the highest node after u up to v;
// "highest" is asked as least preorder number of a parent, which is the number of the ancestor itself.
std::int32_t gap_degree(std::span<const std::int32_t> heads) {
  const Domination domination(heads);
  const std::int32_t nodes = domination.nodes();
  std::vector<std::int32_t> node_at(heads.size());
  std::vector<std::int32_t> parent_order(heads.size());
  for (std::int32_t node = 0; node < nodes; ++node) {
    const auto at = static_cast<std::size_t>(domination.order(node));
    node_at[at] = node;
    parent_order[at] = domination.order(domination.parent(node));
  }
  const treebank::RangeMinimum lowest(std::move(parent_order));
  std::vector<std::int32_t> joins(heads.size(), 0);  // by preorder number: pairs (x-1, x) with this lowest ancestor
  for (std::int32_t x = 2; x < nodes; ++x) {
    const auto [first, last] = std::minmax({domination.order(x - 1), domination.order(x)});
    ++joins[static_cast<std::size_t>(lowest.least(first + 1, last))];
  }
  std::int32_t degree = 0;
  for (std::int32_t at = nodes - 1; at > 0; --at) {
    const std::int32_t node = node_at[static_cast<std::size_t>(at)];
    const std::int32_t pieces = domination.size(node) - joins[static_cast<std::size_t>(at)];
    degree = std::max(degree, pieces - 1);
    joins[static_cast<std::size_t>(domination.order(domination.parent(node)))] += joins[static_cast<std::size_t>(at)];
  }
  return degree;
}

}  // namespace espalier
