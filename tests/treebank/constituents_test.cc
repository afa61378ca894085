#include "treebank/constituents.h"

#include <gtest/gtest.h>

#include "tests/support/treebank.h"

namespace espalier::treebank {
namespace {

ConstituentTree tree_of(std::string_view text) { return testing::read_one(text, discbracket_format()).constituents(); }

// Nodes: 0 S, 1 VP, 2 leaf 1, 3 leaf 3, 4 NP, 5 leaf 2.
constexpr std::string_view kGap = "(S (VP (VB 0=Wake) (PRT 2=up)) (NP (PRP 1=me)))";

TEST(ConstituentsTest, ExtentsAndYields) {
  const ConstituentTree tree = tree_of(kGap);
  const std::vector<Extent> expected = {{1, 3, 3}, {1, 3, 2}, {1, 1, 1}, {3, 3, 1}, {2, 2, 1}, {2, 2, 1}};
  EXPECT_EQ(extents(tree), expected);
  EXPECT_FALSE(extents(tree)[1].is_continuous());
  const std::vector<std::vector<std::int32_t>> words = {{1, 2, 3}, {1, 3}, {1}, {3}, {2}, {2}};
  EXPECT_EQ(yields(tree), words);
}

TEST(ConstituentsTest, ContinuityDoesNotDependOnTheOrderOfChildren) {
  EXPECT_FALSE(is_continuous(tree_of(kGap)));
  EXPECT_TRUE(is_continuous(tree_of("(S (B 1=b) (A 0=a))")));
  EXPECT_FALSE(is_in_word_order(tree_of("(S (B 1=b) (A 0=a))")));
  EXPECT_TRUE(is_in_word_order(tree_of("(S (A 0=a) (B 1=b))")));
}

TEST(ConstituentsTest, WordOrderSortsByFirstWordAndKeepsHeads) {
  ConstituentTree tree = tree_of("(S (X (D 3=d) (C 2=c)) (B 1=b) (A 0=a))");
  tree.set_head(0, 1);
  tree.set_head(1, 2);
  ConstituentTree expected = tree_of("(S (A 0=a) (B 1=b) (X (C 2=c) (D 3=d)))");
  expected.set_head(0, 3);
  expected.set_head(3, 5);
  EXPECT_EQ(in_word_order(tree), expected);
  EXPECT_FALSE(is_in_word_order(in_word_order(tree_of(kGap)))) << "a gap cannot be sorted away";
}

TEST(ConstituentsTest, SameTreeWhateverTheNumbering) {
  ConstituentTree breadth;  // numbered breadth-first
  breadth.add(ConstituentTree::kNone, "S");
  breadth.add(0, "A");
  breadth.add(0, "B");
  breadth.add_leaf(1, 1);
  breadth.add_leaf(2, 2);
  breadth.set_head(0, 2);
  ConstituentTree depth_first = tree_of("(S (A (x 0=x)) (B (y 1=y)))");
  EXPECT_NE(renumbered(breadth), depth_first);
  EXPECT_FALSE(is_same_tree(breadth, depth_first));
  EXPECT_TRUE(is_same_tree(breadth, depth_first, HeadMarks::kIgnore));
  depth_first.set_head(0, 3);
  EXPECT_TRUE(is_same_tree(breadth, depth_first));
  EXPECT_EQ(renumbered(breadth), depth_first);
  for (const std::string_view other : {"(S (A (x 0=x)) (C (y 1=y)))", "(S (A (x 0=x) (B (y 1=y))))",
                                       "(S (A (x 1=x)) (B (y 0=y)))", "(S (A (x 0=x)) (y 1=y))", "(S (x 0=x))"}) {
    EXPECT_FALSE(is_same_tree(breadth, tree_of(other), HeadMarks::kIgnore)) << other;
  }
  EXPECT_TRUE(is_same_tree({}, {}));
  EXPECT_FALSE(is_same_tree({}, depth_first));
}

TEST(ConstituentsTest, FaultsAreNamed) {
  ConstituentTree tree = tree_of("(S (x 0=x) (y 1=y))");
  EXPECT_EQ(find_fault(tree, 2), "");
  EXPECT_EQ(find_fault(tree, 3), "word 3 is in no constituent");
  EXPECT_EQ(find_fault(tree, 1), "constituents name word 2 of 1");
  tree.add(0, "NP");
  EXPECT_EQ(find_fault(tree, 2), "constituent 'NP' is empty");
  tree.add_leaf(3, 2);
  EXPECT_EQ(find_fault(tree, 2), "word 2 is in the constituents twice");
}

TEST(ConstituentsTest, DepthCountsConstituents) {
  EXPECT_EQ(depth({}), 0);
  EXPECT_EQ(depth(tree_of("(x 0=x)")), 0);
  EXPECT_EQ(depth(tree_of("(S (x 0=x))")), 1);
  EXPECT_EQ(depth(tree_of("(S (A (B (x 0=x))) (C (y 1=y)))")), 3);
}

}  // namespace
}  // namespace espalier::treebank
