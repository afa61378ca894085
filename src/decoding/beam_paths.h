// The best sequences of moves that a beam has found, one after the other, those of merged states among them.
//
// Idea: links, and other ways to where they lead, are a graph whose paths are the sequences; the score of a link is
// that of the best way to it. So a best-first search from the ends backwards never takes a wrong turn: a sequence is
// the best way to some link, then a move that is not the best, then moves that are chosen already, and its score is
// known when the turn is. (Eppstein 1998, in its simplest form.) Invariants: scores do not rise; no sequence comes
// twice; equal ones come in the order of items, then of turns found. Cost: a sequence is as long as it is, and one
// entry of the queue for each other way along it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoding/beam.h"
#include "decoding/index.h"

namespace espalier::decoding {

template <class Score, class State, class Step>
class BeamPaths {
 public:
  using SearchedBeam = Beam<Score, State, Step>;

  /// Of a search that is over; the beam must stay as it is.
  explicit BeamPaths(const SearchedBeam& beam) : beam_(beam) {
    for (const auto& item : beam.items()) add(item.score, item.link, -1);
  }

  /// The next best sequence and its score; false: there is none.
  bool next(std::vector<Step>& moves, Score& score) {
    if (turns_.empty()) return false;
    std::pop_heap(turns_.begin(), turns_.end(), worse);
    const Turn turn = turns_.back();
    turns_.pop_back();
    std::int32_t rest = turn.rest;
    for (std::int32_t link = turn.link; link >= 0; link = beam_.before(link)) {
      for (std::int32_t i = beam_.others(link); i >= 0; i = beam_.other(i).next) {
        const auto& other = beam_.other(i);
        add(turn.score - other.loss, other.before, chained(other.move, rest));
      }
      rest = chained(beam_.move(link), rest);
    }
    moves.clear();
    for (; rest >= 0; rest = rests_[to_index(rest)].next) moves.push_back(rests_[to_index(rest)].move);
    score = turn.score;
    return true;
  }

 private:
  struct Turn {
    Score score;
    std::int32_t order;
    std::int32_t link;  // the best way to here
    std::int32_t rest;  // and what comes after
  };
  struct Rest {
    Step move;
    std::int32_t next;
  };
  static bool worse(const Turn& a, const Turn& b) noexcept {
    return a.score != b.score ? a.score < b.score : a.order > b.order;
  }

  void add(Score score, std::int32_t link, std::int32_t rest) {
    turns_.push_back({score, order_++, link, rest});
    std::push_heap(turns_.begin(), turns_.end(), worse);
  }
  std::int32_t chained(Step move, std::int32_t next) {
    rests_.push_back({move, next});
    return static_cast<std::int32_t>(rests_.size()) - 1;
  }

  const SearchedBeam& beam_;
  std::int32_t order_ = 0;
  std::vector<Turn> turns_;  // a heap
  std::vector<Rest> rests_;
};

}  // namespace espalier::decoding
