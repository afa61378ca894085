// Scores of moves, remembered within a sentence.
//
// Idea: what the templates say depends on a few words of a configuration: the places that they read, and numbers of
// dependents there. The items of a beam differ in what they did long ago more often than in these, so most of the
// configurations that a beam asks for have been scored before (this is what Huang and Sagae 2010 merge states by).
// Invariant: equal keys have equal features; a key is a hash of 64 bits, as features are.
// Cost: a key is a multiplication a place; the table is emptied by a new stamp, and grows to the longest sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "parsing/move_scorer.h"

namespace espalier::parsing {

/// What decides the features of a configuration, as a number; `places`: those that the programs' rest() reads.
inline std::uint64_t move_key(const TransitionPrograms& programs, const decoding::Configuration& c,
                              std::span<const std::int32_t> places) {
  std::uint64_t key = 0;
  const auto add = [&](std::uint32_t value) {
    key = (key ^ value) * 0x9E3779B97F4A7C15;
    key ^= key >> 32;
  };
  for (const std::int32_t node : places) add(static_cast<std::uint32_t>(node));
  for (const std::uint8_t slot : programs.state_slots()) {
    if (places[slot] < 0) continue;
    const decoding::NodeState& node = c.node(places[slot]);
    add(static_cast<std::uint32_t>(node.lefts) << 16 | node.rights);
    add(static_cast<std::uint32_t>(node.label));
  }
  return key;
}

/// One a thread.
template <class Table>
class MoveMemo {
 public:
  using Scores = MoveScores<typename Table::Number>;

  /// The start of a sentence: all is forgotten.
  void start() {
    if (entries_.empty()) entries_.resize(kLeast);
    if (++stamp_ == 0) {  // once in four thousand million sentences: stamps of old would come back
      std::fill(entries_.begin(), entries_.end(), Entry{});
      stamp_ = 1;
    }
    count_ = 0;
  }

  /// As scorer.score(). REQUIRES a scorer prepared for the sentence.
  Scores score(const TransitionPrograms& programs, const decoding::Configuration& c, MoveScorer<Table>& scorer,
               const Table& table) {
    const auto places = programs.rest_places().find(c, scratch_);
    const std::uint64_t key = move_key(programs, c, places);
    Entry* entry = &find(key);
    if (entry->stamp == stamp_) return entry->scores;
    if (++count_ * 2 > entries_.size()) {
      grow();
      entry = &find(key);
    }
    *entry = {key, stamp_, scorer.score(c, places, table)};
    return entry->scores;
  }

  /// How many configurations were scored since start().
  std::size_t scored() const noexcept { return count_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t stamp = 0;  // of the sentence; others are free
    Scores scores{};
  };
  static constexpr std::size_t kLeast = 1024;  // a power of two, as all sizes

  Entry& find(std::uint64_t key) noexcept {
    std::size_t at = key & (entries_.size() - 1);
    while (entries_[at].stamp == stamp_ && entries_[at].key != key) at = (at + 1) & (entries_.size() - 1);
    return entries_[at];
  }

  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.stamp == stamp_) find(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::int32_t> scratch_;
  std::uint32_t stamp_ = 0;
  std::size_t count_ = 0;
};

}  // namespace espalier::parsing
