#include "evaluation/error_analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "analysis_fixture.h"
#include "evaluation/attachment_kinds.h"

namespace espalier::evaluation {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Judged;
using testing::JudgedByCharacters;

// 1 She <2, 2 saw root, 3 birds <2, 4 with <5 case, 5 glasses <2 obl, 6 and <7, 7 cats <3 conj, 8 that <9, 9 sang <7
// acl, 10 often <9, 11 . <2
std::string sentence(const std::vector<std::string>& arcs) {
  static const std::vector<std::string> kWords = {"She PRON",     "saw VERB",  "birds NOUN", "with ADP",
                                                  "glasses NOUN", "and CCONJ", "cats NOUN",  "that PRON",
                                                  "sang VERB",    "often ADV", ". PUNCT"};
  std::string text;
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    const std::size_t space = kWords[i].find(' ');
    text += kWords[i].substr(0, space) + " _ " + kWords[i].substr(space + 1) + " _ _ " + arcs[i] + "\n";
  }
  return text;
}

const std::vector<std::string> kGold = {"2 nsubj", "0 root",  "2 obj",       "5 case",   "2 obl",  "7 cc",
                                        "3 conj",  "9 nsubj", "7 acl:relcl", "9 advmod", "2 punct"};

std::map<std::string, ErrorKindRow> rows(const ErrorAnalysis& errors, std::size_t division) {
  std::map<std::string, ErrorKindRow> result;
  for (const ErrorKindRow& row : errors.divisions[division].rows) result[row.kind] = row;
  return result;
}

TEST(AttachmentKindsTest, UniversalRelations) {
  const Judged judged(sentence(kGold), sentence(kGold));
  using enum AttachmentKind;
  EXPECT_THAT(attachment_kinds(judged.pair.gold, judged.pair.vocabulary),
              ElementsAre(kNominal, kRoot, kNominal, kFunctionWord, kPreposition, kCoordination, kCoordination,
                          kNominal, kClause, kModifier, kPunctuation));
}

TEST(AttachmentKindsTest, OtherSchemesByTagWhereTheRelationIsNotKnown) {
  const Judged judged(
      "Ela _ pron _ _ 2 SUBJ\n"
      "viu _ v v-fin _ 0 STA\n"
      "aves _ n _ _ 2 ACC\n"
      "com _ prp _ _ 2 ADVL\n"
      "lentes _ n _ _ 4 P<\n"
      "e _ conj conj-c _ 3 CO\n"
      "gatos _ n _ _ 3 CJT\n"
      "que _ pron _ _ 9 SUBJ\n"
      "cantavam _ v v-fin _ 7 N<\n"
      ". _ punc _ _ 2 PUNC\n",
      "Ela _ _ _ _ 2 _\nviu _ _ _ _ 0 _\naves _ _ _ _ 2 _\ncom _ _ _ _ 2 _\nlentes _ _ _ _ 4 _\ne _ _ _ _ 3 _\n"
      "gatos _ _ _ _ 3 _\nque _ _ _ _ 9 _\ncantavam _ _ _ _ 7 _\n. _ _ _ _ 2 _\n");
  using enum AttachmentKind;
  EXPECT_THAT(attachment_kinds(judged.pair.gold, judged.pair.vocabulary),
              ElementsAre(kOther, kRoot, kOther, kPreposition, kOther, kCoordination, kCoordination, kOther, kClause,
                          kPunctuation));
}

