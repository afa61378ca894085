#include "decoding/grand_chart.h"

namespace espalier::decoding {

void GrandChart::prepare(const PartSet& parts, Roots roots) {
  parts_ = &parts;
  arcs_ = &parts.arcs();
  out_ = &parts.out();
  roots_ = roots;
  nodes_ = arcs_->words() + 1;
  const std::int64_t rows = arcs_->size() + 1;
  check_count(rows * nodes_ + parts.siblings() + parts.grandparents() + arcs_->size());
  first_join_ = static_cast<std::int32_t>(rows) * nodes_;
  std::int32_t next = first_join_ + parts.siblings();
  first_item_.clear();
  for (std::int32_t arc = 0; arc < arcs_->size(); ++arc) {
    first_item_.push_back(next);
    const std::int32_t head = arcs_->head(arc);
    next += head == 0 ? 1 : arcs_->end(head) - arcs_->begin(head);
  }
  first_item_.push_back(next);
}

void GrandChart::set_leaves(double* value) const {
  value[side(arcs_->size(), 0)] = 0;
  for (std::int32_t word = 1; word < nodes_; ++word) {
    for (std::int32_t arc = arcs_->begin(word); arc < arcs_->end(word); ++arc) value[side(arc, word)] = 0;
  }
}

}  // namespace espalier::decoding
