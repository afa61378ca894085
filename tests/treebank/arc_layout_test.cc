#include "treebank/arc_layout.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/treebank/head_vectors.h"

namespace espalier::treebank {
namespace {

using espalier::testing::for_all_trees;

bool shares_gap(const Arc& a, const Arc& b) { return std::max(a.left(), b.left()) < std::min(a.right(), b.right()); }
bool lies_within(const Arc& a, const Arc& b) {
  return b.left() <= a.left() && a.right() <= b.right() && a.right() - a.left() < b.right() - b.left();
}

void expect_no_overlap(const ArcLayout& layout) {
  std::vector<bool> is_used(static_cast<std::size_t>(layout.levels) + 1, false);
  for (const Arc& a : layout.arcs) {
    ASSERT_GE(a.level, 1);
    ASSERT_LE(a.level, layout.levels);
    is_used[static_cast<std::size_t>(a.level)] = true;
    for (const Arc& b : layout.arcs) {
      if (a.dependent != b.dependent && shares_gap(a, b)) {
        ASSERT_NE(a.level, b.level);
      }
    }
  }
  for (int level = 1; level <= layout.levels; ++level) ASSERT_TRUE(is_used[static_cast<std::size_t>(level)]);
}

TEST(ArcLayout, EveryTreeOfFiveWordsKeepsTheInvariants) {
  int trees = 0;
  for (std::int32_t words = 1; words <= 5; ++words) {
    for_all_trees(words, 0, [&](const std::vector<std::int32_t>& heads) {
      ++trees;
      const ArcLayout layout = lay_out_arcs(heads);
      ASSERT_EQ(layout.arcs.size() + layout.roots.size(), static_cast<std::size_t>(words));
      ASSERT_NO_FATAL_FAILURE(expect_no_overlap(layout));
      for (const Arc& a : layout.arcs) {
        ASSERT_EQ(a.projective, espalier::testing::spans_only_its_own(heads, a.head, a.dependent));
        bool rests = a.level == 1;
        for (const Arc& b : layout.arcs) {
          if (lies_within(a, b)) {
            ASSERT_LT(a.level, b.level);
          }
          rests = rests || (shares_gap(a, b) && b.level == a.level - 1);
        }
        ASSERT_TRUE(rests) << "the arc could be lower";
      }
    });
  }
  EXPECT_EQ(trees, 1 + 3 + 16 + 125 + 1296);  // Cayley: (n + 1)^(n - 1) trees over n words and the root
}

TEST(ArcLayout, BesideTheWordsTheArcIntoAWordIsOutsideThoseOutOfIt) {
  for (std::int32_t words = 1; words <= 5; ++words) {
    for_all_trees(words, 0, [&](const std::vector<std::int32_t>& heads) {
      const ArcLayout layout = lay_out_arcs(heads, Stacking::kOutBelowIn);
      ASSERT_NO_FATAL_FAILURE(expect_no_overlap(layout));
      bool is_projective = layout.roots.size() == 1;
      for (const Arc& arc : layout.arcs) is_projective = is_projective && arc.projective;
      for (const Arc& in : layout.arcs) {
        for (const Arc& out : layout.arcs) {
          if (out.head == in.dependent) {
            ASSERT_GT(in.level, out.level);
          }
          if (is_projective && lies_within(out, in)) {
            ASSERT_GT(in.level, out.level);
          }
        }
      }
    });
  }
}

TEST(ArcLayout, NestedArcsOfOneHeadAreStacked) {
  const std::vector<std::int32_t> heads = {kNoHead, 0, 1, 1, 1};
  const ArcLayout layout = lay_out_arcs(heads);
  EXPECT_EQ(layout.arcs, (std::vector<Arc>{{1, 2, 1, true}, {1, 3, 2, true}, {1, 4, 3, true}}));
  EXPECT_EQ(layout.roots, std::vector<std::int32_t>{1});
  EXPECT_EQ(layout.levels, 3);
}

TEST(ArcLayout, OfTwoCrossingArcsTheShorterIsBelow) {
  // 1 → 3 (length 2) and 2 → 5 (length 3) cross; 5 → 4 lies within the latter.
  const std::vector<std::int32_t> heads = {kNoHead, 0, 0, 1, 5, 2};
  const ArcLayout layout = lay_out_arcs(heads);
  EXPECT_EQ(layout.arcs, (std::vector<Arc>{{1, 3, 1, false}, {5, 4, 1, true}, {2, 5, 2, false}}));
}

TEST(ArcLayout, HeadsThatAreNoneHaveNoArc) {
  const std::vector<std::int32_t> heads = {kNoHead, kNoHead, 2, 9, -7, 4};
  const ArcLayout layout = lay_out_arcs(heads);
  ASSERT_EQ(layout.arcs.size(), 1u);
  EXPECT_EQ(layout.arcs[0].dependent, 5);
  EXPECT_TRUE(layout.roots.empty());
  EXPECT_TRUE(lay_out_arcs({}).arcs.empty());
}

TEST(ArcLayout, AllHeadsOfFourWordsCyclesIncludedNeverOverlap) {
  espalier::testing::for_all_heads(4, kNoHead, [](const std::vector<std::int32_t>& heads) {
    for (const Stacking stacking : {Stacking::kShortBelow, Stacking::kOutBelowIn}) {
      const ArcLayout layout = lay_out_arcs(heads, stacking);
      for (const Arc& a : layout.arcs) {
        for (const Arc& b : layout.arcs) {
          if (a.dependent != b.dependent && shares_gap(a, b)) {
            ASSERT_NE(a.level, b.level);
          }
        }
      }
    }
  });
}

TEST(PlaceWords, SatisfiesAllConstraintsAndNoWordCouldStandFurtherLeft) {
  base::Random random(7);
  for (int round = 0; round < 500; ++round) {
    const auto words = static_cast<std::int32_t>(1 + random.below(8));
    const auto below = [&](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
    std::vector<int> widths = {0};
    for (std::int32_t word = 1; word <= words; ++word) widths.push_back(1 + below(9));
    std::vector<ArcRoom> rooms;
    for (int i = below(10); words > 1 && i > 0; --i) {
      const int left = 1 + below(words - 1);
      const int right = left + 1 + below(words - left);
      rooms.push_back({left, right, below(4), below(4), below(40)});
    }
    const std::vector<int> starts = place_words(widths, 2, rooms);
    for (std::size_t word = 1; word < starts.size(); ++word) {
      int least = word == 1 ? 0 : starts[word - 1] + widths[word - 1] + 2;
      for (const ArcRoom& room : rooms) {
        if (room.right != static_cast<std::int32_t>(word)) continue;
        const int left = starts[static_cast<std::size_t>(room.left)] + room.left_offset;
        least = std::max(least, left + room.room - room.right_offset);
      }
      ASSERT_EQ(starts[word], least);
    }
  }
}

}  // namespace
}  // namespace espalier::treebank
