#include "evaluation/breakdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluation/word_keys.h"
#include "small_treebank.h"
#include "tests/support/expect_error.h"

namespace espalier::evaluation {
namespace {

using testing::Pair;

// Arcs: a ← b (1), b root, c ← b (1), d ← b (2), e → d (1, left of it its head), f ← b … in a sentence of eight words.
const std::string kGold =
    "a _ N _ _ 2 nsubj\n"  // distance 1, head right
    "b _ V _ _ 0 root\n"   // root
    "c _ D _ _ 4 det\n"    // distance 1, head right
    "d _ N _ _ 2 obj\n"    // distance 2, head left
    "e _ N _ _ 2 obl\n"    // distance 3, head left
    "f _ D _ _ 8 det\n"    // distance 2, head right
    "g _ A _ _ 8 amod\n"   // distance 1
    "h _ N _ _ 1 nmod\n";  // distance 7, head left; over b, which a does not dominate: non-projective

std::map<std::string, BreakdownRow> rows(const std::string& dimension, const std::string& system) {
  const Pair pair(kGold, system, {});
  const Alignment alignment = align_equal(pair.gold, pair.system, pair.vocabulary);
  std::map<std::string, BreakdownRow> result;
  const auto breakdowns = break_down(Judgement(pair.gold, pair.system, alignment, pair.vocabulary, {}), {dimension});
  for (const BreakdownRow& row : breakdowns.front().rows) result[row.key] = row;
  return result;
}

void expect_row(const BreakdownRow& row, std::uint64_t gold, std::uint64_t system, std::uint64_t heads,
                std::uint64_t labelled) {
  EXPECT_EQ(row.labelled.gold, gold) << row.key;
  EXPECT_EQ(row.labelled.system, system) << row.key;
  EXPECT_EQ(row.unlabelled.correct, heads) << row.key;
  EXPECT_EQ(row.labelled.correct, labelled) << row.key;
}

std::string system_text() {
  // d: head right, label iobj; h: head b (distance 6, projective), label right.
  std::string text = kGold;
  text.replace(text.find("2 obj"), 5, "2 iobj");
  text.replace(text.find("1 nmod"), 6, "2 nmod");
  return text;
}

TEST(BreakdownTest, ByRelation) {
  const auto by = rows("deprel", system_text());
  expect_row(by.at("det"), 2, 2, 2, 2);
  expect_row(by.at("obj"), 1, 0, 1, 0);
  expect_row(by.at("iobj"), 0, 1, 0, 0);
  expect_row(by.at("nmod"), 1, 1, 0, 0);
  EXPECT_DOUBLE_EQ(by.at("det").labelled.f1(), 100);
  // The head of the iobj is right as well: precision of heads among what the output calls iobj is 1/1.
  EXPECT_DOUBLE_EQ(by.at("iobj").unlabelled.precision(), 100);
  EXPECT_DOUBLE_EQ(by.at("iobj").labelled.precision(), 0);
}

TEST(BreakdownTest, ByTag) {
  const auto by = rows("upos", system_text());
  expect_row(by.at("N"), 4, 4, 3, 2);
  EXPECT_DOUBLE_EQ(by.at("N").labelled.f1(), 50);
  expect_row(by.at("V"), 1, 1, 1, 1);
}

TEST(BreakdownTest, ByDistance) {
  const auto by = rows("distance", system_text());
  expect_row(by.at("to root"), 1, 1, 1, 1);
  expect_row(by.at("1"), 3, 3, 3, 3);
  expect_row(by.at("2"), 2, 2, 2, 1);
  expect_row(by.at("3-6"), 1, 2, 1, 1);
  expect_row(by.at(">=7"), 1, 0, 0, 0);
  // 3-6: P 1/2, R 1/1, F 2/3.
  EXPECT_DOUBLE_EQ(by.at("3-6").labelled.precision(), 50);
  EXPECT_DOUBLE_EQ(by.at("3-6").labelled.recall(), 100);
  EXPECT_DOUBLE_EQ(by.at("3-6").labelled.f1(), 200.0 / 3);
}

TEST(BreakdownTest, ByDirectionLengthProjectivityDepth) {
  const auto direction = rows("direction", system_text());
  expect_row(direction.at("head right"), 4, 4, 4, 4);
  expect_row(direction.at("head left"), 3, 3, 2, 1);
  expect_row(direction.at("root"), 1, 1, 1, 1);
  const auto length = rows("length", system_text());
  ASSERT_EQ(length.size(), 1u);
  expect_row(length.at("1-10"), 8, 8, 7, 6);
  const auto projectivity = rows("projectivity", system_text());
  expect_row(projectivity.at("non-projective"), 1, 0, 0, 0);
  expect_row(projectivity.at("projective"), 7, 8, 7, 6);
  // Gold depths: b 1; a d e 2; c h 3; f g 4. Output: h is at 2, f and g at 3.
  const auto depth = rows("depth", system_text());
  expect_row(depth.at("1"), 1, 1, 1, 1);
  expect_row(depth.at("2"), 3, 4, 3, 2);
  expect_row(depth.at("3"), 2, 3, 1, 1);
  expect_row(depth.at("4"), 2, 0, 2, 2);
  EXPECT_DOUBLE_EQ(depth.at("3").labelled.precision(), 100);  // c, f, g, all right
}

TEST(BreakdownTest, EveryDimensionPartitionsTheWords) {
  for (const std::string& dimension : breakdown_dimensions()) {
    std::uint64_t gold = 0, system = 0, correct = 0, correct_in_system = 0;
    for (const auto& [key, row] : rows(dimension, system_text())) {
      gold += row.labelled.gold;
      system += row.labelled.system;
      correct += row.labelled.correct;
      correct_in_system += row.labelled.correct_in_system;
    }
    EXPECT_EQ(gold, 8u) << dimension;
    EXPECT_EQ(system, 8u) << dimension;
    EXPECT_EQ(correct, 6u) << dimension;
    EXPECT_EQ(correct_in_system, 6u) << dimension;
  }
}

TEST(BreakdownTest, CyclesInTheOutputHaveADepthOfTheirOwn) {
  std::string text = kGold;
  text.replace(text.find("8 amod"), 6, "6 amod");
  text.replace(text.find("8 det"), 5, "7 det");  // f and g are each other's head
  const auto depth = rows("depth", text);
  expect_row(depth.at("not rooted"), 0, 2, 0, 0);
}

TEST(BreakdownTest, UnknownDimensionsAreRefusedByName) {
  EXPECT_THAT(tests::error_of([] {
                require_dimensions({"deprel", "colour"});
              }).what(),
              ::testing::HasSubstr("'colour'"));
}

}  // namespace
}  // namespace espalier::evaluation
