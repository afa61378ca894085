// Trained weights of few classes, as a model file holds them: what a greedy transition parser asks at every step.
//
// Idea: only differences between classes count, so class 0 is the reference: its weight is taken off the others', and a
// feature is a dense row of C = classes - 1 numbers of 8 bits (byte_scale.h) behind a tag of 24 bits (tag_match.h), 8
// to 12 of them a cache line (move_lines.h). A feature's high half picks the line, its low bits are the tag. A line
// does not overflow: what does not fit is left out, the smallest rows first, one in twenty at most (line_plan.h). So a
// lookup reads one line, whatever comes, without a branch; and sums are integers, the same in any order. Price: the
// rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/fetch_block.h"
#include "learning/move_lines.h"
#include "learning/row_weight.h"

namespace espalier::learning {

class FrozenMoves : public FetchingTable<FrozenMoves, MoveLine> {
 public:
  static constexpr std::uint32_t kLeastClasses = 3;
  static constexpr std::uint32_t kMostClasses = 5;

  FrozenMoves() = default;
  /// Reads in place what freeze() made for as many classes; the bytes must outlive it and be aligned to 64. Throws
  /// Error kInput when they cannot be such a table; no lookup can leave one that was taken.
  FrozenMoves(std::span<const std::byte> bytes, std::uint32_t classes);

  /// Makes the bytes of a table; weights of the same feature and class are added up. The order given does not matter.
  /// REQUIRES kLeastClasses <= classes <= kMostClasses, labels below classes.
  static std::string freeze(std::vector<RowWeight> weights, std::uint32_t classes);

  /// Scores are classes - 1 numbers, for class 1 and up.
  void add_fetched(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) const noexcept;

 private:
  struct Header {
    std::uint64_t lines;
    std::uint64_t features;
    std::uint64_t left_out;
    float scale;
    std::uint32_t classes;
    std::uint32_t zero[8];
  };
  static_assert(sizeof(MoveLine) == 64 && sizeof(Header) == 64);
};

}  // namespace espalier::learning
