#include "features/encoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/hash.h"
#include "tests/support/expect_error.h"

namespace espalier::features {
namespace {

using Id = AttributeId;
using Texts = std::vector<std::string>;

Sentence sample() {
  Sentence s;
  const auto add = [&](std::string_view form, std::string_view lemma, std::string_view upos, std::string_view xpos,
                       std::string_view feats) {
    const std::int32_t node = s.add_word(form);
    s.set(node, Column::kLemma, lemma);
    s.set(node, Column::kUpos, upos);
    s.set(node, Column::kXpos, xpos);
    s.set(node, Column::kFeats, feats);
  };
  add("ÉTICA", "", "NOUN", "n", "Gender=Fem|Number=Sing");
  add("é", "ser", "VERB", "", "Mood=Ind|Number=Sing|Tense=Pres");
  add("McDonald's-2006", "McDonald", "PROPN", "prop", "");
  add("Ñandú", "", "NOUN", "n", "Number=Plur");
  add("語語語", "", "", "", "X");
  return s;
}

/// The column of an attribute at nodes 1..size, as the values of these texts.
void expect_texts(Id id, const Texts& parameters, const Texts& wanted, const ExtraColumns* extra = nullptr) {
  const Sentence sentence = sample();
  ColumnSet columns;
  const std::uint32_t column = columns.add(id, parameters);
  Encoded out;
  Encoder(columns).encode(sentence, out, extra);
  ASSERT_EQ(out.words(), static_cast<std::int32_t>(wanted.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::uint64_t value = wanted[i] == "<none>" ? kNone : base::hash(wanted[i]);
    EXPECT_EQ(out.value(column, static_cast<std::int32_t>(i + 1)), value) << static_cast<int>(id) << ' ' << wanted[i];
  }
}

void expect_bins(Id id, const Texts& parameters, const std::vector<std::uint64_t>& wanted) {
  const Sentence sentence = sample();
  ColumnSet columns;
  const std::uint32_t column = columns.add(id, parameters);
  Encoded out;
  Encoder(columns).encode(sentence, out);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(out.value(column, static_cast<std::int32_t>(i + 1)), number_value(wanted[i])) << i;
  }
}

TEST(EncodingTest, FieldsAsTheyStand) {
  expect_texts(Id::kForm, {}, {"ÉTICA", "é", "McDonald's-2006", "Ñandú", "語語語"});
  expect_texts(Id::kUpos, {}, {"NOUN", "VERB", "PROPN", "NOUN", ""});
  expect_texts(Id::kXpos, {}, {"n", "", "prop", "n", ""});
  expect_texts(Id::kFeats, {}, {"Gender=Fem|Number=Sing", "Mood=Ind|Number=Sing|Tense=Pres", "", "Number=Plur", "X"});
}

TEST(EncodingTest, DerivedTexts) {
  expect_texts(Id::kLower, {}, {"ética", "é", "mcdonald's-2006", "ñandú", "語語語"});
  expect_texts(Id::kLemma, {}, {"ética", "ser", "McDonald", "ñandú", "語語語"});
  expect_texts(Id::kTag, {}, {"n", "VERB", "prop", "n", ""});
  expect_texts(Id::kShape, {}, {"XX", "x", "XxXxx'x-99", "Xxx", "oo"});
  expect_texts(Id::kTraits, {}, {"AC", "l", "ACl9-", "Al", ""});
  expect_texts(Id::kLength, {}, {"5", "1", "12", "5", "3"});
}

TEST(EncodingTest, PiecesOfWordsAreCutBetweenCharacters) {
  expect_texts(Id::kPrefix, {"1"}, {"é", "é", "m", "ñ", "語"});
  expect_texts(Id::kPrefix, {"3"}, {"éti", "é", "mcd", "ñan", "語語語"});
  expect_texts(Id::kSuffix, {"1"}, {"a", "é", "6", "ú", "語"});
  expect_texts(Id::kSuffix, {"2"}, {"ca", "é", "06", "dú", "語語"});
  expect_texts(Id::kSuffix, {"60"}, {"ética", "é", "mcdonald's-2006", "ñandú", "語語語"});
}

TEST(EncodingTest, OneFeatureOfFeats) {
  expect_texts(Id::kFeat, {"Number"}, {"Sing", "Sing", "", "Plur", ""});
  expect_texts(Id::kFeat, {"Gender"}, {"Fem", "", "", "", ""});
  expect_texts(Id::kFeat, {"Num"}, {"", "", "", "", ""});
}

TEST(EncodingTest, AgainReadsOnlyTheFieldThatChanged) {
  Sentence sentence = sample();
  ColumnSet columns;
  const std::uint32_t form = columns.add(Id::kForm);
  const std::uint32_t upos = columns.add(Id::kUpos);
  const std::uint32_t nouns = columns.add(Id::kLeftCount, {"upos", "NOUN"});
  const std::uint32_t own = columns.add(Id::kDict, {"upos"});
  const Encoder encoder(columns);
  Encoded out;
  encoder.encode(sentence, out);
  EXPECT_EQ(out.value(own, 1), kNone) << "nobody knows it here";
  out.set(own, 1, 77);
  sentence.set(1, Column::kForm, "other");
  sentence.set(1, Column::kUpos, "VERB");
  encoder.encode_again(sentence, Column::kUpos, out);
  EXPECT_EQ(out.value(own, 1), 77u);
  EXPECT_EQ(out.value(upos, 1), out.value(upos, 2)) << "both verbs now";
  EXPECT_EQ(out.value(nouns, 2), number_value(0));
  Encoded fresh;
  encoder.encode(sentence, fresh);
  EXPECT_EQ(out.value(nouns, 5), fresh.value(nouns, 5));
  EXPECT_NE(out.value(form, 1), fresh.value(form, 1));
  encoder.encode_again(sentence, Column::kForm, out);
  EXPECT_EQ(out.value(form, 1), fresh.value(form, 1));
}

TEST(EncodingTest, CountsOnOneSide) {
  expect_bins(Id::kLeftCount, {"upos", "NOUN|PROPN"}, {0, 1, 1, 2, 3});
  expect_bins(Id::kRightCount, {"upos", "NOUN|PROPN"}, {2, 2, 1, 0, 0});
  expect_bins(Id::kLeftCount, {"upos", "*"}, {0, 1, 2, 3, 4});
  expect_bins(Id::kRightCount, {"lemma", "ser"}, {1, 0, 0, 0, 0});
  expect_bins(Id::kLeftCount, {"feat", "Number", "Sing"}, {0, 1, 2, 2, 2});
  expect_bins(Id::kRightCount, {"upos", ""}, {1, 1, 1, 1, 0});
}

TEST(EncodingTest, BinsOfCounts) {
  const std::vector<std::uint64_t> bins{0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7};
  for (std::size_t i = 0; i < bins.size(); ++i) EXPECT_EQ(count_bin(i), bins[i]) << i;
  EXPECT_EQ(count_bin(1'000'000), 7U);
}

TEST(EncodingTest, NearestOnOneSide) {
  expect_texts(Id::kLeftNearest, {"lemma", "upos", "VERB"}, {"<none>", "<none>", "ser", "ser", "ser"});
  expect_texts(Id::kRightNearest, {"form", "upos", "NOUN|PROPN"},
               {"McDonald's-2006", "McDonald's-2006", "Ñandú", "<none>", "<none>"});
  expect_texts(Id::kLeftNearest, {"shape", "form", "*"}, {"<none>", "XX", "x", "XxXxx'x-99", "Xxx"});
}

TEST(EncodingTest, ExtraColumnsByName) {
  const ExtraColumns extra{{"chunk", "clause"}, {{"", "B-NP", "B-VP", "", "I-NP"}, {"", "S", "X", "X", "E", "X"}}};
  // The fifth word is beyond the end of its column, so it has none.
  expect_texts(Id::kColumn, {"chunk"}, {"B-NP", "B-VP", "", "I-NP", "<none>"}, &extra);
  expect_texts(Id::kColumn, {"clause"}, {"S", "X", "X", "E", "X"}, &extra);
  expect_texts(Id::kColumn, {"clauses"}, {"<none>", "<none>", "<none>", "<none>", "<none>"}, &extra);
  expect_texts(Id::kColumn, {"chunk"}, {"<none>", "<none>", "<none>", "<none>", "<none>"});
}

TEST(EncodingTest, RunningCountsArePlainNumbers) {
  ColumnSet columns;
  const std::uint32_t nouns = columns.add(Id::kCount, {"upos", "NOUN"});
  Encoded out;
  Encoder(columns).encode(sample(), out);
  const std::vector<std::uint64_t> wanted{0, 1, 1, 1, 2, 2};
  for (std::int32_t node = 0; node <= 5; ++node)
    EXPECT_EQ(out.value(nouns, node), wanted[static_cast<std::size_t>(node)]);
}

TEST(EncodingTest, MorphIsABag) {
  ColumnSet columns;
  const std::uint32_t morph = columns.add(Id::kMorph);
  Encoded out;
  Encoder(columns).encode(sample(), out);
  const auto bag = [&](std::int32_t node) {
    const auto values = out.bag(morph, node);
    return std::vector<std::uint64_t>(values.begin(), values.end());
  };
  const auto values = [](const Texts& texts) {
    std::vector<std::uint64_t> hashes;
    for (const std::string& text : texts) hashes.push_back(base::hash(text));
    return hashes;
  };
  EXPECT_EQ(bag(1), values({"Gender=Fem", "Number=Sing"}));
  EXPECT_EQ(bag(2), values({"Mood=Ind", "Number=Sing", "Tense=Pres"}));
  EXPECT_EQ(bag(3), values({}));
  EXPECT_EQ(bag(5), values({"X"}));
  for (const std::int32_t node : {-8, -1, 0, 6, 13}) EXPECT_TRUE(out.bag(morph, node).empty()) << node;
}

void expect_edges(const Sentence& sentence, Encoded& out) {
  ColumnSet columns;
  for (const Id id : {Id::kForm, Id::kShape}) columns.add(id);
  columns.add(Id::kLeftCount, {"upos", "*"});
  columns.add(Id::kRightNearest, {"form", "upos", "NOUN"});
  columns.add(Id::kColumn, {"chunk"});
  Encoder(columns).encode(sentence, out);
  const std::int32_t words = sentence.size();
  for (std::uint32_t column = 0; column < columns.specs().size(); ++column) {
    for (std::int32_t k = 1; k <= kMaxOffset; ++k) {
      EXPECT_EQ(out.value(column, -k), kBefore);
      EXPECT_EQ(out.value(column, words + k), kAfter);
    }
    EXPECT_EQ(out.value(column, 0), kRoot);
  }
}

TEST(EncodingTest, BeforeRootAndAfter) {
  Encoded out;
  expect_edges(sample(), out);
  expect_edges(Sentence(), out);  // shorter, in the same memory
  expect_edges(sample(), out);
}

TEST(EncodingTest, ColumnsAreShared) {
  ColumnSet columns;
  const std::uint32_t form = columns.add(Id::kForm);
  const std::uint32_t two = columns.add(Id::kSuffix, {"2"});
  EXPECT_NE(columns.add(Id::kSuffix, {"3"}), two);
  EXPECT_NE(columns.add(Id::kPrefix, {"2"}), two);
  EXPECT_EQ(columns.add(Id::kForm), form);
  EXPECT_EQ(columns.add(Id::kSuffix, {"2"}), two);
  EXPECT_EQ(columns.specs().size(), 4U);
}

TEST(EncodingTest, ColumnsAreNotWithoutNumber) {
  ColumnSet columns;
  for (int i = 0; i < 10'000; ++i) columns.add(Id::kFeat, {std::to_string(i)});
  EXPECT_EQ(columns.add(Id::kFeat, {"7"}), 7U);
  EXPECT_EQ(tests::error_of([&] { columns.add(Id::kFeat, {"more"}); }).reason(),
            "the templates ask for more than 10000 things of a word");
}

TEST(EncodingTest, NothingBuiltInLooksLikeAnythingElse) {
  std::vector<std::uint64_t> all{kNone, kRoot, kBefore, kAfter, base::hash("")};
  for (std::uint64_t i = 0; i < 2000; ++i) all.push_back(number_value(i));
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(EncodingTest, ExtraColumnsAgain) {
  const Sentence sentence = sample();
  ExtraColumns extra{{"chunk"}, {{"", "", "", "", "", ""}}};
  ColumnSet columns;
  for (const Id id : {Id::kForm, Id::kTag}) columns.add(id);
  columns.add(Id::kColumn, {"chunk"});
  for (const Id id : {Id::kLeftCount, Id::kRightCount, Id::kCount}) columns.add(id, {"column", "chunk", "B"});
  for (const ColumnSet::Spec& spec : columns.specs()) {
    const bool is_extra = spec.id != Id::kForm && spec.id != Id::kTag;
    EXPECT_EQ(extra_name(spec), is_extra ? "chunk" : "");
  }
  const Encoder encoder(columns);
  Encoded changed;
  encoder.encode(sentence, changed, &extra);
  extra.values[0] = {"", "B", "I", "B", "", "B"};
  encoder.encode_extra(sentence, extra, changed);
  Encoded wanted;
  encoder.encode(sentence, wanted, &extra);
  for (std::uint32_t column = 0; column < columns.specs().size(); ++column) {
    for (std::int32_t node = -kMaxOffset; node <= sentence.size() + kMaxOffset; ++node) {
      EXPECT_EQ(changed.value(column, node), wanted.value(column, node)) << column << ' ' << node;
    }
  }
}

}  // namespace
}  // namespace espalier::features
