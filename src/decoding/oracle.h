// Oracles: which moves lead to the gold tree, and what the others cost.
//
// The static oracle (next) replays a tree; the dynamic one (costs) counts, for any configuration, the gold arcs that a
// move puts out of reach. An arc is in reach when some sequence of legal moves makes it; what is counted is arcs one by
// one (arc decomposition). For arc-hybrid, arc-eager and Covington that is exact:
//   - arc-hybrid, arc-eager: the gold arcs in reach are so together when the gold tree is projective (Goldberg and
//     Nivre 2013). A gold tree with crossing arcs is treated arc by arc, which promises too much at times.
//   - non-projective Covington: together but for cycles, of which each costs one arc (Gómez-Rodríguez and
//     Fernández-González 2015); this is counted, so the costs are exact for all trees.
// finish(): with any number of roots it attaches to 0, and such arcs are in reach. With a single root what it attaches
// is not counted: a gold arc has to be made by a move.
// Unknown heads (-1) cost nothing. Systems without costs aim at a tree that is whole: there an unknown head is that of
// the narrowest known arc around the word, or the root. Where there is to be a single root and the gold tree has more,
// the first one counts, the others are unknown.
//
// Cost: arc-hybrid and arc-eager O(gold dependents of i and j, log n), Covington O(n) a move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "decoding/configuration.h"
#include "decoding/transition_system.h"

namespace espalier::decoding {

/// The cost of a move that is not legal.
inline constexpr std::int32_t kIllegalCost = std::numeric_limits<std::int32_t>::max();

template <class System>
inline constexpr bool kHasCosts =
    std::is_same_v<System, ArcHybrid> || std::is_same_v<System, ArcEager> || std::is_same_v<System, Covington>;

/// One a thread; memory is kept between sentences.
class Oracle {
 public:
  /// Prepares for a sentence. REQUIRES heads of words 1..n in heads[1..n], no cycle, heads[0] anything; the same roots
  /// as the configurations to come. O(n), and O(n) for each unknown head.
  void start(SystemKind kind, std::span<const std::int32_t> heads, Roots roots);

  /// The next move on the way to the gold tree, always a legal one. From the start and for a tree that the system can
  /// make, the moves make that tree. Arcs come first. Arc-hybrid shifts when nothing else is free of cost; arc-eager
  /// and Covington shift as soon as that costs nothing, so reduce late and leave a word early; swap swaps lazily.
  /// REQUIRES a configuration of the system that is not final.
  template <class System>
  Move next(const Configuration& c) {
    if constexpr (std::is_same_v<System, ArcHybrid> || std::is_same_v<System, ArcEager>) {
      return cheapest<System>(c);
    } else if constexpr (std::is_same_v<System, ArcStandard>) {
      return next_standard(c, System::legal(c));
    } else if constexpr (std::is_same_v<System, Swap>) {
      return next_swap(c, System::legal(c));
    } else {
      return next_covington(c, System::legal(c));
    }
  }

  /// Writes, for each legal move, how many gold arcs it puts out of reach, and kIllegalCost for the others.
  template <class System>
  void costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out) {
    static_assert(kHasCosts<System>, "no dynamic oracle is known");
    if constexpr (std::is_same_v<System, ArcHybrid>) {
      hybrid_costs(c, legal, out);
    } else if constexpr (std::is_same_v<System, ArcEager>) {
      eager_costs(c, legal, out);
    } else {
      covington_costs(c, legal, out);
    }
  }

  /// The legal moves that put fewest gold arcs out of reach.
  template <class System>
  MoveSet cheapest_moves(const Configuration& c, MoveSet legal) {
    std::array<std::int32_t, kMoveKinds> cost;
    costs<System>(c, legal, cost);
    const std::int32_t least = *std::min_element(cost.begin(), cost.end());
    MoveSet moves;
    for (const Move move : legal) moves.add_if(move, cost[static_cast<std::size_t>(move)] == least);
    return moves;
  }

  /// The gold head aimed at, or -1.
  std::int32_t head(std::int32_t word) const noexcept { return heads_[to_index(word)]; }

 private:
  // What a move of Covington's system would leave: one more arc perhaps, and the next pair to come.
  struct Prospect {
    std::int32_t i, j;
    std::int32_t head = -1, dependent = -1;
  };

  void keep_one_root();
  void attach_unknown();
  std::int32_t narrowest_around(std::int32_t word) const noexcept;
  std::int32_t find_root_word();
  bool is_below(std::int32_t node, std::int32_t word) const noexcept;
  void index_dependents();
  void order_projectively();
  void find_components();

  template <class System>
  Move cheapest(const Configuration& c);
  Move next_standard(const Configuration& c, MoveSet legal) const;
  Move next_swap(const Configuration& c, MoveSet legal) const;
  Move next_covington(const Configuration& c, MoveSet legal) const;
  void hybrid_costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out) const;
  void eager_costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out) const;
  void covington_costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out);
  std::int32_t covington_loss(const Configuration& c, const Prospect& prospect);
  std::int32_t count_cycles();

  std::span<const std::int32_t> dependents(std::int32_t node) const noexcept;
  std::int32_t open_before(const Configuration& c, std::int32_t node) const noexcept;
  std::int32_t dependents_from(std::int32_t node, std::int32_t first) const noexcept;
  bool is_complete(const Configuration& c, std::int32_t node) const noexcept;

  Roots roots_ = Roots::kAny;
  std::vector<std::int32_t> heads_;       // gold; -1 where nothing is aimed at
  std::vector<std::int32_t> first_;       // by node: where its gold dependents begin in dependents_
  std::vector<std::int32_t> dependents_;  // by head, ascending
  std::vector<std::int32_t> rank_;        // swap: by node, its place in the projective order
  std::vector<std::int32_t> component_;   // swap: by node, the top of its projective component
  std::vector<std::int32_t> work_;
  std::vector<std::int32_t> target_;  // Covington: by word, the head that it has or may still get
  Configuration trial_;
};

template <class System>
Move Oracle::cheapest(const Configuration& c) {
  std::array<std::int32_t, kMoveKinds> cost;
  costs<System>(c, System::legal(c), cost);
  Move best = Move::kLeft;
  for (const Move move : {Move::kRight, Move::kShift, Move::kReduce}) {
    if (cost[static_cast<std::size_t>(move)] < cost[static_cast<std::size_t>(best)]) best = move;
  }
  return best;
}

}  // namespace espalier::decoding
