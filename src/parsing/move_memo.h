// Scores of moves, remembered within a sentence.
//
// Idea: what the templates say depends on a few words of a configuration: the places that they read, and numbers of
// dependents there. The items of a beam differ in what they did long ago more often than in these, so most of the
// configurations that a beam asks for have been scored before (this is what Huang and Sagae 2010 merge states by).
// Invariant: equal keys have equal features; a key is a hash of 64 bits, as features are.
// Cost: a key is a multiplication a place.
#pragma once

#include <cstdint>
#include <vector>

#include "base/memo.h"
#include "parsing/move_scorer.h"

namespace espalier::parsing {

/// What decides the features of a configuration, as a number; `places`: those of the programs' rest(), the anchors of
/// all templates among them.
inline std::uint64_t move_key(const TransitionPrograms& programs, const decoding::Configuration& c,
                              std::span<const std::int32_t> places) {
  // A sum of products with factors of their own, none of which waits for another.
  std::uint64_t key = 0;
  std::uint64_t factor = 0x9E3779B97F4A7C15;
  const auto add = [&](std::uint64_t value) {
    key += (value + 1) * factor;
    factor = (factor << 7 | factor >> 57) + 0x632BE59BD9B4E018;
  };
  for (const std::int32_t node : places) add(static_cast<std::uint32_t>(node));
  for (const std::uint8_t slot : programs.state_slots()) {
    if (places[slot] < 0) continue;
    const decoding::NodeState& node = c.node(places[slot]);
    add(static_cast<std::uint32_t>(node.lefts) << 16 | node.rights);
    add(static_cast<std::uint32_t>(node.label));
  }
  return features::finish(key);
}

/// One a thread.
template <class Table>
class MoveMemo {
 public:
  using Scores = MoveScores<typename Table::Number>;

  /// The start of a sentence: all is forgotten.
  void start() { memo_.start(); }

  /// As scorer.score(). REQUIRES a scorer prepared for the sentence.
  const Scores& score(const TransitionPrograms& programs, const decoding::Configuration& c, MoveScorer<Table>& scorer,
                      const Table& table) {
    const auto places = programs.rest_places().find(c, scratch_);
    return memo_.get(move_key(programs, c, places), [&] { return scorer.score(c, places, table); });
  }

  /// How many configurations were scored since start().
  std::size_t scored() const noexcept { return memo_.made(); }

 private:
  base::Memo<Scores> memo_;
  std::vector<std::int32_t> scratch_;
};

}  // namespace espalier::parsing
