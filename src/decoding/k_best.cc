#include "decoding/k_best.h"

#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/tree_score.h"

namespace espalier::decoding {
namespace {

// Decoders add up in different orders; a tree's score must not depend on the class in which it was found.
std::vector<ScoredTree> sorted(std::vector<ScoredTree> trees) {
  std::stable_sort(trees.begin(), trees.end(),
                   [](const ScoredTree& a, const ScoredTree& b) { return a.score > b.score; });
  return trees;
}

}  // namespace

std::vector<ScoredTree> k_best_trees(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::size_t k) {
  Branching branching;
  PartSet parts;
  parts.build(arcs, 1);
  std::vector<float> left;
  return sorted(k_best(arcs, k, [&](const Restriction& restriction, ScoredTree& tree) {
    gather_scores(scores, restriction, left);
    if (!branching.best(restriction.arcs, left, roots, tree.heads)) return false;
    tree.score = tree_score(parts, {scores, {}, {}, {}}, tree.heads);
    return true;
  }));
}

std::vector<ScoredTree> k_best_projective(const PartSet& parts, const PartScores& scores, Roots roots, std::size_t k) {
  Eisner eisner;
  PartRestriction left;
  return sorted(k_best(parts.arcs(), k, [&](const Restriction& restriction, ScoredTree& tree) {
    restrict_parts(parts, scores, restriction, left);
    if (!eisner.best(left.parts, left.scores.view(), roots, tree.heads)) return false;
    tree.score = tree_score(parts, scores, tree.heads);
    return true;
  }));
}

}  // namespace espalier::decoding
