// Domination in dependency trees: the structure that projectivity, its degrees and its repair are read off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier::treebank {

/// Words first..last, both included.
struct WordRun {
  std::int32_t first = 0;
  std::int32_t last = 0;

  bool contains(std::int32_t word) const noexcept { return first <= word && word <= last; }
  bool operator==(const WordRun&) const = default;
};

/// Who is above whom, by preorder intervals: O(n) to make, O(1) to ask, no recursion.
class Domination {
 public:
  explicit Domination(std::span<const std::int32_t> heads);

  std::int32_t nodes() const noexcept { return static_cast<std::int32_t>(parent_.size()); }
  /// The head, or 0 when it is unknown, out of range, or on a cycle together with the node. Node 0 is its own parent.
  std::int32_t parent(std::int32_t node) const noexcept { return parent_[index(node)]; }
  /// Words of the subtree, the node included.
  std::int32_t size(std::int32_t node) const noexcept { return size_[index(node)]; }
  /// Position in a preorder walk of the tree.
  std::int32_t order(std::int32_t node) const noexcept { return order_[index(node)]; }
  bool is_on_cycle(std::int32_t node) const noexcept { return is_on_cycle_[index(node)]; }
  bool has_cycle() const noexcept { return has_cycle_; }
  /// Reflexive.
  bool dominates(std::int32_t above, std::int32_t below) const noexcept {
    const std::int32_t offset = order(below) - order(above);
    return offset >= 0 && offset < size(above);
  }

 private:
  static std::size_t index(std::int32_t node) noexcept { return static_cast<std::size_t>(node); }

  std::vector<std::int32_t> parent_;
  std::vector<std::int32_t> size_;
  std::vector<std::int32_t> order_;
  std::vector<bool> is_on_cycle_;
  bool has_cycle_ = false;
};

/// For each node the longest run of adjacent words that holds it and that it dominates. O(n).
std::vector<WordRun> own_runs(const Domination& domination);

/// heads[m] names a head: not unknown, not out of range.
inline bool has_arc(std::span<const std::int32_t> heads, std::int32_t m) noexcept {
  const std::int32_t head = heads[static_cast<std::size_t>(m)];
  return head >= 0 && head < static_cast<std::int32_t>(heads.size());
}

}  // namespace espalier::treebank
