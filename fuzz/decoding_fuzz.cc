// Decoders of graphs against all trees over a few words: best ones of all orders, under constraints, the k best, and
// marginals. Scores are eighths, so that sums are exact and equal means equal.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/k_best.h"
#include "decoding/marginals.h"
#include "decoding/restriction.h"
#include "fuzz/input.h"
#include "parsing/graph_decoder.h"
#include "tests/reference/naive_trees.h"

namespace {

using namespace espalier::decoding;
using espalier::fuzz::demand;
using espalier::fuzz::Input;
using espalier::reference::Heads;
using espalier::reference::Problem;
namespace reference = espalier::reference;

constexpr std::int32_t kMostWords = 5;

std::vector<float> take_scores(Input& input, std::int32_t count) {
  std::vector<float> scores(to_index(count));
  for (float& score : scores) score = static_cast<float>(input.take<std::int8_t>()) / 8;
  return scores;
}

void take_problem(Input& input, Problem& problem) {
  const std::int32_t words = 1 + input.below(kMostWords);
  const int order = 1 + input.below(3);
  const auto holes = input.take<std::uint32_t>();  // arcs that are not there, one a bit
  problem.arcs.start(words);
  unsigned bit = 0;
  for (std::int32_t word = 1; word <= words; ++word) {
    for (std::int32_t head = 0; head <= words; ++head) {
      if (head != word && (holes >> bit++ % 32 & 1U) == 0) problem.arcs.add_head(head);
    }
    problem.arcs.end_word();
  }
  problem.parts.build(problem.arcs, order);
  problem.drawn.arcs = take_scores(input, problem.arcs.size());
  problem.drawn.siblings = take_scores(input, problem.parts.siblings());
  problem.drawn.grandparents = take_scores(input, problem.parts.grandparents());
  problem.drawn.grands = take_scores(input, problem.parts.grands());
}

/// Trees with their scores, best first.
using Scored = std::vector<ScoredTree>;

Scored scored(const Problem& problem, const std::vector<Heads>& trees,
              const std::function<bool(const Heads&)>& is_wanted) {
  Scored out;
  for (const Heads& tree : trees) {
    if (is_wanted(tree)) out.push_back({reference::naive_score(problem, tree), tree});
  }
  std::stable_sort(out.begin(), out.end(), [](const ScoredTree& a, const ScoredTree& b) { return a.score > b.score; });
  return out;
}

void demand_best(const Scored& wanted, bool is_found, const Heads& heads, const Problem& problem) {
  demand(is_found == !wanted.empty());
  if (!is_found) return;
  demand(reference::naive_score(problem, heads) == wanted.front().score);
  demand(std::any_of(wanted.begin(), wanted.end(), [&](const ScoredTree& each) { return each.heads == heads; }));
}

void demand_k_best(const Scored& wanted, const Scored& found, std::size_t k) {
  demand(found.size() == std::min(k, wanted.size()));
  std::set<Heads> distinct;
  for (std::size_t i = 0; i < found.size(); ++i) {
    demand(found[i].score == wanted[i].score);
    demand(distinct.insert(found[i].heads).second);
  }
}

void demand_marginals(const ArcSet& arcs, const Scored& trees, bool is_found, const std::vector<float>& found) {
  demand(is_found == !trees.empty());
  if (!is_found) return;
  double all = 0;
  std::vector<double> wanted(found.size(), 0);
  for (const ScoredTree& tree : trees) {
    const double weight = std::exp(tree.score - trees.front().score);
    all += weight;
    for (std::int32_t word = 1; word <= arcs.words(); ++word) {
      wanted[to_index(arcs.find(tree.heads[to_index(word)], word))] += weight;
    }
  }
  for (std::size_t arc = 0; arc < found.size(); ++arc) {
    demand(std::abs(wanted[arc] / all - static_cast<double>(found[arc])) < 1e-3);
  }
}

/// Of the first order, crossing arcs allowed or not.
void check_first_order(Problem& problem, const std::vector<Heads>& trees, Roots roots, std::size_t k) {
  const auto is_rooted = [&](const Heads& tree) { return roots == Roots::kAny || reference::has_one_root(tree); };
  const Scored all = scored(problem, trees, is_rooted);
  const Scored projective =
      scored(problem, trees, [&](const Heads& tree) { return is_rooted(tree) && reference::is_projective(tree); });
  Heads heads(to_index(problem.arcs.words()) + 1);
  const auto& scores = problem.drawn.arcs;
  const bool has_tree = Branching().best(problem.arcs, scores, roots, heads);
  demand_best(all, has_tree, heads, problem);
  const bool has_projective = Eisner().best(problem.arcs, scores, roots, heads);
  demand_best(projective, has_projective, heads, problem);
  demand_k_best(all, k_best_trees(problem.arcs, scores, roots, k), k);
  std::vector<float> found(scores.size());
  Marginals marginals;
  const bool has_all = marginals.all_trees(problem.arcs, scores, roots, found);
  demand_marginals(problem.arcs, all, has_all, found);
  const bool has_some = marginals.projective(problem.arcs, scores, roots, found);
  demand_marginals(problem.arcs, projective, has_some, found);
}

/// Of the order of the parts.
void check_parts(Problem& problem, const std::vector<Heads>& trees, Roots roots, std::size_t k) {
  const auto is_rooted = [&](const Heads& tree) { return roots == Roots::kAny || reference::has_one_root(tree); };
  const Scored all = scored(problem, trees, is_rooted);
  const Scored projective =
      scored(problem, trees, [&](const Heads& tree) { return is_rooted(tree) && reference::is_projective(tree); });
  Heads heads(to_index(problem.arcs.words()) + 1);
  const bool is_found = Eisner().best(problem.parts, problem.scores(), roots, heads);
  demand_best(projective, is_found, heads, problem);
  demand_k_best(projective, k_best_projective(problem.parts, problem.scores(), roots, k), k);
  std::vector<float> found(problem.drawn.arcs.size());
  const bool has_some = Marginals().projective(problem.parts, problem.scores(), roots, found);
  demand_marginals(problem.arcs, projective, has_some, found);
  // Climbing is not exact: no better than all, no worse than where it starts.
  const bool climbs = espalier::parsing::GraphDecoder().best(problem.parts, problem.scores(), roots, true, heads);
  demand(climbs == !all.empty());
  if (!climbs) return;
  const double score = reference::naive_score(problem, heads);
  demand(score <= all.front().score && (projective.empty() || score >= projective.front().score));
  demand(reference::is_tree(heads) && (roots == Roots::kAny || reference::has_one_root(heads)));
}

/// Some heads given, some arcs forbidden: the best tree is the best of those that agree.
void check_restriction(Input& input, const Problem& problem, const std::vector<Heads>& trees, Roots roots) {
  const std::int32_t words = problem.arcs.words();
  Heads forced(to_index(words) + 1, -1);
  std::vector<Arc> forbidden;
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::int32_t head = input.below(words + 1);
    const std::int32_t what = input.below(4);
    if (what == 0 && head != word) forced[to_index(word)] = head;
    if (what == 1) forbidden.push_back({head, word});
  }
  const auto agrees = [&](const Heads& tree) {
    for (std::size_t word = 1; word < tree.size(); ++word) {
      if (forced[word] >= 0 && tree[word] != forced[word]) return false;
    }
    return (roots == Roots::kAny || reference::has_one_root(tree)) &&
           std::none_of(forbidden.begin(), forbidden.end(),
                        [&](const Arc& arc) { return tree[to_index(arc.word)] == arc.head; });
  };
  Restriction restriction;
  std::vector<float> scores;
  restrict_arcs(problem.arcs, forced, forbidden, restriction);
  gather_scores(problem.drawn.arcs, restriction, scores);
  Heads heads(forced.size());
  Problem first;  // arcs alone count
  first.arcs = problem.arcs;
  first.parts.build(first.arcs, 1);
  first.drawn.arcs = problem.drawn.arcs;
  const bool is_found = Branching().best(restriction.arcs, scores, roots, heads);
  demand_best(scored(first, trees, agrees), is_found, heads, first);
  PartRestriction left;
  restrict_parts(problem.parts, problem.scores(), restriction, left);
  const bool has_parts = Eisner().best(left.parts, left.scores.view(), roots, heads);
  demand_best(scored(problem, trees, [&](const Heads& tree) { return agrees(tree) && reference::is_projective(tree); }),
              has_parts, heads, problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const Roots roots = input.flag() ? Roots::kOne : Roots::kAny;
  const auto k = static_cast<std::size_t>(input.below(9));
  Problem problem;
  take_problem(input, problem);
  const std::vector<Heads> trees = reference::all_trees(problem.arcs);
  if (problem.parts.order() == 1) {
    check_first_order(problem, trees, roots, k);
  } else {
    check_parts(problem, trees, roots, k);
  }
  check_restriction(input, problem, trees, roots);
  return 0;
}
