// The state of a transition parser: a stack, a buffer and the arcs made so far.
//
// All systems share it. Words are 1..n; node 0 is the artificial root and starts at the bottom of the stack; the words
// start in the buffer. Every system looks at the pair i = stack(0), j = buffer(0).
//
// Invariants: stack and buffer lie in arrays with a -1 beyond their last place, so that asking too far is one clamped
// read; a slot of the buffer array becomes free before anything is put back, since what comes back was shifted. Nothing
// is allocated once a sentence as long has been seen, and a copy is a copy of three flat arrays.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/index.h"

namespace espalier::decoding {

/// kReduce: REDUCE of arc-eager and NO-ARC of Covington, which both give up i.
enum class Move : std::uint8_t { kShift, kLeft, kRight, kReduce, kSwap };
inline constexpr std::size_t kMoveKinds = 5;

/// A set of moves; iterates in the order of the enumeration.
class MoveSet {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(unsigned bits) noexcept : bits_(bits) {}
    constexpr Move operator*() const noexcept { return static_cast<Move>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() noexcept {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const noexcept = default;

   private:
    unsigned bits_;
  };

  constexpr MoveSet() noexcept = default;
  constexpr MoveSet(std::initializer_list<Move> moves) noexcept {
    for (const Move move : moves) add(move);
  }
  constexpr void add(Move move) noexcept { add_if(move, true); }
  constexpr void add_if(Move move, bool condition) noexcept {
    bits_ = static_cast<std::uint8_t>(bits_ | (unsigned{condition} << static_cast<unsigned>(move)));
  }
  constexpr bool has(Move move) const noexcept { return ((bits_ >> static_cast<unsigned>(move)) & 1U) != 0; }
  constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr int size() const noexcept { return std::popcount(bits_); }
  /// There is a choice: more than one move.
  constexpr bool has_many() const noexcept { return (bits_ & (bits_ - 1)) != 0; }
  constexpr std::uint8_t bits() const noexcept { return bits_; }
  /// REQUIRES a set that is not empty.
  constexpr Move first() const noexcept { return *begin(); }
  constexpr Iterator begin() const noexcept { return Iterator(bits_); }
  constexpr Iterator end() const noexcept { return Iterator(0); }

  constexpr MoveSet operator&(MoveSet other) const noexcept { return MoveSet(bits_ & other.bits_); }
  constexpr MoveSet operator|(MoveSet other) const noexcept { return MoveSet(bits_ | other.bits_); }
  constexpr bool operator==(const MoveSet&) const noexcept = default;

 private:
  constexpr explicit MoveSet(int bits) noexcept : bits_(static_cast<std::uint8_t>(bits)) {}

  std::uint8_t bits_ = 0;
};

/// What is known of a node; -1 for none. On each side the outermost dependent and the second outermost, by position.
struct NodeState {
  std::int32_t head = -1;
  std::int32_t label = -1;
  std::int32_t left = -1;
  std::int32_t left2 = -1;
  std::int32_t right = -1;
  std::int32_t right2 = -1;
  std::uint16_t lefts = 0;   ///< how many dependents on the left; stays at its greatest value
  std::uint16_t rights = 0;  ///< same on the right
  std::int32_t above = -1;   ///< a node on the way to the top of its tree; see Configuration::top_of

  bool operator==(const NodeState&) const = default;
};

/// How many pairs of words Covington's systems have looked at, and how many of them allowed an arc. Only for the latter
/// a model is asked.
struct PairCounts {
  std::int64_t seen = 0;
  std::int64_t permissible = 0;
};

class Configuration {
 public:
  /// The start of a sentence; memory is kept. REQUIRES words >= 0.
  void reset(std::int32_t words, Roots roots);

  std::int32_t words() const noexcept { return words_; }
  Roots roots() const noexcept { return roots_; }
  /// The k-th node from the top of the stack, or -1. For Covington's systems stack(0) is the candidate i and stack(k)
  /// the node k places before it in the sentence. REQUIRES k >= 0, as for buffer.
  std::int32_t stack(std::int32_t k) const noexcept { return stack_[to_index(std::max(top_ - k, 0))]; }
  /// The k-th node from the front of the buffer, or -1.
  std::int32_t buffer(std::int32_t k) const noexcept { return buffer_[to_index(std::min(front_ + k, words_ + 1))]; }
  std::int32_t stack_size() const noexcept { return top_; }
  std::int32_t buffer_size() const noexcept { return words_ + 1 - front_; }
  /// The stack from the bottom to the top.
  std::span<const std::int32_t> stack_nodes() const noexcept { return {stack_.data() + 1, to_index(top_)}; }
  const NodeState& node(std::int32_t node) const noexcept { return nodes_[to_index(node)]; }
  bool has_head(std::int32_t node) const noexcept { return nodes_[to_index(node)].head >= 0; }
  /// How many words have no head yet.
  std::int32_t headless() const noexcept { return headless_; }
  /// A word hangs from the root already.
  bool has_root_word() const noexcept { return nodes_[0].rights != 0; }

