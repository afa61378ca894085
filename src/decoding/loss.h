// Loss-augmented scores: a decoder that is given them looks for the tree that a margin is most violated by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "decoding/arc_set.h"
#include "decoding/index.h"

namespace espalier::decoding {

/// Adds `cost` to every arc whose word has another head in `gold`. Words whose gold head is not known (-1) are left as
/// they are.
inline void add_loss(const ArcSet& arcs, std::span<const std::int32_t> gold, float cost, std::span<float> scores) {
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const std::int32_t head = gold[to_index(word)];
    if (head < 0) continue;
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      if (arcs.head(arc) != head) scores[to_index(arc)] += cost;
    }
  }
}

}  // namespace espalier::decoding
