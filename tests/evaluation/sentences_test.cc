#include "evaluation/sentences.h"

#include <gtest/gtest.h>

#include "espalier/treebank.h"
#include "tests/support/graph_data.h"

namespace espalier::evaluation {
namespace {

double value_of(const std::vector<Measure>& measures, std::string_view name) {
  for (const Measure& measure : measures) {
    if (measure.name == name) return measure.value();
  }
  return -1;
}

TEST(SentenceScores, AreThoseOfTheFiles) {
  const auto gold = read_treebank(tests::sample_path("en"));
  for (const Measure& measure : conll18_measures(gold, gold)) EXPECT_EQ(measure.value(), 100) << measure.name;
  auto system = gold;
  std::size_t words = 0;
  for (const Sentence& sentence : gold) words += static_cast<std::size_t>(sentence.size());
  system[0].set(1, Column::kUpos, "X");
  system[0].set(2, Column::kDeprel, "other");
  const auto measures = conll18_measures(gold, system);
  const double one_wrong = 100.0 * static_cast<double>(words - 1) / static_cast<double>(words);
  EXPECT_DOUBLE_EQ(value_of(measures, "UPOS"), one_wrong);
  EXPECT_DOUBLE_EQ(value_of(measures, "LAS"), one_wrong);
  EXPECT_EQ(value_of(measures, "UAS"), 100);
  EXPECT_EQ(value_of(measures, "Sentences"), 100);
}

TEST(SentenceScores, OfBracketsAreThoseOfTheFiles) {
  const auto gold = read_treebank(tests::source_path("samples/en.mrg"));
  auto system = gold;
  std::size_t brackets = 0;  // the top, ROOT, is not counted
  for (const Sentence& sentence : gold) {
    for (std::int32_t i = 1; i < sentence.constituents().size(); ++i) {
      brackets += sentence.constituents().node(i).is_leaf() ? 0 : 1;
    }
  }
  system[0].constituents().set_label(1, "X");
  const auto measures = bracket_measures(gold, system, Punctuation::kCount);
  EXPECT_DOUBLE_EQ(value_of(measures, "Labelled"),
                   100.0 * static_cast<double>(brackets - 1) / static_cast<double>(brackets));
  EXPECT_EQ(value_of(measures, "Unlabelled"), 100);
}

}  // namespace
}  // namespace espalier::evaluation
