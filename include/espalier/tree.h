// Espalier: trees as plain values. Node 0 of a dependency tree is the artificial root; words are 1..n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

/// The head of the root, and of a word whose head is not known (`_` in a file).
inline constexpr std::int32_t kNoHead = -1;

/// Heads and labels of words 1..n; position 0 is the root with kNoHead and an empty label.
struct DependencyTree {
  std::vector<std::int32_t> heads;
  std::vector<std::string> labels;

  bool operator==(const DependencyTree&) const = default;
};

/// What makes heads not a tree, in the order in which it is looked for.
enum class TreeFault { kNone, kOutOfRange, kCycle };

struct TreeCheck {
  TreeFault fault = TreeFault::kNone;
  std::int32_t word = 0;  ///< a word at fault: out of range, its own head, or on a cycle
};

/// Looks for heads outside 0..n and for cycles, in O(n). Unknown heads (kNoHead) are no fault: a forest is fine.
TreeCheck check_heads(std::span<const std::int32_t> heads);

/// A constituent tree over the words of a sentence, continuous or not. Node 0 is the top. A leaf stands for one word
/// (its tag is the word's XPOS); all other nodes carry a category. Children are in the order in which they were added,
/// which readers keep as in the file; a discontinuous constituent simply has leaves that are not adjacent.
class ConstituentTree {
 public:
  static constexpr std::int32_t kNone = -1;

  struct Node {
    std::string label;      ///< category with function, `NP-SBJ`; empty for leaves and for an unlabelled top
    std::int32_t word = 0;  ///< > 0: a leaf for that word
    std::int32_t parent = kNone;
    std::int32_t first_child = kNone;
    std::int32_t last_child = kNone;
    std::int32_t next_sibling = kNone;
    std::int32_t head = kNone;  ///< the child (a node index) that is the head; kNone when not marked

    bool is_leaf() const noexcept { return word > 0; }
    bool operator==(const Node&) const = default;
  };

  /// The children of a node, for range-for; yields node indices.
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const std::vector<Node>* nodes, std::int32_t at) : nodes_(nodes), at_(at) {}
      std::int32_t operator*() const { return at_; }
      Iterator& operator++() {
        at_ = (*nodes_)[static_cast<std::size_t>(at_)].next_sibling;
        return *this;
      }
      bool operator==(const Iterator& other) const { return at_ == other.at_; }

     private:
      const std::vector<Node>* nodes_;
      std::int32_t at_;
    };
    Children(const std::vector<Node>* nodes, std::int32_t first) : nodes_(nodes), first_(first) {}
    Iterator begin() const { return {nodes_, first_}; }
    Iterator end() const { return {nodes_, kNone}; }

   private:
    const std::vector<Node>* nodes_;
    std::int32_t first_;
  };

  bool empty() const noexcept { return nodes_.empty(); }
  std::int32_t size() const noexcept { return static_cast<std::int32_t>(nodes_.size()); }
  void clear() noexcept { nodes_.clear(); }
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }

  const Node& node(std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
  Children children(std::int32_t i) const { return {&nodes_, node(i).first_child}; }

  /// Adds a constituent as the last child of `parent` (kNone: the top; REQUIRES the tree to be empty then).
  std::int32_t add(std::int32_t parent, std::string_view label);
  /// Adds the leaf of `word` (1..n) as the last child of `parent`.
  std::int32_t add_leaf(std::int32_t parent, std::int32_t word);
  void set_label(std::int32_t i, std::string_view label) { nodes_[static_cast<std::size_t>(i)].label = label; }
  /// Marks `child` (a child of `i`, or kNone) as the head of `i`.
  void set_head(std::int32_t i, std::int32_t child) { nodes_[static_cast<std::size_t>(i)].head = child; }

  /// Equal shape, labels, words and heads (node numbering included; readers number in the order of the file).
  bool operator==(const ConstituentTree&) const = default;

 private:
  std::int32_t append(std::int32_t parent, Node&& node);

  std::vector<Node> nodes_;
};

}  // namespace espalier
