#include "espalier/tree.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

// The plain definition: a word is on a cycle when following heads comes back to it.
bool has_cycle(const std::vector<std::int32_t>& heads) {
  for (std::size_t start = 1; start < heads.size(); ++start) {
    std::int32_t at = static_cast<std::int32_t>(start);
    for (std::size_t steps = 0; steps <= heads.size() && at > 0; ++steps) at = heads[static_cast<std::size_t>(at)];
    if (at > 0) return true;
  }
  return false;
}

TEST(TreeTest, CyclesAgreeWithTheDefinitionOnAllSmallInputs) {
  for (int n = 1; n <= 5; ++n) {
    std::vector<std::int32_t> heads(static_cast<std::size_t>(n) + 1, kNoHead);
    for (;;) {
      const TreeCheck check = check_heads(heads);
      EXPECT_EQ(check.fault == TreeFault::kCycle, has_cycle(heads));
      std::size_t i = 1;
      for (; i < heads.size() && heads[i] == n; ++i) heads[i] = kNoHead;
      if (i == heads.size()) break;
      ++heads[i];
    }
  }
}

TEST(TreeTest, OutOfRange) {
  EXPECT_EQ(check_heads(std::vector<std::int32_t>{-1, 2}).fault, TreeFault::kOutOfRange);
  EXPECT_EQ(check_heads(std::vector<std::int32_t>{-1, -2}).fault, TreeFault::kOutOfRange);
  EXPECT_EQ(check_heads(std::vector<std::int32_t>{-1, 0, 3}).word, 2);
}

TEST(TreeTest, LongChainsInBothDirections) {
  std::vector<std::int32_t> right(100'001);
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = static_cast<std::int32_t>(i) - 1;
  EXPECT_EQ(check_heads(right).fault, TreeFault::kNone);
  right[1] = 100'000;
  EXPECT_EQ(check_heads(right).fault, TreeFault::kCycle);
}

TEST(ConstituentTreeTest, ChildrenAreInOrder) {
  ConstituentTree tree;
  const auto s = tree.add(ConstituentTree::kNone, "S");
  const auto np = tree.add(s, "NP");
  const auto vp = tree.add(s, "VP");
  tree.add_leaf(np, 1);
  tree.add_leaf(vp, 2);
  tree.set_head(s, vp);
  std::vector<std::int32_t> children;
  for (const auto child : tree.children(s)) children.push_back(child);
  EXPECT_EQ(children, (std::vector<std::int32_t>{np, vp}));
  EXPECT_EQ(tree.node(np).parent, s);
  EXPECT_TRUE(tree.node(tree.node(np).first_child).is_leaf());
  ConstituentTree copy = tree;
  EXPECT_EQ(copy, tree);
  copy.set_label(vp, "VX");
  EXPECT_NE(copy, tree);
}

}  // namespace
}  // namespace espalier
