#include "decoding/tree_score.h"

#include "decoding/index.h"

namespace espalier::decoding {
namespace {

constexpr double kNoTree = -std::numeric_limits<double>::infinity();

std::int32_t inner_sibling(std::span<const std::int32_t> heads, std::int32_t word) {
  const std::int32_t head = heads[to_index(word)];
  const std::int32_t step = head < word ? -1 : 1;
  std::int32_t at = word + step;
  while (at != head && heads[to_index(at)] != head) at += step;
  return at;
}

}  // namespace

double word_score(const PartSet& parts, const PartScores& scores, const WordParts& word) {
  const ArcSet& arcs = parts.arcs();
  if (parts.order() == 1) {
    const std::int32_t arc = arcs.find(word.head, word.word);
    return arc < 0 ? kNoTree : scores.arcs[to_index(arc)];
  }
  const std::int32_t arc = parts.out().find(word.head, word.word);
  const std::int32_t part = arc < 0 ? -1 : parts.find_sibling(arc, word.sibling);
  if (part < 0) return kNoTree;
  double sum = double{scores.arcs[to_index(arc)]} + scores.siblings[to_index(part)];
  if (parts.order() == 2 || word.head == 0) return sum;
  const std::int32_t up = parts.out().find(word.grandparent, word.head);
  if (up < 0) return kNoTree;
  const std::int32_t k = up - arcs.begin(word.head);
  sum += scores.grandparents[to_index(parts.grandparent_begin(arc) + k)];
  return sum + scores.grands[to_index(parts.grand_begin(part) + k)];
}

double tree_score(const PartSet& parts, const PartScores& scores, std::span<const std::int32_t> heads) {
  double sum = 0;
  for (std::int32_t word = 1; word <= parts.arcs().words(); ++word) {
    const std::int32_t head = heads[to_index(word)];
    const std::int32_t sibling = parts.order() == 1 ? head : inner_sibling(heads, word);
    sum += word_score(parts, scores, {heads[to_index(head)], head, sibling, word});
  }
  return sum;
}

}  // namespace espalier::decoding
