// The state of a shift-reduce parser of constituents, and the system that beam.h searches; see reduce_grammar.h.
//
// Words are 1..n. Idea: a node never changes once it is made, and neither does the stack below it, so all states of a
// search share their past: nodes lie in one list, in the order of their making, each knows the node that was below it,
// and a state is hardly more than the node on top. Invariant: what is in the list stays, however many states look at
// it, until a sentence begins. Cost: a copy of a state is a few numbers, whatever the length of the sentence, and an
// action adds one node at most; the list grows to actions times the width of the beam, and is reused from sentence to
// sentence. (The stacks of all states together are the tree-structured stack of Tomita 1985.) Which states can be one
// is said in reduce_nodes.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/reduce_grammar.h"
#include "decoding/reduce_nodes.h"

namespace espalier::decoding {

/// What the states of a search share; both must outlive them.
struct ReduceSetup {
  const ReduceGrammar* grammar = nullptr;
  ReduceNodes* nodes = nullptr;
  const ReduceView* view = nullptr;  ///< where states are to be compared; not needed after the start
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
    nodes_->start(setup.view);
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

  /// The nodes that actions make; REQUIRES that they are legal.
  ReduceNode shifted() const noexcept { return {-1, front_, -1, -1, front_, front_, top_}; }
  ReduceNode covered(std::int32_t label) const noexcept {
    const ReduceNode& word = node(top_);
    return {label, word.head, top_, -1, word.first, word.last, word.below};
  }
  ReduceNode joined(std::int32_t label, bool right_is_head) const noexcept {
    const ReduceNode& right = node(top_);
    const ReduceNode& left = node(right.below);
    return {label, (right_is_head ? right : left).head, right.below, top_, left.first, right.last, left.below};
  }
  const ReduceNodes& nodes() const noexcept { return *nodes_; }

  void shift() {
    push(shifted());
    ++size_;
    ++front_;
    has_shifted_ = true;
  }
  void leave_word() noexcept { has_shifted_ = false; }
  void cover_word(std::int32_t label) {
    push(covered(label));
    has_shifted_ = false;
  }
  void join(std::int32_t label, bool right_is_head) {
    push(joined(label, right_is_head));
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
  /// Equal for states of the same number of actions that look the same, after the action. REQUIRES a legal action, and
  /// a view in the setup.
  static std::uint64_t key_after(const ReduceState& s, Action action) noexcept {
    switch (s.grammar().kind(action)) {
      case ActionKind::kShift:
        return s.nodes().key(s.shifted());
      case ActionKind::kGhost:
        break;
      case ActionKind::kUnary:
        return s.nodes().key(s.covered(s.grammar().label(action)));
      case ActionKind::kLeft:
        return s.nodes().key(s.joined(s.grammar().label(action), false));
      case ActionKind::kRight:
        return s.nodes().key(s.joined(s.grammar().label(action), true));
    }
    return s.nodes().key(s.stack(0));
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
