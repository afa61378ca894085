#include "decoding/branching.h"

#include <gtest/gtest.h>

#include "tests/reference/naive_trees.h"

namespace espalier::decoding {
namespace {

using reference::Heads;
using reference::Problem;

TEST(BranchingTest, EqualsEnumerationOnAllSmallSets) {
  Branching branching;
  int feasible = 0;
  reference::each_problem(1, 1, 200, [&](const Problem& problem) {
    const std::vector<Heads> trees = reference::all_trees(problem.arcs);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      double best = -std::numeric_limits<double>::infinity();
      for (const Heads& tree : trees) {
        if (roots == Roots::kAny || reference::has_one_root(tree)) {
          best = std::max(best, reference::naive_score(problem, tree));
        }
      }
      Heads heads(static_cast<std::size_t>(problem.arcs.words()) + 1);
      const bool found = branching.best(problem.arcs, problem.drawn.arcs, roots, heads);
      ASSERT_EQ(found, std::isfinite(best));
      if (!found) continue;
      ++feasible;
      ASSERT_TRUE(reference::is_tree(heads));
      ASSERT_TRUE(roots == Roots::kAny || reference::has_one_root(heads));
      ASSERT_NEAR(reference::naive_score(problem, heads), best, 1e-5);
    }
  });
  EXPECT_GT(feasible, 5000);
}

ArcSet set_of(const std::vector<std::vector<std::int32_t>>& heads) {
  ArcSet arcs;
  arcs.start(static_cast<std::int32_t>(heads.size()));
  for (const auto& open : heads) {
    for (const std::int32_t head : open) arcs.add_head(head);
    arcs.end_word();
  }
  return arcs;
}

// 1 and 2 prefer each other (9 + 8); to break the cycle costs 9-5 at word 1 and 8-1 at word 2: 5 + 8 remains.
TEST(BranchingTest, OpensACycleWhereItCostsLeast) {
  const ArcSet arcs = set_of({{0, 2}, {0, 1}});
  Heads heads(3);
  Branching branching;
  ASSERT_TRUE(branching.best(arcs, std::vector<float>{5, 9, 1, 8}, Roots::kAny, heads));
  EXPECT_EQ(heads, (Heads{-1, 0, 1}));
}

// A cycle inside a cycle: 1 ↔ 2 is contracted, then with 3. Best entry is 0 → 3 (−2), which keeps 3 → 2 and 2 → 1.
TEST(BranchingTest, OpensNestedCycles) {
  const ArcSet arcs = set_of({{0, 2}, {0, 1, 3}, {0, 1}});
  Heads heads(4);
  Branching branching;
  // Into 1: 0:0, 2:10; into 2: 0:0, 1:10, 3:9; into 3: 0:5, 1:7.
  ASSERT_TRUE(branching.best(arcs, std::vector<float>{0, 10, 0, 10, 9, 5, 7}, Roots::kAny, heads));
  EXPECT_EQ(heads, (Heads{-1, 2, 3, 0}));
}

// Scores so large that a penalty for roots would have to swallow the small differences.
TEST(BranchingTest, SingleRootIsExactBesideHugeScores) {
  ArcSet arcs;
  arcs.fill(3);
  // Into each word the root first, worth 10^7, then the two others, worth less than one.
  const std::vector<float> scores{1e7F, 0.25F, 0.5F, 1e7F, 0.75F, 0.125F, 1e7F, 0.5F, 0.25F};
  Heads heads(4);
  Branching branching;
  ASSERT_TRUE(branching.best(arcs, scores, Roots::kOne, heads));
  // Root 1: 2 ← 1 (0.75), 3 ← 1 (0.5): the best of all nine.
  EXPECT_EQ(heads, (Heads{-1, 0, 1, 1}));
  ASSERT_TRUE(branching.best(arcs, scores, Roots::kAny, heads));
  EXPECT_EQ(heads, (Heads{-1, 0, 0, 0}));
}

TEST(BranchingTest, SaysWhenThereIsNoTree) {
  Branching branching;
  Heads heads(3);
  const std::vector<float> two{1, 1};
  EXPECT_FALSE(branching.best(set_of({{0}, {}}), std::vector<float>{1}, Roots::kAny, heads));
  EXPECT_FALSE(branching.best(set_of({{2}, {1}}), two, Roots::kAny, heads));
  EXPECT_FALSE(branching.best(set_of({{0}, {0}}), two, Roots::kOne, heads));
  EXPECT_TRUE(branching.best(set_of({{0}, {0}}), two, Roots::kAny, heads));
  Heads none(1);
  EXPECT_TRUE(branching.best(set_of({}), {}, Roots::kOne, none));
  EXPECT_EQ(none, Heads{-1});
}

TEST(BranchingTest, LongSentencesAreTrees) {
  base::Random random(5);
  Branching branching;
  for (const std::int32_t words : {300, 2000}) {
    const ArcSet arcs =
        words == 300 ? reference::draw_arcs(random, words, 1) : reference::draw_near_arcs(random, words);
    const std::vector<float> scores = reference::draw_scores(random, arcs.size(), reference::Draw::kReal);
    Heads heads(static_cast<std::size_t>(words) + 1);
    ASSERT_TRUE(branching.best(arcs, scores, Roots::kAny, heads));
    EXPECT_TRUE(reference::is_tree(heads));
    ASSERT_TRUE(branching.best(arcs, scores, Roots::kOne, heads));
    EXPECT_TRUE(reference::is_tree(heads) && reference::has_one_root(heads));
  }
}

// Words 1 … n in a row of nested cycles: each contraction holds the one before.
TEST(BranchingTest, DeepNestingNeedsNoStack) {
  constexpr std::int32_t kWords = 2000;
  ArcSet arcs;
  std::vector<float> scores;
  arcs.start(kWords);
  for (std::int32_t word = 1; word <= kWords; ++word) {
    if (word == kWords) {
      arcs.add_head(0);
      scores.push_back(0);
    }
    arcs.add_head(word == 1 ? 2 : word - 1);
    scores.push_back(10);
    if (word > 1 && word < kWords) {
      arcs.add_head(word + 1);
      scores.push_back(5);
    }
    arcs.end_word();
  }
  Heads heads(kWords + 1);
  Branching branching;
  ASSERT_TRUE(branching.best(arcs, scores, Roots::kOne, heads));
  for (std::int32_t word = 1; word < kWords; ++word) EXPECT_EQ(heads[static_cast<std::size_t>(word)], word + 1);
  EXPECT_EQ(heads[kWords], 0);
}

}  // namespace
}  // namespace espalier::decoding
