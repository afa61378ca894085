// Proposals put into sentences, and errors put there on purpose: trees stay trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "curation/error_run.h"
#include "curation/injection.h"
#include "tests/support/small_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using tests::pattern_treebank;
using tests::sentence_of;

Suspect proposal(const Sentence& sentence, std::int32_t word, std::int32_t head, const std::string& deprel) {
  Suspect out;
  out.word = word;
  out.gold = {sentence.head(word), std::string(sentence.deprel(word))};
  out.proposed = {head, deprel};
  return out;
}

TEST(CorrectTest, ChangesHeadsLabelsAndPlainDeps) {
  std::vector<Sentence> sentences = {sentence_of("we/PRON/2/nsubj eat/VERB/0/root raw/ADJ/2/obj fish/NOUN/2/obj")};
  sentences[0].set(3, Column::kDeps, "2:obj");
  sentences[0].set(1, Column::kDeps, "2:nsubj|4:x");
  const CorrectionCounts counts =
      correct({proposal(sentences[0], 3, 4, "amod"), proposal(sentences[0], 1, 2, "obj")}, sentences);
  EXPECT_EQ(counts.made, 2U);
  EXPECT_EQ(counts.left_out, 0U);
  EXPECT_THAT(sentences[0].heads(), ElementsAre(kNoHead, 2, 0, 4, 2));
  EXPECT_EQ(sentences[0].deprel(3), "amod");
  EXPECT_EQ(sentences[0].deps(3), "4:amod");
  EXPECT_EQ(sentences[0].deprel(1), "obj");
  EXPECT_EQ(sentences[0].deps(1), "2:nsubj|4:x");
}

TEST(CorrectTest, LeavesOutCyclesAndOtherRoots) {
  std::vector<Sentence> sentences = {sentence_of("a/X/2/x b/X/0/root c/X/2/x d/X/3/x e/X/2/x")};
  const Sentence before = sentences[0];
  const CorrectionCounts counts = correct({proposal(before, 3, 4, "x"),     // and 4 is below 3
                                           proposal(before, 1, 0, "root"),  // a second root
                                           proposal(before, 5, 3, "y")},    // this can be done
                                          sentences);
  EXPECT_EQ(counts.made, 1U);
  EXPECT_EQ(counts.left_out, 2U);
  EXPECT_THAT(sentences[0].heads(), ElementsAre(kNoHead, 2, 0, 2, 3, 3));
}

TEST(CorrectTest, TheRootCanMoveWhenBothSaySo) {
  std::vector<Sentence> sentences = {sentence_of("a/X/2/x b/X/0/root c/X/2/x")};
  const Sentence before = sentences[0];
  const CorrectionCounts counts = correct({proposal(before, 1, 0, "root"), proposal(before, 2, 1, "x")}, sentences);
  EXPECT_EQ(counts.made, 2U);
  EXPECT_THAT(sentences[0].heads(), ElementsAre(kNoHead, 0, 1, 2));
}

TEST(SuggestTest, GoesIntoMisc) {
  std::vector<Sentence> sentences = {sentence_of("a/X/2/x b/X/0/root")};
  sentences[0].set(1, Column::kMisc, "SpaceAfter=No");
  suggest({proposal(sentences[0], 1, 2, "obj")}, sentences);
  EXPECT_EQ(sentences[0].misc(1), "SpaceAfter=No|Suggest=2:obj");
  EXPECT_EQ(sentences[0].head(1), 2);
  EXPECT_EQ(sentences[0].deprel(1), "x");
}

/// Answers that confuse subjects with objects, and hang adjectives from verbs.
std::vector<Answers> confused(const NumberedTreebank& treebank) {
  Answers answers = treebank.gold;
  for (auto& sentence : answers) {
    sentence[2].label = treebank.labels.find("obj");
    sentence[5].head = 3;
  }
  return {answers};
}

void expect_fine(const std::vector<Sentence>& sentences) {
  for (const Sentence& each : sentences) {
    EXPECT_EQ(check_heads(each.heads()).fault, TreeFault::kNone);
    EXPECT_EQ(std::count(each.heads().begin(), each.heads().end(), 0), 1);
  }
}

