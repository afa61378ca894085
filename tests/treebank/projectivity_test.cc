#include "treebank/projectivity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "espalier/dependency.h"
#include "tests/treebank/head_vectors.h"

namespace espalier {
namespace {

using Heads = std::vector<std::int32_t>;
using testing::climbs_to;
using testing::for_all_heads;
using testing::for_all_trees;

constexpr std::int32_t kSmall = 5;

std::vector<std::int32_t> crossing_by_definition(const Heads& heads) {
  std::vector<std::int32_t> words;
  const auto n = static_cast<std::int32_t>(heads.size());
  for (std::int32_t m = 1; m < n; ++m) {
    bool crosses = false;
    for (std::int32_t other = 1; other < n && heads[static_cast<std::size_t>(m)] != kNoHead; ++other) {
      if (heads[static_cast<std::size_t>(other)] == kNoHead) continue;
      const auto [a, b] = std::minmax(m, heads[static_cast<std::size_t>(m)]);
      const auto [c, d] = std::minmax(other, heads[static_cast<std::size_t>(other)]);
      crosses = crosses || (a < c && c < b && b < d) || (c < a && a < d && d < b);
    }
    if (crosses) words.push_back(m);
  }
  return words;
}

std::int32_t gap_degree_by_definition(const Heads& heads) {
  std::int32_t degree = 0;
  const auto n = static_cast<std::int32_t>(heads.size());
  for (std::int32_t node = 1; node < n; ++node) {
    std::int32_t runs = 0;
    for (std::int32_t x = 1; x < n; ++x) {
      runs += climbs_to(heads, x, node) && !(x > 1 && climbs_to(heads, x - 1, node));
    }
    degree = std::max(degree, runs - 1);
  }
  return degree;
}

TEST(ProjectivityTest, EveryTreeAndForestOfUpToFiveWordsAsDefined) {
  std::size_t trees = 0;
  for (std::int32_t n = 0; n <= kSmall; ++n) {
    for_all_trees(n, kNoHead, [&](const Heads& heads) {
      ++trees;
      const auto expected = testing::nonprojective_by_definition(heads);
      ASSERT_EQ(nonprojective_arcs(heads), expected);
      ASSERT_EQ(is_projective(heads), expected.empty());
      ASSERT_EQ(crossing_arcs(heads), crossing_by_definition(heads));
      ASSERT_EQ(gap_degree(heads), gap_degree_by_definition(heads));
    });
  }
  // Each forest over n words is one of 0..n with words either under the root or without a head: 2 for each word on top.
  // Cayley's count with roots weighted by 2 is 2(n+2)^(n-1): 1, 2, 8, 50, 432, 4802 for n = 0..5.
  EXPECT_EQ(trees, 1u + 2 + 8 + 50 + 432 + 4802);
}

TEST(ProjectivityTest, ATreeIsProjectiveIffNothingCrossesIffNoYieldHasAGap) {
  for_all_trees(kSmall, 0, [&](const Heads& heads) {
    ASSERT_EQ(is_projective(heads), crossing_arcs(heads).empty());
    ASSERT_EQ(is_projective(heads), gap_degree(heads) == 0);
  });
}

TEST(ProjectivityTest, ProjectiveTreesAreAsManyAsTheoryTells) {
  // Projective trees with any number of words under the root 0: C(3n, n) / (2n + 1) = 1, 3, 12, 55, 273.
  const std::vector<int> expected = {1, 1, 3, 12, 55, 273};
  for (std::int32_t n = 0; n <= kSmall; ++n) {
    int count = 0;
    for_all_trees(n, 0, [&](const Heads& heads) { count += is_projective(heads); });
    EXPECT_EQ(count, expected[static_cast<std::size_t>(n)]);
  }
}

TEST(ProjectivityTest, ArcsOfACycleAreNotProjective) {
  for (std::int32_t n = 1; n <= 4; ++n) {
    for_all_heads(n, kNoHead, [&](const Heads& heads) {
      const bool cyclic = check_heads(heads).fault == TreeFault::kCycle;
      ASSERT_EQ(treebank::Domination(heads).has_cycle(), cyclic);
      if (cyclic) {
        ASSERT_FALSE(is_projective(heads));
      }
      ASSERT_GE(gap_degree(heads), 0);
    });
  }
  EXPECT_EQ(nonprojective_arcs(Heads{kNoHead, 2, 1, 0}), (std::vector<std::int32_t>{1, 2}));
}

TEST(ProjectivityTest, HeadsOutOfRangeAreUnknown) {
  EXPECT_TRUE(is_projective(Heads{kNoHead, 99, -7, 0}));
  EXPECT_TRUE(is_projective(Heads{}));
  EXPECT_TRUE(crossing_arcs(Heads{kNoHead, 99, -7, 0}).empty());
}

TEST(ProjectivityTest, AHandWorkedTree) {
  // 2 is the root; 4 hangs from 1 across it: 2 and 3 lie between and are not below 1.
  const Heads heads = {kNoHead, 2, 0, 2, 1};
  EXPECT_EQ(nonprojective_arcs(heads), std::vector<std::int32_t>{4});
  EXPECT_EQ(crossing_arcs(heads), (std::vector<std::int32_t>{2, 4}));  // 1→4 and 0→2; 2→3 lies inside
}

TEST(ProjectivityTest, LongSentencesOfAnyShapeTakeLittleTime) {
  const std::int32_t n = 100'000;
  std::vector<Heads> shapes(5, Heads(static_cast<std::size_t>(n) + 1, kNoHead));
  std::uint64_t state = 1;
  for (std::int32_t m = 1; m <= n; ++m) {
    const auto i = static_cast<std::size_t>(m);
    state = state * 6364136223846793005u + 1442695040888963407u;
    shapes[0][i] = m - 1;                                                                     // a chain to the right
    shapes[1][i] = m == n ? 0 : m + 1;                                                        // and to the left
    shapes[2][i] = static_cast<std::int32_t>((state >> 33) % static_cast<std::uint64_t>(m));  // random
    shapes[3][i] = m <= 2 ? m - 1 : m - 2;                                                    // two interleaved chains
    shapes[4][i] = m <= n / 2 ? m - 1 : n - m + 1;  // a chain with far dependents
  }
  for (const Heads& heads : shapes) {
    const auto start = std::chrono::steady_clock::now();
    nonprojective_arcs(heads);
    crossing_arcs(heads);
    gap_degree(heads);
    DependencyTree tree{heads, std::vector<std::string>(heads.size(), "x")};
    projectivize(tree, LiftMarking::kHeadPath);
    EXPECT_TRUE(is_projective(tree.heads));
    deprojectivize(tree);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 5.0);  // about 0.1 s; the square of the length would be minutes, even under sanitizers
  }
}

}  // namespace
}  // namespace espalier
