// Moves that leave no choice: what the tags around a parser's focus decide by themselves.
//
// Idea: as sure_labels.h, for moves. A determiner in front of a noun is shifted, whatever the words are; where the tags
// of the two topmost words of the stack and of the two next ones had one move in all of training, and often enough, the
// others are no longer moves at all, and the model is not asked.
// Invariant: in training the true move is never taken away; learning and parsing go by the same moves, so that sums of
// scores along a beam can be compared.
// Cost: one look into a small table for each configuration that has a choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "decoding/configuration.h"
#include "decoding/transition_system.h"
#include "features/encoding.h"
#include "learning/frozen_map.h"
#include "model_file/section.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

class SureMoves {
 public:
  /// None.
  SureMoves() = default;
  /// Reads in place what freeze_sure_moves() made. `tags`: the column of the tags.
  SureMoves(const model_file::Section& section, std::uint32_t tags);

  /// Of the legal moves, those that there is a choice between.
  decoding::MoveSet narrow(const features::Encoded& sentence, const decoding::Configuration& c,
                           decoding::MoveSet legal) const noexcept {
    if (map_.empty() || !legal.has_many()) return legal;
    const std::int32_t move = map_.find(key(sentence, tags_, c));
    if (move < 0 || !legal.has(static_cast<decoding::Move>(move))) return legal;
    return {static_cast<decoding::Move>(move)};
  }
  std::size_t size() const noexcept { return map_.size(); }

  static std::uint64_t key(const features::Encoded& sentence, std::uint32_t tags,
                           const decoding::Configuration& c) noexcept {
    std::uint64_t key = 0;
    for (const std::int32_t node : {c.stack(1), c.stack(0), c.buffer(0), c.buffer(1)}) {
      key = (key ^ (node < 0 ? features::kNone : sentence.value(tags, node))) * 0x9FB21C651E98DF25;
      key ^= key >> 32;
    }
    return key;
  }

 private:
  std::uint32_t tags_ = 0;
  learning::FrozenMap<std::uint32_t> map_;
};

/// The keys that the oracle came to at least `least` times and left by one move; none for 0.
std::string freeze_sure_moves(const TrainingSet& data, std::uint32_t tags, decoding::SystemKind system,
                              decoding::Roots roots, std::size_t least);

}  // namespace espalier::parsing
