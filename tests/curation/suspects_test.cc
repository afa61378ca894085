// Who is suspected, and how much: the formula by arithmetic, counts by hand.
#include "curation/suspects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "curation/answer_odds.h"
#include "curation/pair_evidence.h"
#include "tests/support/small_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::DoubleNear;
using ::testing::SizeIs;
using tests::sentences_of;

constexpr double kExact = 1e-12;

TEST(SuspicionTest, IsTheSumOfLogOdds) {
  const std::vector<Vote> votes = {
      {Side::kProposal, 0.9}, {Side::kProposal, 0.8}, {Side::kTreebank, 0.6}, {Side::kNeither, 0.99}};
  EXPECT_THAT(suspicion(votes, 0.5), DoubleNear(std::log(9.0) + std::log(4.0) - std::log(1.5) + 0.125, kExact));
  EXPECT_EQ(suspicion({}, -2), -0.5);
}

struct Case {
  Answer gold;
  std::vector<Answer> said;
  bool agree;
  Verdict verdict;
};

TEST(JudgeTest, TwoDetectAndTheThirdDecides) {
  const Answer gold = {2, 1};
  const std::vector<Case> cases = {
      {gold, {{2, 1}, {3, 1}, {3, 1}}, false, Verdict::kNone},           // the first believes the treebank
      {gold, {{3, 1}, {2, 1}, {3, 1}}, false, Verdict::kNone},           // the second does
      {gold, {{3, 1}, {3, 1}, {3, 1}}, false, Verdict::kKept},           // all say another head
      {gold, {{3, 1}, {3, 4}, {3, 5}}, true, Verdict::kKept},            // labels of another head do not matter
      {gold, {{3, 1}, {4, 1}, {3, 1}}, false, Verdict::kKept},           // the second says another again
      {gold, {{3, 1}, {4, 1}, {3, 1}}, true, Verdict::kNoAgreement},     // and must not
      {gold, {{3, 1}, {3, 1}, {2, 1}}, false, Verdict::kDecidedGold},    // the third believes the treebank
      {gold, {{3, 1}, {3, 1}, {4, 1}}, false, Verdict::kDecidedOther},   // the third says another again
      {gold, {{2, 5}, {2, 5}, {2, 5}}, true, Verdict::kKept},            // the label alone
      {gold, {{2, 5}, {2, 6}, {2, 5}}, false, Verdict::kKept},           //
      {gold, {{2, 5}, {2, 6}, {2, 5}}, true, Verdict::kNoAgreement},     //
      {gold, {{2, 5}, {2, 5}, {3, 5}}, false, Verdict::kDecidedOther},   // the same label of another arc
      {gold, {{2, 5}, {3, 5}, {2, 5}}, false, Verdict::kNone},           // they differ in different things
      {{kNoHead, -1}, {{3, 1}, {3, 1}, {3, 1}}, false, Verdict::kNone},  // there is nothing to differ from
      {{2, -1}, {{2, 5}, {2, 5}, {2, 5}}, false, Verdict::kNone},        // nor here
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Answer proposed;
    EXPECT_EQ(judge(cases[i].gold, cases[i].said, cases[i].agree, proposed), cases[i].verdict) << "case " << i;
    EXPECT_EQ(proposed.same_as(cases[i].said[0]), cases[i].verdict != Verdict::kNone) << "case " << i;
  }
}

// eat fish: linked twice of three meetings, apart from the place that is asked about.
TEST(PairEvidenceTest, IsHowOftenThePairIsLinkedWhereItMeets) {
  const auto sentences = sentences_of({
      "eat/VERB/0/root fish/NOUN/1/obj",
      "eat/VERB/0/root fish/NOUN/1/obj",
      "eat/VERB/0/root fish/NOUN/1/nsubj",
      "eat/VERB/0/root fish/NOUN/1/nsubj",
  });
  const NumberedTreebank treebank(sentences);
  PairEvidence pairs(treebank);
  pairs.want(3, 2, Answer{1});
  pairs.count();
  const Answer gold = treebank.gold[3][2];
  const Answer proposed = treebank.gold[0][2];
  // Elsewhere they meet three times: twice as obj, once as nsubj. Tags say the same, as all words of a tag are one.
  const double obj = (2 + Meetings::kLean * (2.1 / 4)) / (3 + Meetings::kLean);
  const double nsubj = (1 + Meetings::kLean * (1.1 / 4)) / (3 + Meetings::kLean);
  EXPECT_THAT(pairs.rate(3, 2, proposed, gold), DoubleNear(obj, kExact));
  EXPECT_THAT(pairs.rate(3, 2, gold, gold), DoubleNear(nsubj, kExact));
  EXPECT_THAT(pairs.evidence(3, 2, proposed, gold), DoubleNear(std::log(obj / nsubj), kExact));
  EXPECT_THAT(pairs.evidence(3, 2, gold, gold), DoubleNear(0, kExact));
}

