#include "parsing/graph_decoder.h"

#include <algorithm>

#include "espalier/dependency.h"

namespace espalier::parsing {
namespace {

void make_projective(std::span<std::int32_t> heads) {
  DependencyTree tree;
  tree.heads.assign(heads.begin(), heads.end());
  tree.labels.resize(heads.size());
  projectivize(tree, LiftMarking::kNone);
  std::copy(tree.heads.begin(), tree.heads.end(), heads.begin());
}

}  // namespace

bool GraphDecoder::best_of_long(const decoding::PartSet& parts, const decoding::PartScores& scores,
                                decoding::Roots roots, bool crossing, std::span<std::int32_t> heads) {
  if (!branching_.best(parts.arcs(), scores.arcs, roots, heads)) return false;
  if (crossing && parts.order() > 1) climb_.climb(parts, scores, roots, heads);
  if (!crossing) make_projective(heads);
  return true;
}

bool GraphDecoder::best(const decoding::PartSet& parts, const decoding::PartScores& scores, decoding::Roots roots,
                        bool crossing, std::span<std::int32_t> heads) {
  if (parts.arcs().words() > kChartWords) return best_of_long(parts, scores, roots, crossing, heads);
  if (!crossing) return eisner_.best(parts, scores, roots, heads);
  if (parts.order() == 1) return branching_.best(parts.arcs(), scores.arcs, roots, heads);
  if (!eisner_.best(parts, scores, roots, heads) && !branching_.best(parts.arcs(), scores.arcs, roots, heads)) {
    return false;
  }
  climb_.climb(parts, scores, roots, heads);
  return true;
}

}  // namespace espalier::parsing
