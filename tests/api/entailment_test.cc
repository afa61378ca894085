// Pairs from text to decisions with the shipped English model.
#include "espalier/entailment.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/support/expect_error.h"
#include "tests/support/places.h"

namespace espalier {
namespace {

const Model& english() {
  static const Model model = Model::load(tests::source_path("models/en_ewt.model"));
  return model;
}

std::vector<EntailmentPair> own_pairs() { return read_pairs(tests::source_path("samples/entailment.tsv")); }

TEST(Entail, DecidesPairsOfText) {
  const auto pairs = parse_pairs(
      "id\ttext\thypothesis\n"
      "1\tJohn kissed Mary.\tMary was kissed.\n"
      "2\tJohn kissed Mary.\tMary kissed somebody.\n"
      "3\tIt rained. The chef who burned the soup apologised.\tThe chef burned the soup.\n",
      "pairs");
  const auto decisions = entail(pairs, english());
  ASSERT_EQ(decisions.size(), 3U);
  EXPECT_TRUE(decisions[0].entailed);
  EXPECT_FALSE(decisions[1].entailed);
  EXPECT_TRUE(decisions[2].entailed);
}

TEST(Entail, TheSameOnAnyNumberOfThreads) {
  const auto pairs = own_pairs();
  Control one;
  one.threads = 1;
  Control three;
  three.threads = 3;
  const auto first = entail(pairs, english(), {}, one);
  const auto second = entail(pairs, english(), {}, three);
  ASSERT_EQ(first.size(), pairs.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].explanation(), second[i].explanation());
}

TEST(Entail, OwnPairsAreMostlyRight) {
  const auto pairs = own_pairs();
  EXPECT_GE(score_entailment(pairs, entail(pairs, english())).front().accuracy(), 85);
}

TEST(Entail, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  Control control;
  control.stop = &stop;
  EXPECT_EQ(tests::error_of([&] { entail(own_pairs(), english(), {}, control); }).kind(), ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace espalier
