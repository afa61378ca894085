// What shift-reduce parsing of constituents may do: the actions, by number, and which of them a situation allows.
//
// Trees are binary, but for constituents over one word (markovisation makes them so). Actions: shift; ghost-reduce,
// which leaves a word as it is; reduce-unary-X, which puts X over a word; reduce-left-X and reduce-right-X, which join
// the two topmost nodes under X, the left or the right one its head. A word is shifted and then, at once, left alone or
// put under an X: so every derivation of n words has 3n - 1 actions, and sums of scores can be compared. (Crabbé 2014)
//
// Temporary labels stand for a constituent that wants more children. Such a node is the head of whatever takes it in,
// which is the same constituent, finished or not: labels of the same base. Two temporary nodes cannot be joined.
// Invariant: a configuration that is not final allows some action, and every way ends in one node with a label that is
// not temporary. For that, a temporary node is made only where a word is still to come (shifted, it lies on top, and a
// top that is not temporary can be joined with anything) or below it lies a node that is not temporary; and every base
// has a label that finishes it, from the left and from the right, which close() sees to.
// Cost: the actions of a situation are a piece of a list made once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/index.h"

namespace espalier::decoding {

enum class ActionKind : std::uint8_t { kShift, kGhost, kUnary, kLeft, kRight };

/// By number: the first two, then unary, left and right reductions by their places in the grammar's lists.
enum class Action : std::uint16_t { kShift, kGhost };

struct ReduceLabel {
  std::int32_t base = 0;    ///< temporary labels, and those that finish them, have the same
  std::int32_t closer = 0;  ///< of a temporary label: one that finishes it; -1: not temporary

  bool is_temporary() const noexcept { return closer >= 0; }
};

/// What a grammar is made of; labels are numbers.
struct ReduceRules {
  std::vector<ReduceLabel> labels;
  std::vector<std::int32_t> unary;
  std::vector<std::int32_t> left;
  std::vector<std::int32_t> right;
  bool has_bare_words = false;  ///< a sentence of one word may have no constituent

  /// Adds the reductions without which a derivation might not end.
  void close();
};

class ReduceGrammar {
 public:
  ReduceGrammar() = default;
  /// Throws Error kInput for rules that are not closed, or name labels that there are not.
  explicit ReduceGrammar(ReduceRules rules);

  std::size_t actions() const noexcept { return infos_.size(); }
  std::int32_t labels() const noexcept { return static_cast<std::int32_t>(rules_.labels.size()); }
  const ReduceRules& rules() const noexcept { return rules_; }

  ActionKind kind(Action action) const noexcept { return info(action).kind; }
  /// Of a reduction; -1 for others.
  std::int32_t label(Action action) const noexcept { return info(action).label; }
  /// The action of a kind and a label; false where there is none.
  bool find(ActionKind kind, std::int32_t label, Action& out) const noexcept;
  bool is_temporary(std::int32_t label) const noexcept {
    return label >= 0 && rules_.labels[to_index(label)].is_temporary();
  }

  /// After a shift.
  std::span<const Action> on_word(bool is_alone) const noexcept { return of(is_alone ? kLoneWord : kWord); }
  /// No two nodes can be joined.
  std::span<const Action> shift_only() const noexcept { return of(kShiftOnly); }
  /// The two topmost nodes have these labels (-1: a word). The first action is shift, which the caller takes off where
  /// no word is left.
  std::span<const Action> on_nodes(std::int32_t below, std::int32_t top, bool allows_temporary) const noexcept {
    const bool low = is_temporary(below);
    const bool high = is_temporary(top);
    if (low && high) return of(kShiftOnly);
    if (!low && !high) return of(kFree + allows_temporary);
    const auto base = static_cast<std::size_t>(rules_.labels[to_index(low ? below : top)].base);
    return of(kBases + base * 4 + (high ? 2 : 0) + allows_temporary);
  }

 private:
  struct Info {
    ActionKind kind;
    std::int32_t label;
  };
  struct Piece {
    std::size_t first;
    std::size_t size;
  };
  enum Situation : std::size_t { kWord, kLoneWord, kShiftOnly, kFree, kBases = kFree + 2 };

  const Info& info(Action action) const noexcept { return infos_[static_cast<std::size_t>(action)]; }
  std::span<const Action> of(std::size_t situation) const noexcept {
    return {pool_.data() + pieces_[situation].first, pieces_[situation].size};
  }
  void check() const;
  void number_actions();
  void list_situations();
  template <class Wanted>
  void add_piece(bool with_shift, const Wanted& is_wanted);

  ReduceRules rules_;
  std::vector<Info> infos_;
  std::vector<std::int32_t> numbers_;  // by kind (unary, left, right) and label: the action, or -1
  std::vector<Action> pool_;
  std::vector<Piece> pieces_;  // by situation
};

}  // namespace espalier::decoding
