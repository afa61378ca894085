#include <gtest/gtest.h>

#include <string>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "tests/treebank/head_vectors.h"
#include "treebank/lift_label.h"

namespace espalier {
namespace {

using Heads = std::vector<std::int32_t>;
using testing::for_all_trees;
using testing::spans_only_its_own;

constexpr LiftMarking kMarkings[] = {LiftMarking::kHead, LiftMarking::kPath, LiftMarking::kHeadPath};

/// A tree whose labels all differ, so that every marking can name a head.
DependencyTree distinct_labels(const Heads& heads) {
  DependencyTree tree{heads, std::vector<std::string>(heads.size())};
  for (std::size_t i = 1; i < heads.size(); ++i) tree.labels[i] = std::string(1, static_cast<char>('a' + i));
  return tree;
}

/// Lifts the shortest non-projective arc, the leftmost of equals, by one step until there is none: the 2005 paper.
Heads lift_shortest_first(Heads heads) {
  for (;;) {
    const auto arcs = testing::nonprojective_by_definition(heads);
    if (arcs.empty()) return heads;
    std::int32_t best = arcs[0];
    const auto length = [&](std::int32_t m) { return std::abs(heads[static_cast<std::size_t>(m)] - m); };
    for (const std::int32_t m : arcs) {
      if (length(m) < length(best)) best = m;
    }
    auto& head = heads[static_cast<std::size_t>(best)];
    head = heads[static_cast<std::size_t>(head)];
  }
}

std::int32_t depth_above(const Heads& heads, std::int32_t word, std::int32_t ancestor) {
  std::int32_t steps = 0;
  while (word != ancestor) {
    word = heads[static_cast<std::size_t>(word)];
    ++steps;
  }
  return steps;
}

TEST(ProjectivizeTest, LiftsEachWordToTheLowestAncestorThatDominatesAllBetween) {
  for (std::int32_t n = 1; n <= 6; ++n) {
    for_all_trees(n, 0, [&](const Heads& heads) {
      DependencyTree tree{heads, std::vector<std::string>(heads.size())};
      projectivize(tree, LiftMarking::kNone);
      ASSERT_TRUE(testing::nonprojective_by_definition(tree.heads).empty());
      for (std::int32_t m = 1; m <= n; ++m) {
        std::int32_t expected = heads[static_cast<std::size_t>(m)];
        while (!spans_only_its_own(heads, expected, m)) expected = heads[static_cast<std::size_t>(expected)];
        ASSERT_EQ(tree.heads[static_cast<std::size_t>(m)], expected);
      }
    });
  }
}

TEST(ProjectivizeTest, LiftsNeverFurtherThanShortestFirst) {
  std::size_t differ = 0;
  for (std::int32_t n = 1; n <= 6; ++n) {
    for_all_trees(n, 0, [&](const Heads& heads) {
      DependencyTree tree{heads, std::vector<std::string>(heads.size())};
      projectivize(tree, LiftMarking::kNone);
      const Heads greedy = lift_shortest_first(heads);
      differ += greedy != tree.heads;
      for (std::int32_t m = 1; m <= n; ++m) {
        const auto i = static_cast<std::size_t>(m);
        ASSERT_LE(depth_above(heads, m, tree.heads[i]), depth_above(heads, m, greedy[i]));
      }
    });
  }
  EXPECT_GT(differ, 0u);  // so shortest first is not least: it lifts over words that would have moved away later
}

TEST(ProjectivizeTest, LiftingIsUndoneWhereLabelsTellHeadsApart) {
  for (std::int32_t n = 1; n <= 6; ++n) {
    for_all_trees(n, 0, [&](const Heads& heads) {
      const DependencyTree original = distinct_labels(heads);
      for (const LiftMarking marking : {LiftMarking::kHead, LiftMarking::kHeadPath}) {
        DependencyTree tree = original;
        const std::size_t lifted = projectivize(tree, marking);
        ASSERT_TRUE(is_projective(tree.heads));
        ASSERT_EQ(deprojectivize(tree), lifted);
        ASSERT_EQ(tree, original);
      }
    });
  }
}

TEST(ProjectivizeTest, PathsAloneAreUndoneWhereOneWordIsLifted) {
  std::size_t single = 0;
  for_all_trees(5, 0, [&](const Heads& heads) {
    const DependencyTree original = distinct_labels(heads);
    DependencyTree tree = original;
    if (projectivize(tree, LiftMarking::kPath) != 1) return;
    ++single;
    deprojectivize(tree);
    ASSERT_EQ(tree, original);
  });
  EXPECT_GT(single, 100u);
}

TEST(ProjectivizeTest, OnlyLiftedWordsAndPathsGetOtherLabels) {
  for_all_trees(5, kNoHead, [&](const Heads& heads) {
    for (const LiftMarking marking : kMarkings) {
      const DependencyTree original = distinct_labels(heads);
      DependencyTree tree = original;
      projectivize(tree, marking);
      ASSERT_TRUE(is_projective(tree.heads));
      for (std::size_t i = 1; i < heads.size(); ++i) {
        const auto label = treebank::decode_lift_label(tree.labels[i]);
        ASSERT_EQ(label.label, original.labels[i]);
        ASSERT_EQ(label.is_lifted, tree.heads[i] != heads[i]);
        if (!label.is_on_path && !label.is_lifted) {
          ASSERT_EQ(tree.labels[i], original.labels[i]);
        }
      }
      const Heads lifted = tree.heads;
      deprojectivize(tree);
      ASSERT_EQ(tree.labels, original.labels);
      ASSERT_EQ(check_heads(tree.heads).fault, TreeFault::kNone);
      for (std::size_t i = 1; i < heads.size(); ++i) {
        if (lifted[i] == heads[i]) {
          ASSERT_EQ(tree.heads[i], heads[i]);
        }
      }
    }
  });
}

TEST(ProjectivizeTest, AHandWorkedTree) {
  // 2 is the root, 1 and 3 hang from it, 4 from 1 across both: 4 goes to 2, the head of 1.
  const DependencyTree original{{kNoHead, 2, 0, 2, 1}, {"", "subj", "root", "obj", "acl"}};
  const auto encoded = [&](LiftMarking marking) {
    DependencyTree tree = original;
    EXPECT_EQ(projectivize(tree, marking), 1u);
    EXPECT_EQ(tree.heads, (Heads{kNoHead, 2, 0, 2, 2}));
    return tree.labels;
  };
  using Labels = std::vector<std::string>;
  EXPECT_EQ(encoded(LiftMarking::kNone), (Labels{"", "subj", "root", "obj", "acl"}));
  EXPECT_EQ(encoded(LiftMarking::kHead), (Labels{"", "subj", "root", "obj", "acl↑subj"}));
  EXPECT_EQ(encoded(LiftMarking::kPath), (Labels{"", "subj↓", "root", "obj", "acl↑"}));
  EXPECT_EQ(encoded(LiftMarking::kHeadPath), (Labels{"", "subj↓", "root", "obj", "acl↑subj"}));
}

TEST(ProjectivizeTest, LabelsThatLookLikeMarksSurvive) {
  for (const LiftMarking marking : kMarkings) {
    const DependencyTree original{{kNoHead, 2, 0, 2, 1}, {"", "a↑b", "\\", "↓", "x\\↑y↓"}};
    DependencyTree tree = original;
    projectivize(tree, marking);
    EXPECT_NE(tree, original);
    deprojectivize(tree);
    EXPECT_EQ(tree, original);
  }
}

TEST(ProjectivizeTest, ACycleIsRefused) {
  DependencyTree tree{{kNoHead, 2, 1}, {"", "a", "b"}};
  EXPECT_THROW(projectivize(tree, LiftMarking::kHead), Error);
}

TEST(DeprojectivizeTest, WordsWhoseHeadIsNotFoundStayAndLoseTheirMarks) {
  DependencyTree tree{{kNoHead, 2, 0, 2}, {"", "subj", "root", "acl↑nothing"}};
  EXPECT_EQ(deprojectivize(tree), 0u);
  EXPECT_EQ(tree, (DependencyTree{{kNoHead, 2, 0, 2}, {"", "subj", "root", "acl"}}));
}

TEST(DeprojectivizeTest, TheSearchIsBreadthFirstAndLeftToRight) {
  // Below 1: 2 and 4; below 2: 3. Both 3 and 4 are called x; 4 is nearer. 5 was lifted from an x.
  DependencyTree tree{{kNoHead, 0, 1, 2, 1, 1}, {"", "root", "y", "x", "x", "z↑x"}};
  EXPECT_EQ(deprojectivize(tree), 1u);
  EXPECT_EQ(tree.heads[5], 4);
}

TEST(DeprojectivizeTest, AnyLabelsOnAnyHeadsEndWithoutANewCycle) {
  const std::vector<std::string> labels = {"", "x", "x↑x", "x↓", "x↑", "x↑x↓", "↑", "\\"};
  for (std::int32_t n = 1; n <= 4; ++n) {
    std::uint64_t state = 7;
    testing::for_all_heads(n, kNoHead, [&](const Heads& heads) {
      DependencyTree tree{heads, std::vector<std::string>(heads.size())};
      for (std::size_t i = 1; i < heads.size(); ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        tree.labels[i] = labels[(state >> 33) % labels.size()];
      }
      const bool was_tree = check_heads(heads).fault == TreeFault::kNone;
      deprojectivize(tree);
      if (was_tree) {
        ASSERT_EQ(check_heads(tree.heads).fault, TreeFault::kNone);
      }
    });
  }
}

TEST(LiftLabelTest, DecodeUndoesEncode) {
  const std::vector<std::string> parts = {"", "a", "↑", "↓", "\\", "a↑b↓", "\\\\↓", "\xE2\x86"};
  for (const std::string& label : parts) {
    for (const std::string& head : parts) {
      for (const bool on_path : {false, true}) {
        const treebank::LiftLabel lifted{label, true, head, on_path};
        EXPECT_EQ(treebank::decode_lift_label(encode(lifted)), lifted);
      }
    }
    const treebank::LiftLabel plain{label, false, "", false};
    EXPECT_EQ(treebank::decode_lift_label(encode(plain)), plain);
  }
}

TEST(LiftMarkingTest, NamesAreThoseOfTheManual) {
  EXPECT_EQ(lift_marking_named("head+path"), LiftMarking::kHeadPath);
  EXPECT_THROW(lift_marking_named("heads"), Error);
}

}  // namespace
}  // namespace espalier
