#include "parsing/span_scores.h"

#include <gtest/gtest.h>

namespace espalier::parsing {
namespace {

/// Columns of one sentence, by column and word.
features::ExtraColumns columns_of(const std::vector<std::vector<std::string>>& values) {
  features::ExtraColumns columns;
  clear_columns(columns, static_cast<std::int32_t>(values[0].size()));
  for (std::size_t column = 0; column < values.size(); ++column) {
    for (std::size_t i = 0; i < values[column].size(); ++i) columns.values[column][i + 1] = values[column][i];
  }
  return columns;
}

TEST(SpanScores, PhrasesAndClausesThatAreRight) {
  const auto gold = columns_of({{"B-NP", "I-NP", "B-VP", "B-NP", "O"},
                                {"S", "X", "S", "X", "X"},
                                {"X", "X", "X", "E", "E"},
                                {"(S*", "*", "(S*", "*S)", "*S)"}});
  const auto found = columns_of({{"B-NP", "I-NP", "I-NP", "B-NP", "O"},
                                 {"S", "S", "X", "X", "X"},
                                 {"X", "X", "X", "E", "E"},
                                 {"(S*", "(S*", "*", "*S)", "*S)"}});
  const std::vector<SpanScore> scores = score_columns(std::vector{gold}, std::vector{found});
  ASSERT_EQ(scores.size(), kSpanColumns);
  // NP 1-2, VP 3, NP 4 against NP 1-3, NP 4.
  EXPECT_EQ(scores[0].gold, 3u);
  EXPECT_EQ(scores[0].found, 2u);
  EXPECT_EQ(scores[0].both, 1u);
  EXPECT_DOUBLE_EQ(scores[0].precision(), 50);
  EXPECT_DOUBLE_EQ(scores[0].recall(), 100.0 / 3);
  EXPECT_DOUBLE_EQ(scores[0].f1(), 40);
  EXPECT_DOUBLE_EQ(scores[0].accuracy(), 80);
  // 1 and 3 against 1 and 2.
  EXPECT_DOUBLE_EQ(scores[1].f1(), 50);
  EXPECT_DOUBLE_EQ(scores[1].accuracy(), 60);
  EXPECT_DOUBLE_EQ(scores[2].f1(), 100);
  // 1-5 and 3-4 against 1-5 and 2-4.
  EXPECT_DOUBLE_EQ(scores[3].f1(), 50);
}

TEST(SpanScores, AnInsideThatFollowsAnotherKindBeginsAChunk) {
  const auto gold = columns_of({{"B-NP", "B-VP", "B-VP"}});
  const auto found = columns_of({{"I-NP", "I-VP", "B-VP"}});
  const std::vector<SpanScore> scores = score_columns(std::vector{gold}, std::vector{found});
  ASSERT_EQ(scores.size(), 1u) << "columns that are not there are not scored";
  EXPECT_EQ(scores[0].both, 3u);
  EXPECT_EQ(scores[0].right, 1u);
}

TEST(SpanScores, ClausesOfTheSameWordsCountOnceEach) {
  const auto gold = columns_of({{"", ""}, {}, {}, {"(S(S*", "*S)S)"}});
  const auto found = columns_of({{"", ""}, {}, {}, {"(S*", "*S)"}});
  const auto broken = columns_of({{"", ""}, {}, {}, {"(S*", "*S)S)"}});
  EXPECT_EQ(score_columns(std::vector{gold}, std::vector{found})[0].both, 1u);
  EXPECT_EQ(score_columns(std::vector{gold}, std::vector{gold})[0].both, 2u);
  EXPECT_EQ(score_columns(std::vector{gold}, std::vector{broken})[0].found, 0u);
}

}  // namespace
}  // namespace espalier::parsing