TEST(ErrorAnalysisTest, EveryWrongHeadIsOfOneKindInEachDivision) {
  std::vector<std::string> arcs = kGold;
  arcs[0] = "2 obj";         // She: label alone
  arcs[2] = "4 obj";         // birds: its head is right of it now, and a descendant of nothing of its: elsewhere
  arcs[4] = "3 obl";         // glasses: on the sister birds, 2 instead of 3 away
  arcs[6] = "2 conj";        // cats: on the head's head, 5 instead of 4 away
  arcs[8] = "10 acl:relcl";  // sang: on its own dependent, on the other side
  arcs[10] = "9 punct";      // .: elsewhere, 2 instead of 9 away
  const Judged judged(sentence(kGold), sentence(arcs));
  const ErrorAnalysis errors = analyse_errors(judged.judgement);
  EXPECT_EQ(errors.words, 11u);
  EXPECT_EQ(errors.wrong_heads, 5u);
  EXPECT_EQ(errors.wrong_labels, 1u);
  EXPECT_EQ(errors.unaligned, 0u);
  EXPECT_EQ(errors.errors(), 6u);
  ASSERT_EQ(errors.divisions.size(), 3u);

  const auto kinds = rows(errors, 0);
  for (const char* kind : {"nominal", "preposition", "coordination", "clause", "punctuation"}) {
    EXPECT_EQ(kinds.at(kind).wrong_heads, 1u) << kind;
  }
  EXPECT_EQ(kinds.at("nominal").words, 3u);
  EXPECT_EQ(kinds.at("coordination").words, 2u);
  EXPECT_EQ(kinds.at("function word").wrong_heads, 0u);
  EXPECT_EQ(kinds.at("function word").words, 1u);
  EXPECT_THAT(kinds.at("preposition").examples, ElementsAre("1:5"));
  EXPECT_THAT(kinds.at("root").examples, IsEmpty());

  const auto sides = rows(errors, 1);
  EXPECT_EQ(sides.at("same side, too near").wrong_heads, 2u);  // glasses, .
  EXPECT_EQ(sides.at("same side, too far").wrong_heads, 1u);   // cats
  EXPECT_EQ(sides.at("other side").wrong_heads, 2u);           // birds, sang
  EXPECT_EQ(sides.size(), 3u);

  const auto places = rows(errors, 2);
  EXPECT_EQ(places.at("too low: a sister").wrong_heads, 1u);           // glasses
  EXPECT_EQ(places.at("too high: the head's head").wrong_heads, 1u);   // cats
  EXPECT_EQ(places.at("turned round: a descendant").wrong_heads, 1u);  // sang
  EXPECT_EQ(places.at("elsewhere").wrong_heads, 2u);                   // birds, .

  // Bins: to root, 1, 2, 3-6, >=7, no head. birds 1 → 1, glasses 3 → 2, cats 4 → 5, sang 2 → 1, . 9 → 2.
  EXPECT_EQ(errors.by_distance[1][1], 1u);
  EXPECT_EQ(errors.by_distance[3][2], 1u);
  EXPECT_EQ(errors.by_distance[3][3], 1u);
  EXPECT_EQ(errors.by_distance[2][1], 1u);
  EXPECT_EQ(errors.by_distance[4][2], 1u);
}

TEST(ErrorAnalysisTest, Roots) {
  std::vector<std::string> arcs = kGold;
  arcs[1] = "3 root";
  arcs[2] = "0 obj";
  const Judged judged(sentence(kGold), sentence(arcs));
  const ErrorAnalysis errors = analyse_errors(judged.judgement);
  EXPECT_EQ(rows(errors, 0).at("root").wrong_heads, 1u);
  EXPECT_EQ(rows(errors, 0).at("nominal").wrong_heads, 1u);
  EXPECT_EQ(rows(errors, 1).at("root missed").wrong_heads, 1u);
  EXPECT_EQ(rows(errors, 1).at("taken for a root").wrong_heads, 1u);
  EXPECT_EQ(rows(errors, 2).at("the root, or no word of the gold standard").wrong_heads, 1u);
  EXPECT_EQ(rows(errors, 2).at("turned round: a descendant").wrong_heads, 1u);
}

TEST(ErrorAnalysisTest, FormsThatAreWrongMostOften) {
  const Judged judged(
      "The _ DET _ _ 2 det\ndog _ NOUN _ _ 0 root\nthe _ DET _ _ 2 det\nto _ ADP _ _ 2 x\nto _ PART _ _ 2 x\n\n"
      "the _ DET _ _ 2 det\ncat _ NOUN _ _ 0 root\n",
      "The _ DET _ _ 3 det\ndog _ NOUN _ _ 0 root\nthe _ DET _ _ 2 nmod\nto _ ADP _ _ 1 x\nto _ PART _ _ 2 x\n\n"
      "the _ DET _ _ 2 det\ncat _ NOUN _ _ 0 root\n");
  const ErrorAnalysis errors = analyse_errors(judged.judgement);
  ASSERT_EQ(errors.forms.size(), 2u);
  EXPECT_EQ(errors.forms[0].form, "the");
  EXPECT_EQ(errors.forms[0].upos, "DET");
  EXPECT_EQ(errors.forms[0].words, 3u);
  EXPECT_EQ(errors.forms[0].wrong_heads, 1u);
  EXPECT_EQ(errors.forms[0].wrong_labels, 1u);
  EXPECT_EQ(errors.forms[1].form, "to");
  EXPECT_EQ(errors.forms[1].upos, "ADP");
  EXPECT_EQ(errors.forms[1].words, 1u);
}

TEST(ErrorAnalysisTest, WordsThatTheOutputDoesNotHaveAreApart) {
  // `abc` is one word of the output; d's head is right, e's is a word that the gold standard does not have.
  const JudgedByCharacters judged("ab _ N _ _ 3 x\nc _ N _ _ 3 x\nd _ N _ _ 0 root\ne _ N _ _ 3 x\n",
                                  "abc _ N _ _ 2 x\nd _ N _ _ 0 root\ne _ N _ _ 1 x\n");
  const ErrorAnalysis errors = analyse_errors(judged.judgement);
  EXPECT_EQ(errors.words, 4u);
  EXPECT_EQ(errors.unaligned, 2u);
  EXPECT_EQ(errors.wrong_heads, 1u);
  EXPECT_EQ(rows(errors, 2).at("the root, or no word of the gold standard").wrong_heads, 1u);
  EXPECT_EQ(errors.forms.size(), 1u);
  EXPECT_EQ(errors.forms[0].form, "e");
}

}  // namespace
}  // namespace espalier::evaluation