  /// Makes an arc. REQUIRES a dependent without a head, not 0, and no cycle.
  void link(std::int32_t head, std::int32_t dependent) noexcept;
  void set_label(std::int32_t dependent, std::int32_t label) noexcept { nodes_[to_index(dependent)].label = label; }

  // What moves are made of; see transition_system.h.
  void push(std::int32_t node) noexcept { stack_[to_index(++top_)] = node; }
  void pop() noexcept { --top_; }
  /// The front of the buffer goes onto the stack.
  void shift() noexcept { push(buffer_[to_index(front_++)]); }
  /// Puts a node in the place of the buffer's front.
  void replace_front(std::int32_t node) noexcept { buffer_[to_index(front_)] = node; }
  /// The top of the stack goes into the buffer, behind its front.
  void swap_back() noexcept;

  // Covington's systems: words never leave the stack, whose top is the candidate.
  /// The front of the buffer goes to its own place on the stack, above all words before it.
  void shift_word() noexcept;
  void set_candidate(std::int32_t node) noexcept { top_ = node + 1; }
  /// The moves that the present pair allows.
  MoveSet pair_moves() const noexcept { return pair_moves_; }
  void set_pair_moves(MoveSet moves) noexcept { pair_moves_ = moves; }
  const PairCounts& pairs() const noexcept { return pairs_; }
  void count_pairs(std::int32_t seen, std::int32_t permissible) noexcept;
  /// The top of the node's tree so far: itself, when it has no head. Halves the way on its way, so that many such
  /// questions cost O(log n) each at most, amortised.
  std::int32_t top_of(std::int32_t node) noexcept;

 private:
  std::int32_t words_ = 0;
  std::int32_t top_ = 0;    // place of the stack's top; place 0 holds -1
  std::int32_t front_ = 1;  // place of the buffer's front; place words + 1 holds -1
  std::int32_t headless_ = 0;
  Roots roots_ = Roots::kAny;
  MoveSet pair_moves_;
  PairCounts pairs_;
  std::vector<std::int32_t> stack_;
  std::vector<std::int32_t> buffer_;
  std::vector<NodeState> nodes_;
};

inline void Configuration::link(std::int32_t head, std::int32_t dependent) noexcept {
  NodeState& below = nodes_[to_index(dependent)];
  NodeState& above = nodes_[to_index(head)];
  below.head = head;
  below.above = head;
  --headless_;
  // Most systems attach from the inside outwards: the first test holds nearly always.
  if (dependent < head) {
    if (above.left < 0 || dependent < above.left) {
      above.left2 = above.left;
      above.left = dependent;
    } else if (above.left2 < 0 || dependent < above.left2) {
      above.left2 = dependent;
    }
    above.lefts = static_cast<std::uint16_t>(above.lefts + (above.lefts != UINT16_MAX));
  } else {
    if (dependent > above.right) {
      above.right2 = above.right;
      above.right = dependent;
    } else if (dependent > above.right2) {
      above.right2 = dependent;
    }
    above.rights = static_cast<std::uint16_t>(above.rights + (above.rights != UINT16_MAX));
  }
}

inline void Configuration::swap_back() noexcept {
  const std::int32_t front = buffer_[to_index(front_)];
  buffer_[to_index(front_)] = stack_[to_index(top_--)];
  buffer_[to_index(--front_)] = front;
}

inline void Configuration::shift_word() noexcept {
  const std::int32_t word = buffer_[to_index(front_++)];
  top_ = word + 1;
  stack_[to_index(top_)] = word;
}

inline void Configuration::count_pairs(std::int32_t seen, std::int32_t permissible) noexcept {
  pairs_.seen += seen;
  pairs_.permissible += permissible;
}

inline std::int32_t Configuration::top_of(std::int32_t node) noexcept {
  while (true) {
    NodeState& state = nodes_[to_index(node)];
    if (state.above < 0) return node;
    const std::int32_t next = nodes_[to_index(state.above)].above;
    if (next < 0) return state.above;
    state.above = next;
    node = next;
  }
}

}  // namespace espalier::decoding
