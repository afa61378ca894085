#include "decoding/out_arcs.h"

namespace espalier::decoding {

// The table first holds the arcs themselves; a walk away from each head then turns every cell into a slot.
void OutArcs::build(const ArcSet& arcs) {
  const std::int32_t words = arcs.words();
  nodes_ = static_cast<std::size_t>(words) + 1;
  end_.assign(nodes_ * nodes_, -1);
  for (std::int32_t word = 1; word <= words; ++word) {
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) end_[cell(arcs.head(arc), word)] = arc;
  }
  first_.resize(2 * nodes_);
  word_.resize(static_cast<std::size_t>(arcs.size()));
  arc_.resize(static_cast<std::size_t>(arcs.size()));
  std::int32_t slot = 0;
  for (std::int32_t head = 0; head <= words; ++head) {
    slot = scan(slot, head, -1);
    slot = scan(slot, head, 1);
  }
}

std::int32_t OutArcs::scan(std::int32_t slot, std::int32_t head, std::int32_t step) {
  first_[2 * static_cast<std::size_t>(head) + (step > 0 ? 1 : 0)] = slot;
  const std::int32_t last = step > 0 ? static_cast<std::int32_t>(nodes_) : -1;
  for (std::int32_t word = head + step; word != last; word += step) {
    std::int32_t& at = end_[cell(head, word)];
    if (at >= 0) {
      word_[static_cast<std::size_t>(slot)] = word;
      arc_[static_cast<std::size_t>(slot++)] = at;
    }
    at = slot;
  }
  return slot;
}

}  // namespace espalier::decoding
