#include "decoding/part_set.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/reference/naive_trees.h"

namespace espalier::decoding {
namespace {

// 1 may hang from 0, 3; 2 from 1, 3; 3 from 0, 1, 2. Arcs in order: 0→1 3→1 | 1→2 3→2 | 0→3 1→3 2→3.
ArcSet small_set() {
  ArcSet arcs;
  arcs.start(3);
  const std::vector<std::vector<std::int32_t>> open{{0, 3}, {1, 3}, {0, 1, 2}};
  for (const auto& heads : open) {
    for (const std::int32_t head : heads) arcs.add_head(head);
    arcs.end_word();
  }
  return arcs;
}

TEST(PartSetTest, NumbersTheSiblingsOfEachArc) {
  const ArcSet arcs = small_set();
  PartSet parts;
  parts.build(arcs, 2);
  std::vector<std::vector<std::int32_t>> siblings;
  for (std::int32_t arc = 0; arc < arcs.size(); ++arc) {
    siblings.emplace_back();
    for (std::int32_t part = parts.sibling_begin(arc); part < parts.sibling_begin(arc + 1); ++part) {
      siblings.back().push_back(parts.sibling(part));
    }
  }
  const std::vector<std::vector<std::int32_t>> expected{{0}, {3, 2}, {1}, {3}, {0, 1}, {1, 2}, {2}};
  EXPECT_EQ(siblings, expected);
  EXPECT_EQ(parts.siblings(), 10);
  EXPECT_EQ(parts.find_sibling(1, 2), parts.sibling_begin(1) + 1);
  EXPECT_EQ(parts.find_sibling(4, 0), parts.sibling_begin(4));
  EXPECT_EQ(parts.find_sibling(4, 2), -1);  // 2 does not hang from the root
  EXPECT_EQ(parts.find_sibling(5, 3), -1);  // the word itself
  EXPECT_EQ(parts.find_sibling(6, 1), -1);  // not between
}

TEST(PartSetTest, CountsGrandparents) {
  const ArcSet arcs = small_set();
  PartSet parts;
  parts.build(arcs, 3);
  // Heads open to the head: 0→1: 0; 3→1: 3; 1→2: 2; 3→2: 3; 0→3: 0; 1→3: 2; 2→3: 2.
  const std::vector<std::int32_t> above{0, 3, 2, 3, 0, 2, 2};
  for (std::int32_t arc = 0; arc < arcs.size(); ++arc) {
    const std::int32_t next = arc + 1 < arcs.size() ? parts.grandparent_begin(arc + 1) : parts.grandparents();
    EXPECT_EQ(next - parts.grandparent_begin(arc), above[static_cast<std::size_t>(arc)]);
  }
  // Two sibling parts for 3→1, 0→3 and 1→3, one for the others.
  EXPECT_EQ(parts.grands(), 2 * 3 + 2 + 3 + 2 * 0 + 2 * 2 + 2);
}

TEST(PartSetTest, PartsAgreeWithTheirDefinitionOnAllSets) {
  reference::each_problem(51, 3, 30, [](const reference::Problem& problem) {
    const ArcSet& arcs = problem.arcs;
    const PartSet& parts = problem.parts;
    for (std::int32_t word = 1; word <= arcs.words(); ++word) {
      for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
        const std::int32_t head = arcs.head(arc);
        std::int32_t part = parts.sibling_begin(arc);
        ASSERT_EQ(parts.sibling(part), head);
        ASSERT_EQ(parts.sibling_arc(part), arc);
        const std::int32_t step = head < word ? 1 : -1;
        for (std::int32_t s = head + step; s != word; s += step) {
          if (arcs.find(head, s) < 0) {
            ASSERT_EQ(parts.find_sibling(arc, s), -1);
            continue;
          }
          ASSERT_EQ(parts.sibling(++part), s);
          ASSERT_EQ(parts.sibling_arc(part), arcs.find(head, s));
          ASSERT_EQ(parts.find_sibling(arc, s), part);
        }
        ASSERT_EQ(part + 1, parts.sibling_begin(arc + 1));
      }
    }
  });
}

TEST(OutArcsTest, ListsTheDependentsOfAHeadNearestFirst) {
  const ArcSet arcs = small_set();
  OutArcs out;
  out.build(arcs);
  // Towards 1, word 3 has 2, then 1.
  ASSERT_EQ(out.end(3, 1) - out.begin(3, 1), 2);
  EXPECT_EQ(out.word(out.begin(3, 1)), 2);
  EXPECT_EQ(out.word(out.begin(3, 1) + 1), 1);
  EXPECT_EQ(out.arc(out.begin(3, 1) + 1), 1);
  EXPECT_EQ(out.end(3, 2) - out.begin(3, 2), 1);
  EXPECT_EQ(out.end(0, 2) - out.begin(0, 2), 1);
  for (std::int32_t head = 0; head <= 3; ++head) {
    for (std::int32_t word = 1; word <= 3; ++word) {
      if (head != word) {
        EXPECT_EQ(out.find(head, word), arcs.find(head, word));
      }
    }
  }
}

}  // namespace
}  // namespace espalier::decoding
