#include "decoding/part_set.h"

#include "decoding/index.h"

namespace espalier::decoding {

void PartSet::add_siblings(std::int32_t head, std::int32_t word, std::int32_t arc) {
  sibling_.push_back(head);
  sibling_arc_.push_back(arc);
  // The last slot up to the word is the arc itself.
  const std::int32_t last = out_.end(head, word) - 1;
  for (std::int32_t slot = out_.begin(head, word); slot < last; ++slot) {
    sibling_.push_back(out_.word(slot));
    sibling_arc_.push_back(out_.arc(slot));
  }
  check_count(static_cast<std::int64_t>(sibling_.size()));
  sibling_first_.push_back(static_cast<std::int32_t>(sibling_.size()));
}

void PartSet::build(const ArcSet& arcs, int order) {
  arcs_ = &arcs;
  order_ = order;
  sibling_first_.clear();
  sibling_.clear();
  sibling_arc_.clear();
  grandparent_first_.clear();
  grand_first_.clear();
  if (order < 2) return;
  out_.build(arcs);
  sibling_first_.push_back(0);
  if (order >= 3) {
    grandparent_first_.push_back(0);
    grand_first_.push_back(0);
  }
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      const std::int32_t head = arcs.head(arc);
      add_siblings(head, word, arc);
      if (order < 3) continue;
      const std::int32_t above = arcs.end(head) - arcs.begin(head);
      check_count(grand_first_.back() + std::int64_t{above} * (sibling_first_.back() - sibling_begin(arc)));
      grandparent_first_.push_back(grandparent_first_.back() + above);
      while (grand_first_.size() <= sibling_.size()) grand_first_.push_back(grand_first_.back() + above);
    }
  }
}

// The siblings of an arc are the slots of its head from the first on, so the slot gives the part.
std::int32_t PartSet::find_sibling(std::int32_t arc, std::int32_t sibling) const noexcept {
  const std::int32_t begin = sibling_begin(arc);
  const std::int32_t head = sibling_[to_index(begin)];
  if (sibling == head) return begin;
  if (out_.find(head, sibling) < 0) return -1;
  const std::int32_t part = begin + out_.end(head, sibling) - out_.begin(head, sibling);
  return part < sibling_begin(arc + 1) && sibling_[to_index(part)] == sibling ? part : -1;
}

}  // namespace espalier::decoding
