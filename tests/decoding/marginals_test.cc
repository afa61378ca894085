#include "decoding/marginals.h"

#include <gtest/gtest.h>

#include "tests/reference/naive_trees.h"

namespace espalier::decoding {
namespace {

using reference::Heads;
using reference::Problem;

// The sum over some trees of exp(score), and for each arc that over the trees that have it.
struct Sums {
  long double all = 0;
  std::vector<long double> arcs;
};

template <class Keep>
Sums sum_trees(const Problem& problem, const std::vector<Heads>& trees, const Keep& keep) {
  Sums sums;
  sums.arcs.assign(static_cast<std::size_t>(problem.arcs.size()), 0);
  for (const Heads& tree : trees) {
    if (!keep(tree)) continue;
    const long double weight = std::exp(static_cast<long double>(reference::naive_score(problem, tree)));
    sums.all += weight;
    for (std::int32_t word = 1; word <= problem.arcs.words(); ++word) {
      sums.arcs[static_cast<std::size_t>(problem.arcs.find(reference::head_of(tree, word), word))] += weight;
    }
  }
  return sums;
}

void expect_equal(const Sums& sums, double log_partition, const std::vector<float>& probabilities) {
  ASSERT_NEAR(log_partition, static_cast<double>(std::log(sums.all)), 1e-6);
  for (std::size_t arc = 0; arc < probabilities.size(); ++arc) {
    const auto expected = static_cast<double>(sums.arcs[arc] / sums.all);
    ASSERT_NEAR(probabilities[arc], expected, 1e-5 * expected + 1e-9);
  }
}

void check_all_trees(const Problem& problem) {
  Marginals marginals;
  const std::vector<Heads> trees = reference::all_trees(problem.arcs);
  for (const Roots roots : {Roots::kAny, Roots::kOne}) {
    const Sums sums = sum_trees(
        problem, trees, [&](const Heads& tree) { return roots == Roots::kAny || reference::has_one_root(tree); });
    std::vector<float> probabilities(problem.drawn.arcs.size());
    ASSERT_EQ(marginals.all_trees(problem.arcs, problem.drawn.arcs, roots, probabilities), sums.all > 0);
    if (sums.all > 0) expect_equal(sums, marginals.log_partition(), probabilities);
  }
}

TEST(MarginalsTest, MatrixTreeEqualsEnumeration) { reference::each_problem(21, 1, 100, check_all_trees); }

// Scores from -40 to 40: a determinant in doubles has no good digit left where a strong cycle is to be broken.
TEST(MarginalsTest, MatrixTreeKeepsItsDigitsWithLargeScores) {
  reference::each_problem(22, 1, 60, [](Problem& problem) {
    for (float& score : problem.drawn.arcs) score *= 20;
    check_all_trees(problem);
  });
}

class ProjectiveMarginalsTest : public testing::TestWithParam<int> {};

TEST_P(ProjectiveMarginalsTest, EqualEnumeration) {
  Marginals marginals;
  reference::each_problem(23, GetParam(), 80, [&](const Problem& problem) {
    const std::vector<Heads> trees = reference::all_trees(problem.arcs);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      const Sums sums = sum_trees(problem, trees, [&](const Heads& tree) {
        return (roots == Roots::kAny || reference::has_one_root(tree)) && reference::is_projective(tree);
      });
      std::vector<float> probabilities(problem.drawn.arcs.size());
      ASSERT_EQ(marginals.projective(problem.parts, problem.scores(), roots, probabilities), sums.all > 0);
      if (sums.all > 0) expect_equal(sums, marginals.log_partition(), probabilities);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Orders, ProjectiveMarginalsTest, testing::Values(1, 2, 3));

// Cayley: n words and a root have (n+1)^(n-1) trees, of which n^(n-1) have one root.
TEST(MarginalsTest, CountsTheTreesOfALongSentence) {
  constexpr std::int32_t kWords = 150;
  ArcSet arcs;
  arcs.fill(kWords);
  const std::vector<float> scores(static_cast<std::size_t>(arcs.size()), 3.0F);
  std::vector<float> probabilities(scores.size());
  Marginals marginals;
  ASSERT_TRUE(marginals.all_trees(arcs, scores, Roots::kAny, probabilities));
  EXPECT_NEAR(marginals.log_partition(), 3 * kWords + (kWords - 1) * std::log(kWords + 1.0), 1e-7);
  ASSERT_TRUE(marginals.all_trees(arcs, scores, Roots::kOne, probabilities));
  EXPECT_NEAR(marginals.log_partition(), 3 * kWords + (kWords - 1) * std::log(kWords), 1e-7);
  EXPECT_NEAR(probabilities[0], 1.0 / kWords, 1e-6);
}

// Scores as far apart as thousands leave the range of doubles; the best tree is then all but certain, as it should be.
TEST(MarginalsTest, HugeScoresLeaveTheBestTree) {
  base::Random random(4);
  Branching branching;
  Marginals marginals;
  for (int draw = 0; draw < 200; ++draw) {
    const ArcSet arcs = reference::draw_arcs(random, 12, 0.5);
    std::vector<float> scores = reference::draw_scores(random, arcs.size(), reference::Draw::kReal);
    for (float& score : scores) score *= 5000;
    std::vector<float> probabilities(scores.size());
    Heads heads(13);
    if (!marginals.all_trees(arcs, scores, Roots::kOne, probabilities)) continue;
    ASSERT_TRUE(branching.best(arcs, scores, Roots::kOne, heads));
    for (std::int32_t word = 1; word <= 12; ++word) {
      double sum = 0;
      ASSERT_GT(probabilities[static_cast<std::size_t>(arcs.find(reference::head_of(heads, word), word))], 0.5F);
      for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
        sum += probabilities[static_cast<std::size_t>(arc)];
      }
      ASSERT_NEAR(sum, 1, 1e-5);
    }
    Problem problem;
    problem.arcs = arcs;
    problem.parts.build(problem.arcs, 1);
    problem.drawn.arcs = scores;
    ASSERT_NEAR(marginals.log_partition(), reference::naive_score(problem, heads), 1);
  }
}

}  // namespace
}  // namespace espalier::decoding
