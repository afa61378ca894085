// The state of a shift-reduce parser of constituents, and the system that beam.h searches; see reduce_grammar.h.
//
// Words are 1..n. Idea: a node never changes once it is made, and neither does the stack below it, so all states of a
// search share their past: nodes lie in one list, in the order of their making, each knows the node that was below it,
// and a state is hardly more than the node on top. Invariant: what is in the list stays, however many states look at
// it, until a sentence begins. Cost: a copy of a state is a few numbers, whatever the length of the sentence, and an
// action adds one node at most; the list grows to actions times the width of the beam, and is reused from sentence to
// sentence. (The stacks of all states together are the tree-structured stack of Tomita 1985.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/reduce_grammar.h"

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

/// The nodes of all states of a search. One a thread; memory is kept between sentences.
class ReduceNodes {
 public:
  void clear() noexcept { nodes_.clear(); }
  const ReduceNode& operator[](std::int32_t node) const noexcept { return nodes_[to_index(node)]; }
  std::int32_t add(const ReduceNode& node) {
    nodes_.push_back(node);
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }

 private:
  std::vector<ReduceNode> nodes_;
};

/// What the states of a search share; both must outlive them.
struct ReduceSetup {
  const ReduceGrammar* grammar = nullptr;
  ReduceNodes* nodes = nullptr;
};

class ReduceState {
 public:
  /// The start of a sentence: the nodes of all states that share them are gone. REQUIRES words >= 0.
  void reset(std::int32_t words, const ReduceSetup& setup) noexcept {
    words_ = words;
    front_ = 1;
    top_ = -1;
    size_ = 0;
    has_shifted_ = false;
    grammar_ = setup.grammar;
    nodes_ = setup.nodes;
    nodes_->clear();
  }

  std::int32_t words() const noexcept { return words_; }
  const ReduceGrammar& grammar() const noexcept { return *grammar_; }
  /// The k-th node from the top of the stack, or -1.
  std::int32_t stack(std::size_t k) const noexcept {
    std::int32_t at = top_;
    for (; k > 0 && at >= 0; --k) at = node(at).below;
    return at;
  }
  std::size_t stack_size() const noexcept { return to_index(size_); }
  /// The k-th word that is still to come, or -1.
  std::int32_t queue(std::int32_t k) const noexcept { return front_ + k <= words_ ? front_ + k : -1; }
  bool has_queue() const noexcept { return front_ <= words_; }
  /// The last action was a shift.
  bool has_shifted() const noexcept { return has_shifted_; }
  const ReduceNode& node(std::int32_t node) const noexcept { return (*nodes_)[node]; }

  void shift() {
    push({-1, front_, -1, -1, front_, front_, top_});
    ++size_;
    ++front_;
    has_shifted_ = true;
  }
  void leave_word() noexcept { has_shifted_ = false; }
  void cover_word(std::int32_t label) {
    const ReduceNode& word = node(top_);
    push({label, word.head, top_, -1, word.first, word.last, word.below});
    has_shifted_ = false;
  }
  void join(std::int32_t label, bool right_is_head) {
    const ReduceNode& right = node(top_);
    const ReduceNode& left = node(right.below);
    push({label, (right_is_head ? right : left).head, right.below, top_, left.first, right.last, left.below});
    --size_;
  }

 private:
  void push(const ReduceNode& node) { top_ = nodes_->add(node); }

  std::int32_t words_ = 0;
  std::int32_t front_ = 1;
  std::int32_t top_ = -1;
  std::int32_t size_ = 0;
  bool has_shifted_ = false;
  const ReduceGrammar* grammar_ = nullptr;
  ReduceNodes* nodes_ = nullptr;
};

struct ShiftReduce {
  static bool is_final(const ReduceState& s) noexcept {
    return !s.has_queue() && s.stack_size() <= 1 && !s.has_shifted();
  }
  /// Never empty. REQUIRES a state that is not final.
  static std::span<const Action> legal(const ReduceState& s) noexcept {
    const ReduceGrammar& grammar = s.grammar();
    if (s.has_shifted()) return grammar.on_word(s.words() == 1);
    if (s.stack_size() < 2) return grammar.shift_only();
    const auto label = [&](std::size_t k) { return s.node(s.stack(k)).label; };
    const bool allows_temporary = s.has_queue() || (s.stack_size() > 2 && !grammar.is_temporary(label(2)));
    const auto actions = grammar.on_nodes(label(1), label(0), allows_temporary);
    return s.has_queue() ? actions : actions.subspan(1);
  }
  /// REQUIRES a legal action.
  static void apply(ReduceState& s, Action action) {
    switch (s.grammar().kind(action)) {
      case ActionKind::kShift:
        return s.shift();
      case ActionKind::kGhost:
        return s.leave_word();
      case ActionKind::kUnary:
        return s.cover_word(s.grammar().label(action));
      case ActionKind::kLeft:
        return s.join(s.grammar().label(action), false);
      case ActionKind::kRight:
        return s.join(s.grammar().label(action), true);
    }
  }
};

/// A binary tree over the words 1, 2, 3, … from left to right: what a derivation makes.
struct BinaryTree {
  struct Node {
    std::int32_t label = -1;  ///< -1: a word
    std::int32_t left = -1;   ///< children; the only one is the left one
    std::int32_t right = -1;
    bool right_is_head = false;
  };
  std::vector<Node> nodes;  ///< children before their parents; the top is the last
};

/// The one derivation of a tree (the static oracle). REQUIRES labels over one child over words only. False, and nothing
/// of use in `out`, where the grammar has not all the reductions for it.
bool derive(const BinaryTree& tree, const ReduceGrammar& grammar, std::vector<Action>& out);

}  // namespace espalier::decoding
