#include "decoding/out_arcs.h"

#include "decoding/index.h"

namespace espalier::decoding {

// The table first holds the arcs themselves; a walk away from each head then turns every cell into a slot.
void OutArcs::build(const ArcSet& arcs) {
  const std::int32_t words = arcs.words();
  nodes_ = to_index(words) + 1;
  check_count(2 * static_cast<std::int64_t>(nodes_ * nodes_));
  end_.assign(nodes_ * nodes_, -1);
  for (std::int32_t word = 1; word <= words; ++word) {
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) end_[cell(arcs.head(arc), word)] = arc;
  }
  first_.resize(2 * nodes_);
  word_.resize(to_index(arcs.size()));
  arc_.resize(to_index(arcs.size()));
  std::int32_t slot = 0;
  for (std::int32_t head = 0; head <= words; ++head) {
    slot = scan(slot, head, -1);
    slot = scan(slot, head, 1);
  }
}

std::int32_t OutArcs::scan(std::int32_t slot, std::int32_t head, std::int32_t step) {
  first_[2 * to_index(head) + (step > 0 ? 1 : 0)] = slot;
  const std::int32_t last = step > 0 ? static_cast<std::int32_t>(nodes_) : -1;
  for (std::int32_t word = head + step; word != last; word += step) {
    std::int32_t& at = end_[cell(head, word)];
    if (at >= 0) {
      word_[to_index(slot)] = word;
      arc_[to_index(slot++)] = at;
    }
    at = slot;
  }
  return slot;
}

}  // namespace espalier::decoding
