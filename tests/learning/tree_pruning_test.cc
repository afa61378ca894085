#include "learning/tree_pruning.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/drawn_tree.h"

namespace espalier::learning {
namespace {

TEST(TreePruningTest, UpperErrorRates) {
  // Quinlan 1993, section 4.2, at 25 %; the last is printed as 0.157, since C4.5 approximates: (1-p)¹⁶ + 16p(1-p)¹⁵ is
  // 0.2592 there, and 0.25 at 0.1596.
  EXPECT_NEAR(upper_error_rate(0, 6, 0.25), 0.206, 5e-4);
  EXPECT_NEAR(upper_error_rate(0, 9, 0.25), 0.143, 5e-4);
  EXPECT_NEAR(upper_error_rate(0, 1, 0.25), 0.750, 5e-4);
  EXPECT_NEAR(upper_error_rate(1, 16, 0.25), 0.1596, 5e-5);
  EXPECT_EQ(upper_error_rate(3, 3, 0.25), 1);
  EXPECT_NEAR(upper_error_rate(1e-9, 6, 0.25), upper_error_rate(0, 6, 0.25), 1e-6);
}

TEST(TreePruningTest, TheChanceOfSoFewErrorsIsTheConfidence) {
  for (const double confidence : {0.01, 0.25, 0.6}) {
    for (const int cases : {2, 7, 40, 300}) {
      for (int errors = 0; errors < cases; errors += 1 + errors) {
        const double rate = upper_error_rate(errors, cases, confidence);
        double chance = 0;
        for (int k = 0; k <= errors; ++k) {
          const double ways = std::lgamma(cases + 1.0) - std::lgamma(k + 1.0) - std::lgamma(cases - k + 1.0);
          chance += std::exp(ways + k * std::log(rate) + (cases - k) * std::log1p(-rate));
        }
        EXPECT_NEAR(chance, confidence, 1e-6) << errors << " of " << cases;
      }
    }
  }
}

std::string text(const DecisionTree& tree) {
  return tree.to_text({[](std::uint32_t a) { return "a" + std::to_string(a); },
                       [](std::uint32_t, std::uint32_t v) { return std::to_string(v); },
                       [](std::uint32_t label) { return std::string(label == 0 ? "no" : "yes"); }});
}

TEST(TreePruningTest, QuinlansExample) {
  // The votes of Congress (section 4.2): below one branch a test with leaves of 6, 9 and 1 cases, no errors; they must
  // be expected to make 6·0.206 + 9·0.143 + 1·0.750 = 3.273, a leaf with one error in sixteen 16·0.160 = 2.554. The
  // other test above tells 100 cases from these, and stays.
  const DecisionTree tree = tests::draw_tree(
      {{0, 0, 5, 101, 15}, {0, 0, 3, 1, 15}, {0, 1, -1, 100, 0}, {1, 0, -1, 0, 6}, {1, 1, -1, 0, 9}, {1, 2, -1, 1, 0}});
  EXPECT_EQ(text(prune_tree(tree, 0.25)), "a5 = 0: yes (16.0/1.0)\na5 = 1: no (100.0)\n");
  // With more trust the leaf of one case keeps its say: at 90 % it is 6·0.017 + 9·0.012 + 0.1 = 0.31 to 0.53 or more.
  EXPECT_EQ(prune_tree(tree, 0.9).size(), tree.size());
}

TEST(TreePruningTest, CollapseKeepsWhatSavesErrors) {
  // Left: both leaves say no, as a leaf would. Right: one of the leaves is right to say yes.
  const DecisionTree tree = tests::draw_tree({{0, 0, 0, 20, 10},
                                              {0, 0, 1, 12, 4},
                                              {0, 1, 1, 8, 6},
                                              {1, 0, -1, 8, 0},
                                              {1, 1, -1, 4, 4},
                                              {2, 0, -1, 8, 1},
                                              {2, 1, -1, 0, 5}});
  EXPECT_EQ(text(collapse_tree(tree)),
            "a0 = 0: no (16.0/4.0)\n"
            "a0 = 1:\n"
            "|   a1 = 0: no (9.0/1.0)\n"
            "|   a1 = 1: yes (5.0)\n");
  const DecisionTree cut = collapse_tree(tree);
  EXPECT_EQ(cut.node(1).gain, 0);
  EXPECT_EQ(cut.node(3).parent, 2U);
  EXPECT_EQ(cut.distribution(4)[1], 5);
}

}  // namespace
}  // namespace espalier::learning