TEST(InjectionTest, WordsAreMadeWrongInTheWaysThatParsersAre) {
  std::vector<Sentence> sentences = pattern_treebank();
  const std::vector<Sentence> before = sentences;
  NumberedTreebank treebank(sentences);
  base::Random random(1);
  const Confusions confusions(treebank, confused(treebank), {});
  EXPECT_EQ(confusions.size(), 2 * sentences.size());
  const auto injected = inject_words(0.1, treebank, confusions, random, sentences);
  ASSERT_THAT(injected, SizeIs(50));  // of 72 sentences of 7 words
  expect_fine(sentences);
  std::set<std::pair<std::size_t, std::int32_t>> places;
  for (const InjectedWord& each : injected) {
    places.emplace(each.sentence, each.word);
    const Sentence& now = sentences[each.sentence];
    const Sentence& was = before[each.sentence];
    EXPECT_FALSE(now.head(each.word) == was.head(each.word) && now.deprel(each.word) == was.deprel(each.word));
    EXPECT_EQ(each.was.head, was.head(each.word));
  }
  EXPECT_THAT(places, SizeIs(50));
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    for (std::int32_t word = 1; word <= sentences[i].size(); ++word) {
      if (places.contains({i, word})) continue;
      EXPECT_EQ(sentences[i].head(word), before[i].head(word));
      EXPECT_EQ(sentences[i].deprel(word), before[i].deprel(word));
    }
  }
}

TEST(InjectionTest, OnlyWhatIsAskedFor) {
  const std::vector<Sentence> before = pattern_treebank();
  const NumberedTreebank treebank(before);
  for (const bool heads : {false, true}) {
    std::vector<Sentence> sentences = before;
    base::Random random(1);
    InjectionRequest request;
    request.heads = heads;
    request.labels = !heads;
    const Confusions confusions(treebank, confused(treebank), request);
    for (const InjectedWord& each : inject_words(0.02, treebank, confusions, random, sentences)) {
      EXPECT_EQ(sentences[each.sentence].head(each.word) != before[each.sentence].head(each.word), heads);
    }
  }
}

TEST(InjectionTest, TreesHaveNoArcInCommonWithWhatWasThere) {
  std::vector<Sentence> sentences(20, sentence_of("a/X/2/x b/X/0/root c/X/2/x"));
  for (std::size_t i = 0; i < 10; ++i) sentences[i] = sentence_of("a/X/0/root b/X/3/y c/X/1/y");
  sentences.push_back(sentence_of("a/X/0/root"));
  const std::vector<Sentence> before = sentences;
  const NumberedTreebank treebank(sentences);
  base::Random random(1);
  const auto injected = inject_trees(0.2, treebank, random, sentences);
  EXPECT_THAT(injected, SizeIs(4 * 3));
  expect_fine(sentences);
  for (const InjectedWord& each : injected) {
    EXPECT_NE(sentences[each.sentence].head(each.word), before[each.sentence].head(each.word));
  }
}

TEST(InjectionTest, IsMeasuredByRank) {
  const NumberedTreebank treebank(pattern_treebank());
  std::vector<InjectedWord> injected;
  for (const std::size_t sentence : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    injected.push_back({sentence, 1, treebank.gold[sentence][1]});
  }
  std::vector<Suspect> suspects(4);  // injected, injected, not, injected; the second with a wrong proposal
  for (std::size_t i = 0; i < 4; ++i) {
    suspects[i].sentence = i;
    suspects[i].word = i == 2 ? 2 : 1;
    suspects[i].proposed = {i == 1 ? 5 : 2, "det"};
    suspects[i].score = 10 - static_cast<double>(i);
  }
  const InjectionResult result = measure(places_of(injected, treebank), suspects);
  EXPECT_EQ(result.words, 4U);
  EXPECT_EQ(result.found, 3U);
  EXPECT_EQ(result.mended, 2U);
  EXPECT_FALSE(suspects[2].injected);
  ASSERT_THAT(result.points, SizeIs(4));
  EXPECT_EQ(result.points[2].rank, 3U);
  EXPECT_EQ(result.points[2].recall, 50);
  EXPECT_DOUBLE_EQ(result.points[2].precision, 100 * 2.0 / 3);
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->rank, 4U);  // 2·75·75/150 = 75, where two alone have 2·50·100/150 = 66.7
}

}  // namespace
}  // namespace espalier::curation
