// What words are worth: sums by hand, weights that were there before, lazy picks against looking at everything.
#include "curation/word_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/support/varied_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

class WordValuesTest : public ::testing::Test {
 protected:
  void take(std::vector<Sentence> sentences) {
    sentences_ = std::move(sentences);
    numbers_.emplace(sentences_);
  }
  TypedSentence typed_at(std::size_t at) const { return typed(*numbers_, sentences_[at], at, numbers_->gold[at]); }

  std::vector<Sentence> sentences_;
  std::optional<NumberedTreebank> numbers_;
};

TEST_F(WordValuesTest, ATypeSeenBeforeIsWorthLess) {
  take(tests::sentences_of({"a/DET/2/det cat/NOUN/0/root", "a/DET/2/det a/DET/3/det cat/NOUN/0/root"}));
  TypeCounts counts;
  counts.add(typed_at(0));
  counts.expect(typed_at(0));
  counts.expect(typed_at(1));
  // Of five words: forms: `a` is met three times, was seen once and comes twice: 3/5 (1/2 − 1/4); `cat` 2/5 (1/2 −
  // 1/3). Tags: (root) DET DET and DET DET NOUN are met once and new: 1/5 (1 − 1/2) each; DET NOUN (end) 2/5 (1/2 −
  // 1/3). Arcs: DET < DET is new: 1/5 (1 − 1/2); DET < NOUN and NOUN < (root) are not: 2/5 (1/2 − 1/3) each. Gold
  // answers are beyond doubt; there are three words.
  const ValueSums sums = counts.sums(typed_at(1));
  EXPECT_THAT(sums, ElementsAre(DoubleNear(0.15 + 0.4 / 6, 1e-12), DoubleNear(0.2 + 0.4 / 6, 1e-12),
                                DoubleNear(0.1 + 0.8 / 6, 1e-12), 0, 3));
}

TEST_F(WordValuesTest, DoubtIsWhatConfidenceLacks) {
  take(tests::sentences_of({"a/DET/2/det cat/NOUN/0/root"}));
  std::vector<Answer> said = numbers_->gold[0];
  said[1].confidence = 0.25F;
  said[2].confidence = 0.5F;
  EXPECT_DOUBLE_EQ(typed(*numbers_, sentences_[0], 0, said).doubt, 1.25);
}

TEST(LearnValuesTest, WeightsAreFoundAgain) {
  const ValueSums truth = {0.5, 0, 0.25, 1, 0.1};
  base::Random random(3);
  std::vector<ValueSums> sums(30'000);  // many, so that the prior has little to say
  std::vector<double> su;
  for (ValueSums& each : sums) {
    for (double& value : each) value = random.uniform();
    su.push_back(value_of(truth, each));
  }
  const ValueSums found = learn_values(sums, su);
  for (std::size_t k = 0; k < kValues; ++k) EXPECT_NEAR(found[k], truth[k], 0.05) << k;
}

TEST(LearnValuesTest, WhereNothingIsToldAllFiveAreWorthTheSame) {
  // All sentences are alike: each of the five explains a fifth of su.
  const std::vector<ValueSums> sums(10, ValueSums{1, 2, 4, 0.5, 10});
  const ValueSums found = learn_values(sums, std::vector<double>(10, 0.5));
  EXPECT_THAT(found, ElementsAre(DoubleNear(0.1, 1e-9), DoubleNear(0.05, 1e-9), DoubleNear(0.025, 1e-9),
                                 DoubleNear(0.2, 1e-9), DoubleNear(0.01, 1e-9)));
}

TEST(LearnValuesTest, NoWeightIsBelowZero) {
  const std::vector<ValueSums> sums = {{1, 0, 0, 0, 1}, {0, 0, 0, 0, 1}, {4, 0, 0, 0, 1}};
  for (const double each : learn_values(sums, std::vector<double>{-1, 9, -90})) EXPECT_GE(each, 0);
}

std::vector<std::size_t> places(const std::vector<ValuePick>& picks) {
  std::vector<std::size_t> out;
  for (const ValuePick& each : picks) out.push_back(each.at);
  return out;
}

TEST_F(WordValuesTest, LazyPicksAreThoseOfLookingAtEverything) {
  take(tests::varied_treebank(60));
  TypeCounts counts;
  for (std::size_t i = 0; i < 10; ++i) counts.add(typed_at(i));
  std::vector<TypedSentence> pool;
  for (std::size_t i = 10; i < 60; ++i) {
    pool.push_back(typed_at(i));
    counts.expect(pool.back());
  }
  const ValueSums weights = {0.3, 0.2, 0.4, 0, 0.01};
  for (const bool per_word : {false, true}) {
    const std::vector<ValuePick> picks = pick_by_value(pool, counts, weights, per_word);
    TypeCounts now = counts;
    std::vector<std::size_t> expected;
    std::vector<bool> is_taken(pool.size());
    while (expected.size() < pool.size()) {
      std::optional<std::size_t> best;
      const auto score = [&](std::size_t at) {
        return value_of(weights, now.sums(pool[at])) / (per_word ? pool[at].words : 1);
      };
      for (std::size_t at = 0; at < pool.size(); ++at) {
        if (!is_taken[at] && (!best || score(at) > score(*best))) best = at;
      }
      EXPECT_DOUBLE_EQ(picks[expected.size()].score, score(*best));
      now.add(pool[*best]);
      is_taken[*best] = true;
      expected.push_back(*best);
    }
    EXPECT_EQ(places(picks), expected);
  }
}

TEST_F(WordValuesTest, TheSameSentenceTwiceIsNotTakenTwiceFirst) {
  take(tests::sentences_of({"new/ADJ/2/amod word/NOUN/0/root", "new/ADJ/2/amod word/NOUN/0/root", "other/X/0/root"}));
  const std::vector<TypedSentence> pool = {typed_at(0), typed_at(1), typed_at(2)};
  TypeCounts counts;
  for (const TypedSentence& each : pool) counts.expect(each);
  // Forms alone count, of five words: `new` and `word` 2/5, `other` 1/5. The first has 4/5 · 1/2, then its copy is left
  // with 4/5 (1/2 − 1/3), the other one has 1/5 · 1/2.
  const auto picks = pick_by_value(pool, counts, {1, 0, 0, 0, 0}, false);
  ASSERT_EQ(picks.size(), 3U);
  EXPECT_NEAR(picks[0].gain, 0.4, 1e-12);
  EXPECT_NEAR(picks[1].gain, 0.8 / 6, 1e-12);
  EXPECT_NEAR(picks[2].gain, 0.1, 1e-12);
  EXPECT_THAT(places(picks), ElementsAre(0, 1, 2));
  // For each word the copy has half of that.
  EXPECT_THAT(places(pick_by_value(pool, counts, {1, 0, 0, 0, 0}, true)), ElementsAre(0, 2, 1));
}

}  // namespace
}  // namespace espalier::curation
