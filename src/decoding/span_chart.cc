#include "decoding/span_chart.h"

#include "decoding/index.h"

namespace espalier::decoding {

void SpanChart::prepare(const ArcSet& arcs, const OutArcs& out, Roots roots) {
  arcs_ = &arcs;
  out_ = &out;
  parts_ = nullptr;
  roots_ = roots;
  nodes_ = arcs.words() + 1;
  check_count(2 * std::int64_t{nodes_} * nodes_ + arcs.size());
  first_join_ = nodes_ * nodes_;
  first_arc_ = 2 * first_join_;
}

void SpanChart::prepare(const PartSet& parts, Roots roots) {
  prepare(parts.arcs(), parts.out(), roots);
  parts_ = &parts;
  asked_.assign(to_index(nodes_) * to_index(nodes_), 0);
  for (std::int32_t word = 1; word < nodes_; ++word) {
    for (std::int32_t arc = arcs_->begin(word); arc < arcs_->end(word); ++arc) {
      for (std::int32_t part = parts.sibling_begin(arc) + 1; part < parts.sibling_begin(arc + 1); ++part) {
        const std::int32_t s = parts.sibling(part);
        asked_[to_index(std::min(s, word) * nodes_ + std::max(s, word))] = 1;
      }
    }
  }
}

}  // namespace espalier::decoding
