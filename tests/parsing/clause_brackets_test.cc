#include "parsing/clause_brackets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace espalier::parsing {
namespace {

using ::testing::ElementsAre;

TEST(ClauseBrackets, TextsAreReadAndWritten) {
  for (const char* text : {"*", "(S*", "*S)", "(S(S*S)", "(S*S)S)S)"}) {
    std::string written;
    append_brackets(parse_brackets(text).value(), written);
    EXPECT_EQ(written, text);
  }
  EXPECT_EQ(parse_brackets("(S(S*S)"), (Brackets{2, 1}));
  for (const char* text : {"", "(S", "S)", "(S*S", "**", "*(S", "(S *", "( S*", "X"})
    EXPECT_FALSE(parse_brackets(text)) << text;
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "(S";
  EXPECT_FALSE(parse_brackets(deep + "*"));
}

TEST(ClauseBrackets, SpansOfBalancedOnes) {
  const std::vector<Brackets> brackets = {{}, {2, 0}, {1, 1}, {0, 1}, {0, 1}};
  EXPECT_THAT(clause_spans(brackets).value(), ElementsAre(ClauseSpan{1, 3}, ClauseSpan{1, 4}, ClauseSpan{2, 2}));
  EXPECT_TRUE(clause_spans(std::vector<Brackets>{})->empty());
  EXPECT_FALSE(clause_spans(std::vector<Brackets>{{}, {1, 0}}));
  EXPECT_FALSE(clause_spans(std::vector<Brackets>{{}, {0, 1}, {1, 0}}));
}

/// The best balanced sequence by trying all; nothing where there is none.
void try_all(ClauseDecoder<int>& decoder, const std::vector<Brackets>& classes, std::int32_t words, std::int32_t node,
             std::int32_t depth, int score, std::optional<int>& best) {
  if (node > words) {
    if (depth == 0 && (!best || score > *best)) best = score;
    return;
  }
  const int* row = decoder.scores(node, std::min(depth, kDepths - 1));
  for (std::size_t label = 0; label < classes.size(); ++label) {
    const std::int32_t open = depth + classes[label].opens;
    if (open > kDeepest || classes[label].closes > open) continue;
    try_all(decoder, classes, words, node + 1, open - classes[label].closes, score + row[label], best);
  }
}

TEST(ClauseBrackets, TheBestOfAllBalancedSequencesIsFound) {
  const std::vector<Brackets> classes = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}, {1, 2}};
  base::Random random(3);
  ClauseDecoder<int> decoder;
  std::vector<std::int32_t> labels;
  std::vector<Brackets> brackets;
  for (int round = 0; round < 300; ++round) {
    const auto words = static_cast<std::int32_t>(1 + random.below(5));
    decoder.start(words, classes.size());
    for (std::int32_t node = 1; node <= words; ++node) {
      for (std::int32_t depth = 0; depth < kDepths; ++depth) {
        int* row = decoder.scores(node, depth);
        for (std::size_t label = 0; label < classes.size(); ++label)
          row[label] = static_cast<int>(random.below(100)) - 30;
      }
    }
    std::optional<int> best;
    try_all(decoder, classes, words, 1, 0, 0, best);
    decoder.decode(classes, labels, brackets);
    ASSERT_TRUE(clause_spans(brackets));
    int score = 0;
    std::int32_t depth = 0;
    for (std::int32_t node = 1; node <= words; ++node) {
      const auto label = static_cast<std::size_t>(labels[static_cast<std::size_t>(node)]);
      score += decoder.scores(node, std::min(depth, kDepths - 1))[label];
      depth += classes[label].opens - classes[label].closes;
    }
    ASSERT_TRUE(best);
    EXPECT_EQ(score, *best);
  }
}

TEST(ClauseBrackets, BalancedWhateverTheClasses) {
  base::Random random(5);
  ClauseDecoder<int> decoder;
  std::vector<std::int32_t> labels;
  std::vector<Brackets> brackets;
  const std::vector<std::vector<Brackets>> sets = {{{1, 0}},  {{0, 1}},         {{0, 3}, {2, 0}},  {{20, 0}},
                                                   {{0, 20}}, {{3, 0}, {0, 2}}, {{20, 20}, {7, 0}}};
  for (const auto& classes : sets) {
    for (std::int32_t words = 0; words < 40; ++words) {
      decoder.start(words, classes.size());
      for (std::int32_t node = 1; node <= words; ++node) {
        for (std::int32_t depth = 0; depth < kDepths; ++depth) {
          for (std::size_t i = 0; i < classes.size(); ++i)
            decoder.scores(node, depth)[i] = static_cast<int>(random.below(9));
        }
      }
      decoder.decode(classes, labels, brackets);
      ASSERT_EQ(brackets.size(), static_cast<std::size_t>(words) + 1);
      EXPECT_TRUE(clause_spans(brackets)) << words;
    }
  }
}

}  // namespace
}  // namespace espalier::parsing
