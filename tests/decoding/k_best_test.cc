#include "decoding/k_best.h"

#include <gtest/gtest.h>

#include <set>

#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/loss.h"
#include "tests/reference/naive_trees.h"

namespace espalier::decoding {
namespace {

using reference::Heads;
using reference::Problem;

std::vector<double> scores_of(const Problem& problem, const std::vector<Heads>& trees) {
  std::vector<double> scores;
  for (const Heads& tree : trees) scores.push_back(reference::naive_score(problem, tree));
  std::sort(scores.rbegin(), scores.rend());
  return scores;
}

// `expected` are all trees there are; `found` must be the best `k` of them.
void expect_best(const Problem& problem, const std::vector<Heads>& expected, std::size_t k,
                 const std::vector<ScoredTree>& found) {
  const std::vector<double> scores = scores_of(problem, expected);
  ASSERT_EQ(found.size(), std::min(k, expected.size()));
  const std::set<Heads> all(expected.begin(), expected.end());
  std::set<Heads> seen;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i].score, scores[i], 1e-5);
    ASSERT_NEAR(found[i].score, reference::naive_score(problem, found[i].heads), 1e-5);
    ASSERT_TRUE(i == 0 || found[i].score <= found[i - 1].score);
    ASSERT_TRUE(all.contains(found[i].heads));
    ASSERT_TRUE(seen.insert(found[i].heads).second);
  }
}

std::vector<Heads> keep(const std::vector<Heads>& trees, Roots roots, bool projective) {
  std::vector<Heads> kept;
  for (const Heads& tree : trees) {
    if (roots == Roots::kOne && !reference::has_one_root(tree)) continue;
    if (!projective || reference::is_projective(tree)) kept.push_back(tree);
  }
  return kept;
}

// Every tree is listed when k is as large as their number (up to 1,296 of five words; a part of those of six).
TEST(KBestTest, AllTreesComeInOrder) {
  reference::each_problem(31, 1, 3, [&](const Problem& problem) {
    const std::vector<Heads> trees = reference::all_trees(problem.arcs);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      const std::vector<Heads> kept = keep(trees, roots, false);
      for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{1300}}) {
        expect_best(problem, kept, k, k_best_trees(problem.arcs, problem.drawn.arcs, roots, k));
      }
    }
  });
}

class KBestProjectiveTest : public testing::TestWithParam<int> {};

TEST_P(KBestProjectiveTest, AllTreesComeInOrder) {
  reference::each_problem(32, GetParam(), 3, [&](const Problem& problem) {
    const std::vector<Heads> trees = reference::all_trees(problem.arcs);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      const std::vector<Heads> kept = keep(trees, roots, true);
      for (const std::size_t k : {std::size_t{1}, std::size_t{10}, std::size_t{400}}) {
        expect_best(problem, kept, k, k_best_projective(problem.parts, problem.scores(), roots, k));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Orders, KBestProjectiveTest, testing::Values(1, 2, 3));

bool agrees(const Heads& tree, const Heads& forced, const std::vector<Arc>& forbidden) {
  for (std::size_t word = 1; word < tree.size(); ++word) {
    if (forced[word] >= 0 && tree[word] != forced[word]) return false;
  }
  return std::none_of(forbidden.begin(), forbidden.end(),
                      [&](const Arc& arc) { return reference::head_of(tree, arc.word) == arc.head; });
}

double best_score(const Problem& problem, const std::vector<Heads>& trees) {
  const std::vector<double> scores = scores_of(problem, trees);
  return scores.empty() ? -std::numeric_limits<double>::infinity() : scores[0];
}

class RestrictionTest : public testing::TestWithParam<int> {};

// The best tree under constraints is the best of the trees that agree with them.
TEST_P(RestrictionTest, ConstrainedBestEqualsEnumeration) {
  base::Random random(33);
  reference::each_problem(34, GetParam(), 30, [&](const Problem& problem) {
    const auto words = static_cast<std::uint64_t>(problem.arcs.words());
    Heads forced(words + 1, -1);
    std::vector<Arc> forbidden;
    for (std::size_t word = 1; word <= words; ++word) {
      if (random.below(4) == 0) forced[word] = static_cast<std::int32_t>(random.below(words + 1));
      forbidden.push_back({static_cast<std::int32_t>(random.below(words + 1)), static_cast<std::int32_t>(word)});
    }
    std::vector<Heads> trees;
    for (const Heads& tree : reference::all_trees(problem.arcs)) {
      if (agrees(tree, forced, forbidden)) trees.push_back(tree);
    }
    Restriction restriction;
    restrict_arcs(problem.arcs, forced, forbidden, restriction);
    PartRestriction left;
    restrict_parts(problem.parts, problem.scores(), restriction, left);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      Heads heads(words + 1);
      const double best = best_score(problem, keep(trees, roots, true));
      ASSERT_EQ(Eisner().best(left.parts, left.scores.view(), roots, heads), std::isfinite(best));
      if (std::isfinite(best)) {
        ASSERT_NEAR(reference::naive_score(problem, heads), best, 1e-5);
        ASSERT_TRUE(agrees(heads, forced, forbidden));
      }
      if (GetParam() > 1) continue;
      const double crossing = best_score(problem, keep(trees, roots, false));
      ASSERT_EQ(Branching().best(restriction.arcs, left.scores.arcs, roots, heads), std::isfinite(crossing));
      if (std::isfinite(crossing)) {
        ASSERT_NEAR(reference::naive_score(problem, heads), crossing, 1e-5);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Orders, RestrictionTest, testing::Values(1, 2, 3));

TEST(LossTest, AddsTheCostToAllArcsThatAreNotGold) {
  ArcSet arcs;
  arcs.fill(3);
  const std::vector<float> scores{1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<float> augmented;
  // Into 1: heads 0, 2, 3; into 2: 0, 1, 3; into 3: 0, 1, 2. The head of 2 is not known.
  augmented = scores;
  add_loss(arcs, Heads{-1, 2, -1, 0}, 0.5F, augmented);
  EXPECT_EQ(augmented, (std::vector<float>{1.5F, 2, 3.5F, 4, 5, 6, 7, 8.5F, 9.5F}));
}

}  // namespace
}  // namespace espalier::decoding
