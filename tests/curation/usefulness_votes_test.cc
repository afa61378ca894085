// Classes of usefulness, and words that vote for them.
#include "curation/usefulness_votes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/small_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::ElementsAre;

TEST(UsefulnessClassesTest, QuartersByRank) {
  EXPECT_THAT(usefulness_classes(std::vector<double>{0.5, -1, 3, 0, 0.25, 7, -2, 1}),
              ElementsAre(3, 1, 4, 2, 2, 4, 1, 3));
  // Of equal ones the earlier is in the lower class.
  EXPECT_THAT(usefulness_classes(std::vector<double>{0, 0, 0, 0}), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(usefulness_classes(std::vector<double>{2, 1}), ElementsAre(3, 1));
}

// Algorithm 4 of the thesis.
TEST(ElectedClassTest, TheWorstClassCountsTwiceWhereTheBestIsInPlay) {
  EXPECT_EQ(elected_class({3, 0, 0, 5}), 1);  // 6 to 5
  EXPECT_EQ(elected_class({2, 0, 0, 5}), 4);  // 4 to 5
  EXPECT_EQ(elected_class({2, 5, 0, 1}), 2);  // 4, 5, 0, 1
  EXPECT_EQ(elected_class({2, 0, 5, 1}), 3);
}

TEST(ElectedClassTest, OtherwiseTheMajorityDecides) {
  EXPECT_EQ(elected_class({3, 4, 0, 0}), 2);  // not 6 to 4
  EXPECT_EQ(elected_class({3, 0, 2, 0}), 1);
  EXPECT_EQ(elected_class({0, 1, 3, 0}), 3);
}

TEST(ElectedClassTest, OfEqualClassesTheWorse) {
  EXPECT_EQ(elected_class({0, 2, 2, 0}), 2);
  EXPECT_EQ(elected_class({1, 0, 0, 2}), 1);  // 2 to 2
  EXPECT_EQ(elected_class({0, 0, 3, 3}), 3);
}

TEST(KnownFormsTest, HoldsFormsThatWereAdded) {
  KnownForms known;
  known.add(tests::sentence_of("the/DET/2/det cat/NOUN/0/root"));
  EXPECT_TRUE(known.holds("cat"));
  EXPECT_FALSE(known.holds("Cat"));
  EXPECT_FALSE(known.holds(""));
}

TEST(UsefulnessVotersTest, WordsVoteForTheClassThatTheirLikesWereIn) {
  // Sentences of one word differ in their forms alone.
  std::vector<Sentence> sentences;
  for (const char* form : {"aa", "bb", "cc", "dd"})
    sentences.push_back(tests::sentence_of(std::string(form) + "/X/0/root"));
  const std::vector<Answer> said(2);
  std::vector<DescribedSentence> described;
  for (const Sentence& each : sentences) described.push_back({each, said});
  const KnownForms known;
  const parsing::LabelSet labels;
  const UsefulnessVoters voters(described, std::vector<int>{4, 2, 3, 1}, known, labels, nullptr);
  EXPECT_THAT(voters.votes(described[0], known), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(voters.votes(described[1], known), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(voters.votes(described[2], known), ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(voters.votes(described[3], known), ElementsAre(1, 0, 0, 0));
}

TEST(UsefulnessVotersTest, NewWordsAreToldFromKnownOnes) {
  // Forms are no help, as all differ; half of the words are new, and these are in class 4.
  std::vector<Sentence> sentences;
  KnownForms known;
  std::vector<int> classes;
  for (char c = 'a'; c <= 'p'; ++c) {
    sentences.push_back(tests::sentence_of(std::string(2, c) + "/X/0/root"));
    const bool is_new = c % 2 == 0;
    if (!is_new) known.add(sentences.back());
    classes.push_back(is_new ? 4 : 1);
  }
  known.add(tests::sentence_of("yy/X/0/root"));
  const std::vector<Answer> said(2);
  std::vector<DescribedSentence> described;
  for (const Sentence& each : sentences) described.push_back({each, said});
  const parsing::LabelSet labels;
  const UsefulnessVoters voters(described, classes, known, labels, nullptr);
  const Sentence old = tests::sentence_of("yy/X/0/root");
  const Sentence other = tests::sentence_of("zz/X/0/root");
  EXPECT_EQ(elected_class(voters.votes({old, said}, known)), 1);
  EXPECT_EQ(elected_class(voters.votes({other, said}, known)), 4);
}

}  // namespace
}  // namespace espalier::curation
