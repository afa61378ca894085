// Loss-augmented scores: a decoder that is given them looks for the tree that a margin is most violated by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"

namespace espalier::decoding {

/// Adds `cost` to every arc whose word has another head in `gold`. Words whose gold head is not known (-1) are left as
/// they are.
inline void add_loss(const ArcSet& arcs, std::span<const std::int32_t> gold, float cost, std::span<float> scores) {
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const std::int32_t head = gold[static_cast<std::size_t>(word)];
    if (head < 0) continue;
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      if (arcs.head(arc) != head) scores[static_cast<std::size_t>(arc)] += cost;
    }
  }
}

/// The same on a copy; memory is kept.
inline void add_loss(const ArcSet& arcs, std::span<const float> scores, std::span<const std::int32_t> gold, float cost,
                     std::vector<float>& augmented) {
  augmented.assign(scores.begin(), scores.end());
  add_loss(arcs, gold, cost, std::span<float>(augmented));
}

}  // namespace espalier::decoding
