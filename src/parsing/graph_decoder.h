// The best tree for part scores, by the decoder that fits the order and the kind of trees asked for.
#pragma once

#include <cstdint>
#include <span>

#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/hill_climb.h"
#include "decoding/part_set.h"

namespace espalier::parsing {

/// Charts grow with the square of the length: beyond this many words trees are found without one.
inline constexpr std::int32_t kChartWords = 1000;

/// One a thread; memory is reused.
///
/// Crossing trees of first order are maximum branchings, projective ones of any order Eisner's, both exact. Crossing
/// ones of higher order start from the best projective tree and climb; where the arcs hold none, from the best
/// branching.
class GraphDecoder {
 public:
  /// Writes heads (heads[0] = -1); false when the arcs hold no tree of the kind.
  bool best(const decoding::PartSet& parts, const decoding::PartScores& scores, decoding::Roots roots, bool crossing,
            std::span<std::int32_t> heads);

 private:
  bool best_of_long(const decoding::PartSet& parts, const decoding::PartScores& scores, decoding::Roots roots,
                    bool crossing, std::span<std::int32_t> heads);

  decoding::Branching branching_;
  decoding::Eisner eisner_;
  decoding::HillClimb climb_;
};

}  // namespace espalier::parsing
