// A set of arcs under constraints: some words have their heads given, some arcs may not be used.
//
// Decoders know no constraints; they are given the arcs that are left, and the scores of those.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/part_set.h"

namespace espalier::decoding {

struct Arc {
  std::int32_t head;
  std::int32_t word;
};

/// The arcs that are left, and for each its number in the full set.
struct Restriction {
  ArcSet arcs;
  std::vector<std::int32_t> old_arcs;
};

/// Keeps the arcs that agree with `forced` (a head a word, -1: any; index 0 is not read; empty: all free) and are not
/// among `forbidden`. A forced head that is not in the set leaves its word without heads: then there is no tree.
void restrict_arcs(const ArcSet& arcs, std::span<const std::int32_t> forced, std::span<const Arc> forbidden,
                   Restriction& restriction);

/// The scores of the arcs that are left.
void gather_scores(std::span<const float> scores, const Restriction& restriction, std::vector<float>& left);

/// The parts that are left, with their scores. Must stay where it is while `parts` is in use.
struct PartRestriction {
  PartSet parts;
  PartScoreArrays scores;
};

/// `parts` are those of the full set. `restriction` must outlive `left`.
void restrict_parts(const PartSet& parts, const PartScores& scores, const Restriction& restriction,
                    PartRestriction& left);

}  // namespace espalier::decoding
