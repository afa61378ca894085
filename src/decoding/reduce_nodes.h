// The nodes that the states of a shift-reduce search have made, and keys of what can be seen of them.
//
// Which states are the same to a parser: templates look at nodes of the stack, at children down to some depth, and at
// the words that these are headed by or cover; what is deeper in a tree is never asked for again. So two states of a
// step are one if their stacks look the same all the way down, whatever their trees are inside: the same actions are
// open to both, now and later, with the same scores. Such states are frequent, since ambiguity within a constituent is
// settled by none of what comes after it (local ambiguity packing). Huang and Sagae 2010 go further and merge states
// whose topmost nodes look the same, whatever is below; that needs a graph-structured stack, where a reduction is made
// once for every stack that a state may stand on, and sums are of inside and prefix scores. Here, one number a node is
// enough, a merged state is an ordinary state, and training and the beam stay what they are.
// Invariant: equal keys are equal looks, but for a clash of 64 bits. A stack that looks the same after the same number
// of actions has as many words before it, and its top is as far, so that nothing else of a state need be in the key.
// Cost: a node has a key for each depth that is looked at, one to three multiplications each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoding/index.h"

namespace espalier::decoding {

/// A constituent, or a word. A constituent over a word has it as its left child.
struct ReduceNode {
  std::int32_t label = -1;  ///< -1: a word
  std::int32_t head = 0;    ///< the word that heads it
  std::int32_t left = -1;   ///< children, by number
  std::int32_t right = -1;
  std::int32_t first = 0;  ///< the words that it covers
  std::int32_t last = 0;
  std::int32_t below = -1;  ///< the node under it on the stack; -1: it was put on an empty one

  bool is_word() const noexcept { return label < 0; }
};

/// What is looked at of the nodes on a stack, besides their labels, heads and words.
struct ReduceView {
  std::size_t depth = 0;     ///< 1: labels and heads of their children, 2: of the children of these, …
  bool child_words = false;  ///< the first and the last word of these, too
};

/// One a thread; memory is kept between sentences.
class ReduceNodes {
 public:
  /// The start of a sentence. With a view, there are keys.
  void start(const ReduceView* view) {
    nodes_.clear();
    looks_.clear();
    stride_ = view == nullptr ? 0 : 1 + view->depth;
    child_words_ = view != nullptr && view->child_words;
  }

  const ReduceNode& operator[](std::int32_t node) const noexcept { return nodes_[to_index(node)]; }
  std::int32_t add(const ReduceNode& node) {
    if (stride_ > 0) add_looks(node);
    nodes_.push_back(node);
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }

  /// Of the stack that has this node on top, made already or not. REQUIRES a view.
  std::uint64_t key(const ReduceNode& node) const noexcept {
    const std::uint64_t words = static_cast<std::uint64_t>(node.first) << 32 | static_cast<std::uint32_t>(node.last);
    const std::uint64_t below = node.below < 0 ? 0 : key(node.below);
    return mixed(mixed(below, words), look(node, stride_ - 1));
  }
  std::uint64_t key(std::int32_t node) const noexcept { return looks_[to_index(node) * stride_]; }

 private:
  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t mix = a * 0x9E3779B97F4A7C15 + b;
    mix = (mix ^ mix >> 32) * 0xD6E8FEB86659FD93;
    return mix ^ mix >> 32;
  }
  /// As a child: without what is below it.
  std::uint64_t own_look(const ReduceNode& node) const noexcept {
    const std::uint64_t own = static_cast<std::uint64_t>(node.label + 2) << 32 | static_cast<std::uint32_t>(node.head);
    if (!child_words_) return own;
    return mixed(own, static_cast<std::uint64_t>(node.first) << 32 | static_cast<std::uint32_t>(node.last));
  }
  /// With as many generations below it.
  std::uint64_t look(const ReduceNode& node, std::size_t depth) const noexcept {
    const std::uint64_t own = own_look(node);
    if (depth == 0) return own;
    const auto child = [&](std::int32_t at) { return at < 0 ? 0 : looks_[to_index(at) * stride_ + depth]; };
    return mixed(mixed(own, child(node.left)), child(node.right));
  }
  void add_looks(const ReduceNode& node) {
    looks_.push_back(key(node));
    for (std::size_t depth = 0; depth + 1 < stride_; ++depth) looks_.push_back(look(node, depth));
  }

  std::vector<ReduceNode> nodes_;
  std::vector<std::uint64_t> looks_;  // by node: the key of its stack, then its looks of depth 0, 1, …
  std::size_t stride_ = 0;            // 0: there are none
  bool child_words_ = false;
};

}  // namespace espalier::decoding
