// The k best trees, by any exact decoder.
//
// Idea: the trees other than the best one T fall into n classes without overlap: class j has the heads of T for the
// words before j and another head for word j. The best of each class is found by the same decoder under those
// constraints, and when it comes out on top its class is divided in the same way, from word j on. Invariant: the
// classes in the queue and the trees given out cover all trees, each once; each class holds its best. Cost: at most n
// decodings a tree given out. Paper: Lawler 1972 (after Murty 1968).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/index.h"
#include "decoding/part_set.h"
#include "decoding/restriction.h"

namespace espalier::decoding {

struct ScoredTree {
  double score = 0;
  std::vector<std::int32_t> heads;
};

// A class of trees, and its best.
struct TreeClass {
  ScoredTree best;
  std::int32_t word = 1;       // words before this one have the heads of the best
  std::vector<Arc> forbidden;  // into that word
  std::size_t age = 0;         // of equal scores the older class comes first
  bool operator<(const TreeClass& other) const noexcept {
    return best.score != other.best.score ? best.score < other.best.score : age > other.age;
  }
};

/// Up to k trees, best first, no two the same. `decode` is called as bool(const Restriction&, ScoredTree&): it sets the
/// best tree over the restricted arcs and its score, heads being of the right size, or returns false when there is
/// none.
template <class Decode>
std::vector<ScoredTree> k_best(const ArcSet& arcs, std::size_t k, Decode&& decode) {
  std::vector<TreeClass> queue;
  std::vector<ScoredTree> trees;
  Restriction restriction;
  std::vector<std::int32_t> forced(to_index(arcs.words()) + 1, -1);
  std::size_t age = 0;
  const auto offer = [&](std::int32_t word, std::vector<Arc> forbidden) {
    TreeClass one{{0, std::vector<std::int32_t>(forced.size(), -1)}, word, std::move(forbidden), age++};
    restrict_arcs(arcs, forced, one.forbidden, restriction);
    if (!decode(restriction, one.best)) return;
    queue.push_back(std::move(one));
    std::push_heap(queue.begin(), queue.end());
  };
  if (k > 0) offer(1, {});
  while (!queue.empty()) {
    std::pop_heap(queue.begin(), queue.end());
    TreeClass top = std::move(queue.back());
    queue.pop_back();
    trees.push_back(top.best);
    if (trees.size() == k) break;
    std::fill(forced.begin(), forced.end(), -1);
    std::copy(top.best.heads.begin(), top.best.heads.begin() + top.word, forced.begin());
    for (std::int32_t word = top.word; word <= arcs.words(); ++word) {
      std::vector<Arc> forbidden;
      if (word == top.word) forbidden = std::move(top.forbidden);
      const std::int32_t head = top.best.heads[to_index(word)];
      forbidden.push_back({head, word});
      if (forbidden.size() < arcs.heads(word).size()) offer(word, std::move(forbidden));
      forced[to_index(word)] = head;
    }
  }
  return trees;
}

/// The k best trees, crossing arcs allowed, first order.
std::vector<ScoredTree> k_best_trees(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::size_t k);

/// The k best projective trees, of the order of the parts.
std::vector<ScoredTree> k_best_projective(const PartSet& parts, const PartScores& scores, Roots roots, std::size_t k);

}  // namespace espalier::decoding
