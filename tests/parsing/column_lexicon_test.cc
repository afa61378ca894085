#include "parsing/column_lexicon.h"

#include <gtest/gtest.h>

#include "parsing/tagger_schema.h"
#include "tests/support/treebank.h"

namespace espalier::parsing {
namespace {

/// A treebank of one word a sentence, with these tags as often as that.
struct Tagged {
  std::vector<features::Encoded> sentences;
  std::vector<std::vector<std::int32_t>> gold;
};

const KeyColumns kKeys{0, 1, {}};

Tagged word_with(const std::vector<std::size_t>& counts) {
  features::ColumnSet columns;
  columns.add(features::AttributeId::kForm);
  columns.add(features::AttributeId::kLower);
  const features::Encoder encoder(std::move(columns));
  Sentence sentence;
  sentence.add_word("round");
  Tagged out;
  for (std::size_t label = 0; label < counts.size(); ++label) {
    for (std::size_t i = 0; i < counts[label]; ++i) {
      encoder.encode(sentence, out.sentences.emplace_back());
      out.gold.push_back({-1, static_cast<std::int32_t>(label)});
    }
  }
  return out;
}

std::vector<std::uint16_t> candidates_of(const Tagged& data) {
  model_file::Writer writer;
  add_lexicon_sections(writer, "t/", {"A", "B", "C"}, data.sentences, data.gold, kKeys, {});
  const auto file = model_file::File::from_bytes(writer.bytes());
  const ColumnLexicon lexicon(*file, "t/", kKeys);
  const auto found = lexicon.candidates(data.sentences.front(), 1, true);
  return {found.begin(), found.end()};
}

TEST(ColumnLexicon, AFrequentWordTakesTheClassesItHad) {
  EXPECT_EQ(candidates_of(word_with({6, 0, 2})), (std::vector<std::uint16_t>{0, 2}));
  EXPECT_EQ(candidates_of(word_with({400, 0, 1})), (std::vector<std::uint16_t>{0, 2}));
}

TEST(ColumnLexicon, OneCaseInAThousandIsNoCandidate) {
  EXPECT_EQ(candidates_of(word_with({1000, 1, 4})), (std::vector<std::uint16_t>{0, 2}));
}

TEST(ColumnLexicon, ARareWordTakesAnyClass) {
  EXPECT_EQ(candidates_of(word_with({2, 0, 1})), (std::vector<std::uint16_t>{0, 1, 2}));
}

}  // namespace
}  // namespace espalier::parsing
