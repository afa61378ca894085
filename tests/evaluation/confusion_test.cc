#include "evaluation/confusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis_fixture.h"

namespace espalier::evaluation {
namespace {

using ::testing::ElementsAre;
using testing::Judged;

// b is the root of both; a: obj for nsubj, right head; c: nsubj for obj, right head; d: nsubj for obj, wrong head;
// e: obj, wrong head; f: right.
const std::string kGold =
    "a _ N _ _ 2 nsubj\n"
    "b _ V _ _ 0 root\n"
    "c _ N _ _ 2 obj\n"
    "d _ N _ _ 2 obj\n"
    "e _ N _ _ 2 obj\n"
    ". _ P _ _ 2 punct\n";
const std::string kSystem =
    "a _ N _ _ 2 obj\n"
    "b _ V _ _ 0 root\n"
    "c _ N _ _ 2 nsubj\n"
    "d _ V _ _ 3 nsubj\n"
    "e _ N _ _ 4 obj\n"
    ". _ P _ _ 2 punct\n";

TEST(ConfusionTest, CountsPairsWithAndWithoutTheHead) {
  const Judged judged(kGold, kSystem);
  const Confusion confusion = confusion_of(judged.judgement, "deprel");
  EXPECT_EQ(confusion.words, 6u);
  EXPECT_EQ(confusion.different, 3u);
  EXPECT_EQ(confusion.different_right_head, 2u);
  EXPECT_THAT(confusion.keys, ElementsAre("obj", "nsubj", "punct", "root"));
  ASSERT_EQ(confusion.cells.size(), 5u);
  const auto expect = [&](std::size_t at, const char* gold, const char* system, std::uint64_t words,
                          std::uint64_t right_head) {
    const ConfusionCell& cell = confusion.cells[at];
    EXPECT_EQ(confusion.keys[cell.gold], gold) << at;
    EXPECT_EQ(confusion.keys[cell.system], system) << at;
    EXPECT_EQ(cell.words, words) << at;
    EXPECT_EQ(cell.right_head, right_head) << at;
  };
  expect(0, "obj", "nsubj", 2, 1);
  expect(1, "nsubj", "obj", 1, 1);
  expect(2, "obj", "obj", 1, 0);
  expect(3, "punct", "punct", 1, 1);
  expect(4, "root", "root", 1, 1);
}

TEST(ConfusionTest, TakesTagsAndBinsAndObeysTheFilter) {
  const Judged judged(kGold, kSystem);
  const Confusion tags = confusion_of(judged.judgement, "upos");
  EXPECT_EQ(tags.different, 1u);  // d: V for N
  EXPECT_EQ(tags.different_right_head, 0u);
  EXPECT_THAT(tags.keys, ElementsAre("N", "P", "V"));
  const Confusion distances = confusion_of(judged.judgement, "distance");
  EXPECT_THAT(distances.keys, ElementsAre("to root", "1", "2", "3-6"));
  EXPECT_EQ(distances.different, 2u);  // d: 1 for 2; e: 1 for 3
  WordFilter filter;
  filter.omit_punctuation = true;
  filter.relevant = {"obj", "punct"};
  const Judged limited(kGold, kSystem, filter);
  const Confusion some = confusion_of(limited.judgement, "deprel");
  EXPECT_EQ(some.words, 3u);
  EXPECT_EQ(some.different, 2u);
  EXPECT_EQ(some.different_right_head, 1u);
}

}  // namespace
}  // namespace espalier::evaluation
