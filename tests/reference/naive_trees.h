// Trees by enumeration and scores by definition: the twin that every graph decoder is compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/random.h"
#include "decoding/arc_set.h"
#include "decoding/part_set.h"

namespace espalier::reference {

using Heads = std::vector<std::int32_t>;

inline std::int32_t head_of(const Heads& heads, std::int32_t word) { return heads[static_cast<std::size_t>(word)]; }

/// Whether `above` is `node` or one of its ancestors. False on a cycle that does not hold `above`.
inline bool is_above(const Heads& heads, std::int32_t above, std::int32_t node) {
  for (std::size_t steps = 0; steps <= heads.size() && node >= 0; ++steps) {
    if (node == above) return true;
    node = head_of(heads, node);
  }
  return false;
}

inline bool is_tree(const Heads& heads) {
  if (heads.empty() || heads[0] != -1) return false;
  for (std::int32_t word = 1; word < static_cast<std::int32_t>(heads.size()); ++word) {
    if (!is_above(heads, 0, word)) return false;
  }
  return true;
}

/// By the definition: a head is above every word between it and its dependent.
inline bool is_projective(const Heads& heads) {
  for (std::int32_t word = 1; word < static_cast<std::int32_t>(heads.size()); ++word) {
    const std::int32_t head = head_of(heads, word);
    for (std::int32_t k = std::min(head, word) + 1; k < std::max(head, word); ++k) {
      if (!is_above(heads, head, k)) return false;
    }
  }
  return true;
}

inline bool has_one_root(const Heads& heads) { return std::count(heads.begin(), heads.end(), 0) == 1; }

/// All trees over a set of arcs.
inline std::vector<Heads> all_trees(const decoding::ArcSet& arcs) {
  std::vector<Heads> trees;
  const auto words = static_cast<std::size_t>(arcs.words());
  std::vector<std::size_t> choice(words + 1, 0);
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    if (arcs.heads(word).empty()) return trees;
  }
  while (true) {
    Heads heads(words + 1, -1);
    for (std::size_t word = 1; word <= words; ++word) {
      heads[word] = arcs.heads(static_cast<std::int32_t>(word))[choice[word]];
    }
    if (is_tree(heads)) trees.push_back(heads);
    std::size_t word = 1;
    while (word <= words && ++choice[word] == arcs.heads(static_cast<std::int32_t>(word)).size()) choice[word++] = 0;
    if (word > words) return trees;
  }
}

/// Arcs, parts and scores drawn at random.
struct Problem {
  decoding::ArcSet arcs;
  decoding::PartSet parts;
  decoding::PartScoreArrays drawn;

  decoding::PartScores scores() const { return drawn.view(); }
};

/// Scores are real numbers in [-2, 2), or integers from -1 to 1, which make many ties.
enum class Draw { kReal, kInteger };

inline std::vector<float> draw_scores(base::Random& random, std::int32_t count, Draw draw) {
  std::vector<float> scores(static_cast<std::size_t>(count));
  for (float& score : scores) {
    score =
        draw == Draw::kReal ? static_cast<float>(random.uniform() * 4 - 2) : static_cast<float>(random.below(3)) - 1.0F;
  }
  return scores;
}

/// Each arc is there with the given probability.
inline decoding::ArcSet draw_arcs(base::Random& random, std::int32_t words, double density) {
  decoding::ArcSet arcs;
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    for (std::int32_t head = 0; head <= words; ++head) {
      if (head != word && random.uniform() < density) arcs.add_head(head);
    }
    arcs.end_word();
  }
  return arcs;
}

/// A long sentence: each word may hang from the one before, so that there is a tree, and from some near ones.
inline decoding::ArcSet draw_near_arcs(base::Random& random, std::int32_t words) {
  decoding::ArcSet arcs;
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    for (std::int32_t head = std::max(0, word - 8); head <= std::min(words, word + 8); ++head) {
      if (head != word && (head == word - 1 || random.uniform() < 0.3)) arcs.add_head(head);
    }
    arcs.end_word();
  }
  return arcs;
}

/// The parts refer to the arcs: fill a Problem where it stands.
inline void set_problem(Problem& problem, base::Random& random, decoding::ArcSet arcs, int order, Draw draw) {
  problem.arcs = std::move(arcs);
  problem.parts.build(problem.arcs, order);
  problem.drawn.arcs = draw_scores(random, problem.arcs.size(), draw);
  problem.drawn.siblings = draw_scores(random, problem.parts.siblings(), draw);
  problem.drawn.grandparents = draw_scores(random, problem.parts.grandparents(), draw);
  problem.drawn.grands = draw_scores(random, problem.parts.grands(), draw);
}

/// The sibling of a word: the word with the same head that stands between them, nearest to the word; else the head.
inline std::int32_t inner_sibling(const Heads& heads, std::int32_t word) {
  const std::int32_t head = head_of(heads, word);
  const std::int32_t step = head < word ? -1 : 1;
  for (std::int32_t s = word + step; s != head; s += step) {
    if (head_of(heads, s) == head) return s;
  }
  return head;
}

/// The sum of the parts of a tree, found by plain search.
inline double naive_score(const Problem& problem, const Heads& heads) {
  const decoding::ArcSet& arcs = problem.arcs;
  const decoding::PartSet& parts = problem.parts;
  double sum = 0;
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const std::int32_t head = head_of(heads, word);
    std::int32_t arc = arcs.begin(word);
    while (arcs.head(arc) != head) ++arc;
    sum += problem.drawn.arcs[static_cast<std::size_t>(arc)];
    if (parts.order() < 2) continue;
    std::int32_t part = parts.sibling_begin(arc);
    while (parts.sibling(part) != inner_sibling(heads, word)) ++part;
    sum += problem.drawn.siblings[static_cast<std::size_t>(part)];
    if (parts.order() < 3 || head == 0) continue;
    std::int32_t k = 0;
    while (arcs.head(arcs.begin(head) + k) != head_of(heads, head)) ++k;
    sum += problem.drawn.grandparents[static_cast<std::size_t>(parts.grandparent_begin(arc) + k)];
    sum += problem.drawn.grands[static_cast<std::size_t>(parts.grand_begin(part) + k)];
  }
  return sum;
}

/// Calls check(problem) for problems of 1 to 6 words: all arcs and sparse sets, real and integer scores.
template <class Check>
void each_problem(std::uint64_t seed, int order, int draws, const Check& check) {
  base::Random random(seed);
  Problem problem;
  for (std::int32_t words = 1; words <= 6; ++words) {
    // Six words have 16,807 trees; the draws are fewer, the enumeration is as complete.
    const int count = words < 6 ? draws : std::max(1, draws / 20);
    for (int i = 0; i < count; ++i) {
      for (const double density : {1.0, 0.7, 0.4}) {
        for (const Draw draw : {Draw::kReal, Draw::kInteger}) {
          set_problem(problem, random, draw_arcs(random, words, density), order, draw);
          check(problem);
        }
      }
    }
  }
}

}  // namespace espalier::reference
