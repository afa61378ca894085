// Covington's systems: every word j meets the words i before it, the nearest first.
//
// LEFT makes j → i, RIGHT i → j, NO-ARC nothing; all three go on to the next candidate to the left. SHIFT, possible at
// any time, goes on to the next word. Only permissible pairs are stopped at, those that allow LEFT or RIGHT; the others
// are passed over and counted, and so is the end of the candidates. It is over when there is no word left, or no word
// without a head; headless words are attached by finish().
//
// Permissible: the dependent has no head and is not the top of the head's tree, hence no cycle. Projective trees: also,
// nothing between the two sticks out, so that candidates are only the nodes that no arc covers, and none beyond a
// headless word, which would be shut in. No tree is lost by the latter: a word's arcs to nearer words come first.
//
// Invariant of the projective system: the next uncovered node to the left of an uncovered x is its outermost partner on
// the left, or x - 1 without one, so the chain of candidates needs no memory of its own.
// Cost: a pair is O(1) amortised (union-find with halved ways); pairs are O(n²), in practice few are permissible.
// Papers: Covington 2001; Nivre 2008; early SHIFT as in MaltParser.
#pragma once

#include <cstdint>

#include "decoding/configuration.h"

namespace espalier::decoding {

/// Attaches the words without a head: to the root; or, where there is to be one root, to the word that hangs from it,
/// the first headless word when there is none. REQUIRES, for a projective result, headless words that no arc covers.
void attach_headless(Configuration& c) noexcept;

template <bool kProjective>
struct CovingtonSystem {
  static constexpr MoveSet kAll{Move::kShift, Move::kLeft, Move::kRight, Move::kReduce};

  static MoveSet legal(const Configuration& c) noexcept { return c.pair_moves(); }

  static void apply(Configuration& c, Move move) noexcept {
    const std::int32_t i = c.stack(0);
    const std::int32_t j = c.buffer(0);
    if (move == Move::kShift) {
      c.shift_word();
      return stop_at_next(c, j, j + 1);
    }
    const bool was_open = i > 0 && !c.has_head(i);
    if (move == Move::kLeft) {
      c.link(j, i);
    } else if (move == Move::kRight) {
      c.link(i, j);
    }
    if (c.headless() == 0) return;
    stop_at_next(c, next_candidate(c, i, was_open && move != Move::kLeft), j);
  }

  static bool is_final(const Configuration& c) noexcept { return c.buffer_size() == 0 || c.headless() == 0; }
  static void finish(Configuration& c) noexcept { attach_headless(c); }

 private:
  // The candidate after i, or -1. The pairs between them are seen, too.
  static std::int32_t next_candidate(Configuration& c, std::int32_t i, bool is_blocked) noexcept {
    if constexpr (!kProjective) return i - 1;
    std::int32_t next = -1;
    if (!is_blocked && i > 0) {
      const NodeState& node = c.node(i);
      next = i - 1;
      if (node.left >= 0) next = node.left;
      if (node.head >= 0 && node.head < next) next = node.head;
    }
    c.count_pairs(i - next - 1, 0);
    return next;
  }

  static MoveSet moves_of(Configuration& c, std::int32_t i, std::int32_t j) noexcept {
    MoveSet moves;
    const bool is_open = i > 0 && !c.has_head(i);
    if (is_open) moves.add_if(Move::kLeft, c.top_of(j) != i);
    if (!c.has_head(j) && (i > 0 || c.roots() == Roots::kAny || !c.has_root_word())) {
      moves.add_if(Move::kRight, c.top_of(i) != j);
    }
    if (moves.empty()) return moves;
    moves.add(Move::kShift);
    // Where no pair can follow NO-ARC would be another name of SHIFT.
    moves.add_if(Move::kReduce, i > 0 && !(kProjective && is_open));
    return moves;
  }

  // Goes to the first permissible pair from (i, j) on.
  static void stop_at_next(Configuration& c, std::int32_t i, std::int32_t j) noexcept {
    for (; c.buffer_size() > 0; ++j) {
      while (i >= 0) {
        const MoveSet moves = moves_of(c, i, j);
        c.count_pairs(1, moves.empty() ? 0 : 1);
        if (!moves.empty()) {
          c.set_candidate(i);
          return c.set_pair_moves(moves);
        }
        i = next_candidate(c, i, i > 0 && !c.has_head(i));
      }
      c.shift_word();
      i = j;
    }
  }
};

using Covington = CovingtonSystem<false>;
using CovingtonProjective = CovingtonSystem<true>;

}  // namespace espalier::decoding
