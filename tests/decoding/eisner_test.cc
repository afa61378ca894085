#include "decoding/eisner.h"

#include <gtest/gtest.h>

#include "espalier/error.h"
#include "tests/reference/naive_trees.h"

namespace espalier::decoding {
namespace {

using reference::Heads;
using reference::Problem;

class EisnerOrderTest : public testing::TestWithParam<int> {};

TEST_P(EisnerOrderTest, EqualsEnumerationOnAllSmallSets) {
  Eisner eisner;
  int feasible = 0;
  reference::each_problem(2, GetParam(), 120, [&](const Problem& problem) {
    const std::vector<Heads> trees = reference::all_trees(problem.arcs);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      double best = -std::numeric_limits<double>::infinity();
      for (const Heads& tree : trees) {
        if ((roots == Roots::kAny || reference::has_one_root(tree)) && reference::is_projective(tree)) {
          best = std::max(best, reference::naive_score(problem, tree));
        }
      }
      Heads heads(static_cast<std::size_t>(problem.arcs.words()) + 1);
      const bool found = eisner.best(problem.parts, problem.scores(), roots, heads);
      ASSERT_EQ(found, std::isfinite(best));
      if (!found) continue;
      ++feasible;
      ASSERT_TRUE(reference::is_tree(heads) && reference::is_projective(heads));
      ASSERT_TRUE(roots == Roots::kAny || reference::has_one_root(heads));
      ASSERT_NEAR(reference::naive_score(problem, heads), best, 1e-5);
      ASSERT_NEAR(eisner.score(), best, 1e-5);
    }
  });
  EXPECT_GT(feasible, 3000);
}

TEST_P(EisnerOrderTest, LongSentencesAreProjectiveTrees) {
  base::Random random(3);
  Eisner eisner;
  for (const std::int32_t words : {300, GetParam() == 3 ? 1000 : 2000}) {
    Problem problem;
    reference::set_problem(problem, random, reference::draw_near_arcs(random, words), GetParam(),
                           reference::Draw::kReal);
    Heads heads(static_cast<std::size_t>(words) + 1);
    ASSERT_TRUE(eisner.best(problem.parts, problem.scores(), Roots::kOne, heads));
    EXPECT_TRUE(reference::is_tree(heads) && reference::has_one_root(heads));
    if (words == 300) {
      EXPECT_TRUE(reference::is_projective(heads));
    }
    EXPECT_NEAR(reference::naive_score(problem, heads), eisner.score(), 1e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, EisnerOrderTest, testing::Values(1, 2, 3));

TEST(EisnerTest, NoWordsAreATree) {
  ArcSet arcs;
  arcs.start(0);
  Heads heads(1);
  EXPECT_TRUE(Eisner().best(arcs, {}, Roots::kOne, heads));
  EXPECT_EQ(heads, Heads{-1});
}

TEST(EisnerTest, RefusesWhatItCannotNumber) {
  constexpr std::int32_t kWords = 40000;
  ArcSet arcs;
  arcs.start(kWords);
  for (std::int32_t word = 1; word <= kWords; ++word) {
    arcs.add_head(word - 1);
    arcs.end_word();
  }
  Heads heads(kWords + 1);
  EXPECT_THROW(Eisner().best(arcs, std::vector<float>(kWords, 1), Roots::kAny, heads), Error);
}

TEST(EisnerTest, ASetWithCrossingTreesOnlyHasNone) {
  ArcSet arcs;
  arcs.start(4);
  for (const std::int32_t head : {3, 4, 0, 3}) {  // 1 ← 3 crosses 2 ← 4
    arcs.add_head(head);
    arcs.end_word();
  }
  Heads heads(5);
  EXPECT_FALSE(Eisner().best(arcs, std::vector<float>(4, 1), Roots::kAny, heads));
}

}  // namespace
}  // namespace espalier::decoding
