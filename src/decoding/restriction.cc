#include "decoding/restriction.h"

#include <algorithm>
#include <cstddef>

#include "decoding/index.h"

namespace espalier::decoding {
namespace {

// The grandparent parts of one arc, or the grand-sibling parts of one sibling part: one for each head left to the head.
void gather_above(const Restriction& restriction, std::int32_t head, std::int32_t old_heads, const float* scores,
                  std::vector<float>& left) {
  for (std::int32_t up = restriction.arcs.begin(head); up < restriction.arcs.end(head); ++up) {
    left.push_back(scores[restriction.old_arcs[to_index(up)] - old_heads]);
  }
}

}  // namespace

void restrict_arcs(const ArcSet& arcs, std::span<const std::int32_t> forced, std::span<const Arc> forbidden,
                   Restriction& restriction) {
  restriction.arcs.start(arcs.words());
  restriction.old_arcs.clear();
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const std::int32_t only = forced.empty() ? -1 : forced[to_index(word)];
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      const std::int32_t head = arcs.head(arc);
      const auto is_it = [&](const Arc& other) { return other.head == head && other.word == word; };
      if ((only >= 0 && head != only) || std::any_of(forbidden.begin(), forbidden.end(), is_it)) continue;
      restriction.arcs.add_head(head);
      restriction.old_arcs.push_back(arc);
    }
    restriction.arcs.end_word();
  }
}

void gather_scores(std::span<const float> scores, const Restriction& restriction, std::vector<float>& left) {
  left.clear();
  for (const std::int32_t arc : restriction.old_arcs) left.push_back(scores[to_index(arc)]);
}

void restrict_parts(const PartSet& parts, const PartScores& scores, const Restriction& restriction,
                    PartRestriction& left) {
  left.parts.build(restriction.arcs, parts.order());
  gather_scores(scores.arcs, restriction, left.scores.arcs);
  left.scores.siblings.clear();
  left.scores.grandparents.clear();
  left.scores.grands.clear();
  if (parts.order() < 2) return;
  for (std::int32_t arc = 0; arc < restriction.arcs.size(); ++arc) {
    const std::int32_t old_arc = restriction.old_arcs[to_index(arc)];
    const std::int32_t head = restriction.arcs.head(arc);
    const std::int32_t old_heads = parts.arcs().begin(head);
    if (parts.order() >= 3) {
      gather_above(restriction, head, old_heads, scores.grandparents.data() + parts.grandparent_begin(old_arc),
                   left.scores.grandparents);
    }
    for (std::int32_t part = left.parts.sibling_begin(arc); part < left.parts.sibling_begin(arc + 1); ++part) {
      const std::int32_t old_part = parts.find_sibling(old_arc, left.parts.sibling(part));
      left.scores.siblings.push_back(scores.siblings[to_index(old_part)]);
      if (parts.order() < 3) continue;
      gather_above(restriction, head, old_heads, scores.grands.data() + parts.grand_begin(old_part),
                   left.scores.grands);
    }
  }
}

}  // namespace espalier::decoding
