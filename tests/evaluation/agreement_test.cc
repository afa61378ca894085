#include "evaluation/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis_fixture.h"

namespace espalier::evaluation {
namespace {

using ::testing::ElementsAre;
using testing::Judged;

const std::string kGold =
    "a _ N _ _ 2 nsubj\n"
    "b _ V _ _ 0 root\n"
    "c _ N _ _ 2 obj\n"
    "d _ N _ _ 2 obj\n"
    "e _ A _ _ 4 amod\n"
    ". _ P _ _ 2 punct\n";

std::string changed(std::vector<std::pair<std::string, std::string>> replacements) {
  std::string text = kGold;
  for (const auto& [from, to] : replacements) text.replace(text.find(from), from.size(), to);
  return text;
}

// First: c wrong label, d wrong head. Second: a wrong head, d wrong head. Third: only b is right.
const std::string kFirst = changed({{"c _ N _ _ 2 obj", "c _ N _ _ 2 obl"}, {"d _ N _ _ 2", "d _ N _ _ 3"}});
const std::string kSecond = changed({{"a _ N _ _ 2", "a _ N _ _ 3"}, {"d _ N _ _ 2", "d _ N _ _ 1"}});
const std::string kThird =
    "a _ _ _ _ 3 x\nb _ _ _ _ 0 root\nc _ _ _ _ 1 x\nd _ _ _ _ 1 x\ne _ _ _ _ 1 x\n. _ _ _ _ 1 x\n";

Agreement agreement(const std::vector<std::string>& systems, const WordFilter& filter = {}) {
  const Judged gold(kGold, kGold);
  AgreementCounter counter(gold.pair.gold, gold.pair.vocabulary, filter, {"deprel", "length"});
  for (const std::string& system : systems) counter.add(Judged(kGold, system).judgement);
  return counter.finish();
}

void expect(const PairCounts& counts, std::uint64_t both, std::uint64_t first, std::uint64_t second,
            std::uint64_t neither, double p) {
  EXPECT_EQ(counts.both, both);
  EXPECT_EQ(counts.only_first, first);
  EXPECT_EQ(counts.only_second, second);
  EXPECT_EQ(counts.neither, neither);
  EXPECT_DOUBLE_EQ(counts.p, p);
}

TEST(AgreementTest, TwoSystems) {
  const Agreement result = agreement({kFirst, kSecond});
  EXPECT_EQ(result.words, 6u);
  ASSERT_EQ(result.pairs.size(), 1u);
  // Heads: a only first; b c e . both; d neither. Attachments: a only first; c only second.
  expect(result.pairs[0].heads, 4, 1, 0, 1, 1);
  expect(result.pairs[0].attachments, 3, 1, 1, 1, 1);
  ASSERT_EQ(result.overlaps.size(), 4u);
  EXPECT_THAT(result.overlaps[0].right, ElementsAre(true, true));
  EXPECT_EQ(result.overlaps[0].heads, 4u);
  EXPECT_EQ(result.overlaps[0].attachments, 3u);
  EXPECT_THAT(result.overlaps[1].right, ElementsAre(true, false));
  EXPECT_EQ(result.overlaps[1].attachments, 1u);
  EXPECT_THAT(result.overlaps[2].right, ElementsAre(false, true));
  EXPECT_EQ(result.overlaps[2].heads, 0u);
  EXPECT_EQ(result.overlaps[2].attachments, 1u);
  EXPECT_THAT(result.overlaps[3].right, ElementsAre(false, false));
  EXPECT_EQ(result.overlaps[3].attachments, 1u);
}

TEST(AgreementTest, GroupsOfWordsThoseThatDifferMostFirst) {
  const Agreement result = agreement({kFirst, kThird});
  const PairBreakdown& by_relation = result.pairs[0].breakdowns[0];
  EXPECT_EQ(by_relation.dimension, "deprel");
  ASSERT_EQ(by_relation.rows.size(), 5u);
  EXPECT_EQ(by_relation.rows[0].key, "amod");  // amod, nsubj and punct: one each that only the first has right
  expect(by_relation.rows[0].counts, 0, 1, 0, 0, 1);
  EXPECT_EQ(by_relation.rows[1].key, "nsubj");
  EXPECT_EQ(by_relation.rows[2].key, "punct");
  EXPECT_EQ(by_relation.rows[3].key, "obj");
  expect(by_relation.rows[3].counts, 0, 0, 0, 2, 1);
  EXPECT_EQ(by_relation.rows[4].key, "root");
  expect(by_relation.rows[4].counts, 1, 0, 0, 0, 1);
  const PairBreakdown& by_length = result.pairs[0].breakdowns[1];
  ASSERT_EQ(by_length.rows.size(), 1u);
  EXPECT_EQ(by_length.rows[0].key, "1-10");
  expect(by_length.rows[0].counts, 1, 3, 0, 2, 0.25);  // 2 × (1/2)^3
}

// A second sentence of two words, f and g; the second system has g wrong. First alone: a (length 6) and g (length 2);
// second alone: c; neither: d.
TEST(AgreementTest, WhatTheWordsOfAGroupAreLike) {
  const std::string gold = kGold + "\nf _ V _ _ 0 root\ng _ N _ _ 1 obj\n";
  const Judged reference(gold, gold);
  AgreementCounter counter(reference.pair.gold, reference.pair.vocabulary, {}, {"deprel"});
  counter.set_suspects({1, 0, 0, 1, 0, 0, 0, 1});
  counter.add(Judged(gold, kFirst + "\nf _ V _ _ 0 root\ng _ N _ _ 1 obj\n").judgement);
  counter.add(Judged(gold, kSecond + "\nf _ V _ _ 0 root\ng _ N _ _ 0 obj\n").judgement);
  const PairComparison pair = counter.finish().pairs[0];
  const auto group = [&](PairOutcome outcome) { return pair.groups[static_cast<std::size_t>(outcome)]; };
  const PairGroup first = group(PairOutcome::kOnlyFirst);
  EXPECT_EQ(first.words, 2u);
  EXPECT_EQ(first.sentences, 2u);
  EXPECT_DOUBLE_EQ(first.sentence_length, 4);  // (6 + 2) / 2
  EXPECT_DOUBLE_EQ(first.length_by_word, 4);
  // nsubj: 1 of 2 here, 1 of 8 among all, four times its share; obj: 1 of 2, 3 of 8.
  EXPECT_EQ(first.usual, 1u);
  EXPECT_EQ(first.suspects, 2u);
  EXPECT_DOUBLE_EQ(first.suspect_share(), 100);
  EXPECT_EQ(group(PairOutcome::kOnlySecond).words, 1u);
  EXPECT_DOUBLE_EQ(group(PairOutcome::kOnlySecond).length_by_word, 6);
  EXPECT_EQ(group(PairOutcome::kOnlySecond).suspects, 0u);
  EXPECT_EQ(group(PairOutcome::kNeither).words, 1u);
  EXPECT_EQ(group(PairOutcome::kNeither).suspects, 1u);
  const PairGroup both = group(PairOutcome::kBoth);
  EXPECT_EQ(both.words, 4u);  // b e . f
  EXPECT_EQ(both.sentences, 2u);
  EXPECT_DOUBLE_EQ(both.sentence_length, 4);
  EXPECT_DOUBLE_EQ(both.length_by_word, 5);  // (3 · 6 + 2) / 4
  // root: 2 of 4 here, 2 of 8 among all, twice; amod and punct: 1 of 4, 1 of 8, twice.
  EXPECT_EQ(both.usual, 4u);
  EXPECT_EQ(pair.all.words, 8u);
  EXPECT_EQ(pair.all.sentences, 2u);
  EXPECT_DOUBLE_EQ(pair.all.sentence_length, 4);
  EXPECT_DOUBLE_EQ(pair.all.length_by_word, 5);  // (36 + 4) / 8
  EXPECT_EQ(pair.all.usual, 8u);
  EXPECT_EQ(pair.all.suspects, 3u);
  EXPECT_DOUBLE_EQ(pair.all.suspect_share(), 37.5);
}

TEST(AgreementTest, ThreeSystemsAndAFilter) {
  WordFilter filter;
  filter.relevant = {"nsubj", "obj"};
  const Agreement result = agreement({kFirst, kSecond, kThird}, filter);
  EXPECT_EQ(result.words, 3u);
  EXPECT_EQ(result.pairs.size(), 3u);
  EXPECT_EQ(result.pairs[2].first, 1u);
  EXPECT_EQ(result.pairs[2].second, 2u);
  expect(result.pairs[2].attachments, 0, 1, 0, 2, 1);
  // a: first alone; c: second alone with its label, first and second with their heads; d: none.
  std::uint64_t heads = 0, attachments = 0;
  for (const Overlap& overlap : result.overlaps) {
    heads += overlap.heads;
    attachments += overlap.attachments;
  }
  EXPECT_EQ(heads, 3u);
  EXPECT_EQ(attachments, 3u);
  EXPECT_THAT(result.overlaps[0].right, ElementsAre(true, true, false));
  EXPECT_EQ(result.overlaps[0].heads, 1u);
  EXPECT_EQ(result.overlaps[0].attachments, 0u);
}

}  // namespace
}  // namespace espalier::evaluation