TEST(PairEvidenceTest, HasBounds) {
  std::vector<std::string> lines(1000, "eat/VERB/0/root fish/NOUN/1/obj");
  lines.emplace_back("eat/VERB/0/root fish/NOUN/1/nsubj");
  const auto sentences = sentences_of(lines);
  const NumberedTreebank treebank(sentences);
  PairEvidence pairs(treebank);
  pairs.want(1000, 2, Answer{1});
  pairs.count();
  EXPECT_EQ(pairs.evidence(1000, 2, treebank.gold[0][2], treebank.gold[1000][2]), Meetings::kMost);
}

TEST(AnswerOddsTest, AnAnswerDoesNotCountForItself) {
  const auto sentences = sentences_of({
      "eat/VERB/0/root fish/NOUN/1/obj",
      "eat/VERB/0/root fish/NOUN/1/obj",
      "eat/VERB/0/root fish/NOUN/1/nsubj",
  });
  const NumberedTreebank treebank(sentences);
  Answers answers = treebank.gold;
  answers[2][2] = answers[0][2];  // wrong, or the treebank is
  for (auto& sentence : answers) {
    for (Answer& each : sentence) each.confidence = 0.5F;
  }
  const AnswerContext context = word_context(treebank);
  const AnswerOdds odds(treebank.gold, answers, context);
  // Confidence: five others, all right. With label: two others, both right. With tags: the same two.
  double p = (5 + 4 * 0.5) / (5 + 4);
  p = (2 + 4 * p) / (2 + 4);
  p = (2 + 4 * p) / (2 + 4);
  EXPECT_THAT(odds.probability(2, 2), DoubleNear(p, kExact));
  // From the first place one of the two others is wrong, and one of the five.
  p = (4 + 4 * 0.5) / (5 + 4);
  p = (1 + 4 * p) / (2 + 4);
  p = (1 + 4 * p) / (2 + 4);
  EXPECT_THAT(odds.probability(0, 2), DoubleNear(p, kExact));
}

TEST(AnswerOddsTest, SurerAnswersAreOftenerRight) {
  std::vector<std::string> lines(64, "eat/VERB/0/root fish/NOUN/1/obj");
  const auto sentences = sentences_of(lines);
  const NumberedTreebank treebank(sentences);
  Answers answers = treebank.gold;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    answers[i][1].confidence = answers[i][2].confidence = i < 32 ? 0.2F : 0.8F;
    if (i % 2 == 0 && i < 32) answers[i][2].label = answers[i][1].label;
  }
  const AnswerContext context = word_context(treebank);
  const AnswerOdds odds(treebank.gold, answers, context);
  EXPECT_LT(odds.probability(1, 2), odds.probability(33, 2));
}

TEST(JudgeWordsTest, RanksWhatIsKeptAndCountsTheRest) {
  auto sentences = tests::pattern_treebank();
  const NumberedTreebank right(sentences);
  std::vector<Answers> answers(kParsers, right.gold);
  sentences[3].set(2, Column::kDeprel, "obj");  // all parsers know better
  sentences[5].set_head(4, 3);                  // the third believes the treebank
  answers[2][5][4].head = 3;
  NumberedTreebank treebank = right;
  treebank.renew(sentences);
  const Judgements judged = judge_words(treebank, answers, false);
  EXPECT_EQ(judged.candidates, 2U);
  EXPECT_EQ(judged.decided_gold, 1U);
  ASSERT_THAT(judged.kept, SizeIs(1));
  EXPECT_EQ(judged.kept[0].sentence, 3U);
  EXPECT_EQ(judged.kept[0].item, 2);
  EXPECT_TRUE(judged.kept[0].proposed.same_as(right.gold[3][2]));
  EXPECT_GT(judged.kept[0].evidence, 0);
  EXPECT_GT(judged.kept[0].score, judged.kept[0].evidence);
}

TEST(LineOfTest, CountsCommentsTokensAndEmptyNodes) {
  const std::string text =
      "# sent_id = s\n"
      "# text = ab c\n"
      "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"
      "2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n"
      "2.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "3\tc\t_\t_\t_\t_\t1\tx\t_\t_\n\n";
  ReadOptions options;
  options.format = "conllu";
  TreebankReader reader = TreebankReader::of_text(text, options);
  Sentence sentence;
  ASSERT_TRUE(reader.next(sentence));
  EXPECT_EQ(line_of(sentence, 1), 4U);
  EXPECT_EQ(line_of(sentence, 2), 5U);
  EXPECT_EQ(line_of(sentence, 3), 7U);
}

}  // namespace
}  // namespace espalier::curation
