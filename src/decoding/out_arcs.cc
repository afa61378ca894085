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
  first_.clear();
  word_.clear();
  arc_.clear();
  for (std::int32_t head = 0; head <= words; ++head) {
    scan(head, head - 1, -1, -1);
    scan(head, head + 1, words + 1, 1);
  }
}

void OutArcs::scan(std::int32_t head, std::int32_t from, std::int32_t to, std::int32_t step) {
  first_.push_back(static_cast<std::int32_t>(arc_.size()));
  for (std::int32_t word = from; word != to; word += step) {
    std::int32_t& at = end_[cell(head, word)];
    if (at >= 0) {
      word_.push_back(word);
      arc_.push_back(at);
    }
    at = static_cast<std::int32_t>(arc_.size());
  }
}

}  // namespace espalier::decoding
