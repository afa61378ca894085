// The state of a shift-reduce parser of constituents, and the system that beam.h searches; see reduce_grammar.h.
//
// Words are 1..n. Nodes are numbered in the order of their making, a word's own node when it is shifted, so that what
// is there of a tree is one array, and a copy of a state is a copy of two short arrays. Nothing is allocated once a
// sentence as long has been seen.
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

  bool is_word() const noexcept { return label < 0; }
  bool operator==(const ReduceNode&) const = default;
};

class ReduceState {
 public:
  /// The start of a sentence; memory is kept. `grammar` must outlive its use. REQUIRES words >= 0.
  void reset(std::int32_t words, const ReduceGrammar* grammar) {
    words_ = words;
    front_ = 1;
    has_shifted_ = false;
    grammar_ = grammar;
    nodes_.clear();
    nodes_.reserve(3 * to_index(words));
    stack_.clear();
    stack_.reserve(to_index(words));
  }

  std::int32_t words() const noexcept { return words_; }
  const ReduceGrammar& grammar() const noexcept { return *grammar_; }
  /// The k-th node from the top of the stack, or -1.
  std::int32_t stack(std::size_t k) const noexcept { return k < stack_.size() ? stack_[stack_.size() - 1 - k] : -1; }
  std::size_t stack_size() const noexcept { return stack_.size(); }
  /// The k-th word that is still to come, or -1.
  std::int32_t queue(std::int32_t k) const noexcept { return front_ + k <= words_ ? front_ + k : -1; }
  bool has_queue() const noexcept { return front_ <= words_; }
  /// The last action was a shift.
  bool has_shifted() const noexcept { return has_shifted_; }
  const ReduceNode& node(std::int32_t node) const noexcept { return nodes_[to_index(node)]; }
  std::span<const ReduceNode> nodes() const noexcept { return nodes_; }
  std::span<const std::int32_t> stack_nodes() const noexcept { return stack_; }

  void shift() {
    push({-1, front_, -1, -1, front_, front_});
    ++front_;
    has_shifted_ = true;
  }
  void leave_word() noexcept { has_shifted_ = false; }
  void cover_word(std::int32_t label) {
    const std::int32_t child = pop();
    const std::int32_t word = node(child).head;
    push({label, word, child, -1, word, word});
    has_shifted_ = false;
  }
  void join(std::int32_t label, bool right_is_head) {
    const std::int32_t right = pop();
    const std::int32_t left = pop();
    push({label, node(right_is_head ? right : left).head, left, right, node(left).first, node(right).last});
  }

 private:
  void push(const ReduceNode& node) {
    stack_.push_back(static_cast<std::int32_t>(nodes_.size()));
    nodes_.push_back(node);
  }
  std::int32_t pop() noexcept {
    const std::int32_t top = stack_.back();
    stack_.pop_back();
    return top;
  }

  std::int32_t words_ = 0;
  std::int32_t front_ = 1;
  bool has_shifted_ = false;
  const ReduceGrammar* grammar_ = nullptr;
  std::vector<ReduceNode> nodes_;
  std::vector<std::int32_t> stack_;  // nodes, the top last
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
