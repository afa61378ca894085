// The arcs of an ArcSet seen from their heads: for each head and side the dependents open to it, nearest first.
//
// A chart asks two things of an arc set: "which arcs leave h towards e and do not go beyond e?" and "is there an arc
// from h to m?". Both are one read of a table of n² slots; as spans are n² as well, the table costs the chart nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/index.h"

namespace espalier::decoding {

/// Slots number the arcs by head, then side (left, right), then distance.
class OutArcs {
 public:
  void build(const ArcSet& arcs);

  /// The slots of the arcs from `head` to words between it and `end`, `end` included: begin(head, end) to
  /// end(head, end)-1. REQUIRES head != end.
  std::int32_t begin(std::int32_t head, std::int32_t end) const noexcept {
    return first_[2 * to_index(head) + (end > head ? 1 : 0)];
  }
  std::int32_t end(std::int32_t head, std::int32_t end) const noexcept { return end_[cell(head, end)]; }
  std::int32_t word(std::int32_t slot) const noexcept { return word_[to_index(slot)]; }
  std::int32_t arc(std::int32_t slot) const noexcept { return arc_[to_index(slot)]; }
  /// The number of the arc head → word, or -1. REQUIRES head != word.
  std::int32_t find(std::int32_t head, std::int32_t word) const noexcept {
    const std::int32_t last = end(head, word) - 1;
    return last >= begin(head, word) && word_[to_index(last)] == word ? arc_[to_index(last)] : -1;
  }

 private:
  std::size_t cell(std::int32_t head, std::int32_t end) const noexcept {
    return to_index(head) * nodes_ + to_index(end);
  }
  // Numbers the arcs of a head to one side, from `slot` on; returns the next free slot.
  std::int32_t scan(std::int32_t slot, std::int32_t head, std::int32_t step);

  std::size_t nodes_ = 0;
  std::vector<std::int32_t> first_;  // by 2 · head + side
  std::vector<std::int32_t> word_;   // by slot
  std::vector<std::int32_t> arc_;    // by slot
  std::vector<std::int32_t> end_;    // by head and end of the span
};

}  // namespace espalier::decoding
