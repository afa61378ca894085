#include "evaluation/lexicalisation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis_fixture.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace espalier::evaluation {
namespace {

using ::testing::HasSubstr;
using tests::error_of;

// Known from a lexicon below, twice or more: the, cat, sat. Once: mat. Never: zebra, okapi.
const std::string kGold =
    "The _ DET _ _ 2 det\n"      // the ← cat: both
    "cat _ NOUN _ _ 3 nsubj\n"   // cat ← sat: both
    "sat _ VERB _ _ 0 root\n"    // sat ← root: both, the root is always known
    "mat _ NOUN _ _ 3 obl\n"     // mat ← sat: one
    "zebra _ NOUN _ _ 4 nmod\n"  // zebra ← mat: none (one, where once is enough)
    "\n"
    "okapi _ NOUN _ _ 0 root\n"   // okapi ← root: one
    "the _ DET _ _ 1 det\n"       // the ← okapi: one
    "zebra _ NOUN _ _ 1 conj\n";  // zebra ← okapi: none
// Wrong: the label of cat, the head of mat, the head of the last zebra.
const std::string kSystem =
    "The _ DET _ _ 2 det\n"
    "cat _ NOUN _ _ 3 obj\n"
    "sat _ VERB _ _ 0 root\n"
    "mat _ NOUN _ _ 2 obl\n"
    "zebra _ NOUN _ _ 4 nmod\n"
    "\n"
    "okapi _ NOUN _ _ 0 root\n"
    "the _ DET _ _ 1 det\n"
    "zebra _ NOUN _ _ 2 conj\n";
const std::string kLexicon =
    "the _ DET _ _ 2 det\n"
    "cat _ NOUN _ _ 3 nsubj\n"
    "sat _ VERB _ _ 0 root\n"
    "\n"
    "THE _ DET _ _ 2 det\n"
    "Cat _ NOUN _ _ 3 nsubj\n"
    "sat _ VERB _ _ 0 root\n"
    "mat _ NOUN _ _ 3 obl\n";

Lexicon lexicon(std::size_t least) {
  Lexicon made(least);
  for (const Sentence& sentence : testing::small_treebank(kLexicon)) made.add(sentence);
  return made;
}

struct Row {
  std::uint64_t arcs, heads, attachments;
};

void expect_rows(const Lexicalisation& found, const std::vector<Row>& rows) {
  ASSERT_EQ(found.rows.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(found.rows[i].arcs, rows[i].arcs) << found.rows[i].words;
    EXPECT_EQ(found.rows[i].heads, rows[i].heads) << found.rows[i].words;
    EXPECT_EQ(found.rows[i].attachments, rows[i].attachments) << found.rows[i].words;
  }
}

TEST(LexicalisationTest, ArcsByTheirKnownWords) {
  const testing::Judged judged(kGold, kSystem);
  const Lexicalisation twice = lexicalisation_of(judged.judgement, lexicon(2));
  EXPECT_EQ(twice.forms, 3U);
  EXPECT_EQ(twice.arcs, 8U);
  expect_rows(twice, {{3, 3, 2}, {3, 2, 2}, {2, 1, 1}});
  const Lexicalisation once = lexicalisation_of(judged.judgement, lexicon(1));
  EXPECT_EQ(once.forms, 4U);
  expect_rows(once, {{4, 3, 2}, {3, 3, 3}, {1, 0, 0}});
}

TEST(LexicalisationTest, WordsAlignedByCharacters) {
  const testing::JudgedByCharacters judged(kGold, kSystem);
  expect_rows(lexicalisation_of(judged.judgement, lexicon(2)), {{3, 3, 2}, {3, 2, 2}, {2, 1, 1}});
}

TEST(LexicalisationTest, OnlyWordsThatCount) {
  WordFilter filter;
  filter.relevant = {"det", "conj"};
  const testing::Judged judged(kGold, kSystem, filter);
  expect_rows(lexicalisation_of(judged.judgement, lexicon(2)), {{1, 1, 1}, {1, 1, 1}, {1, 0, 0}});
}

class LexiconFiles : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& rows) {
    std::string text;
    for (const Sentence& sentence : testing::small_treebank(rows)) {
      for (std::int32_t i = 1; i <= sentence.size(); ++i) {
        text += std::to_string(i) + "\t" + std::string(sentence.form(i)) + "\t_\t" + std::string(sentence.upos(i)) +
                "\t_\t_\t" + std::to_string(sentence.head(i)) + "\t" + std::string(sentence.deprel(i)) + "\t_\t_\n";
      }
      text += "\n";
    }
    tests::spill(folder_ / name, text);
    return folder_ / name;
  }
  tests::TemporaryFolder folder_;
  std::string gold_ = write("gold.conllu", kGold);
  std::string system_ = write("system.conllu", kSystem);
  EvaluationOptions options_;
};

TEST_F(LexiconFiles, FromFilesToFigures) {
  const std::string file = write("train.conllu", kLexicon);
  options_.lexicon = {file, file};  // everything twice as often
  options_.lexicon_least = 3;
  const EvaluationResult result = evaluate(gold_, {system_}, options_);
  const auto json = nlohmann::json::parse(to_json(result))["lexicalisation"];
  EXPECT_EQ(json["forms"], 3);
  EXPECT_EQ(json["both"]["arcs"], 3);
  EXPECT_DOUBLE_EQ(json["both"]["share"], 37.5);
  EXPECT_DOUBLE_EQ(json["both"]["UAS"], 100);
  EXPECT_NEAR(json["both"]["LAS"], 66.667, 1e-3);
  EXPECT_DOUBLE_EQ(json["none"]["share"], 25);
  EXPECT_DOUBLE_EQ(json["none"]["LAS"], 50);
  EXPECT_THAT(to_text(result), HasSubstr("3 forms are known (seen 3 times or more)"));
  EXPECT_THAT(to_html(result), HasSubstr("Degree of lexicalisation"));
}

TEST_F(LexiconFiles, WhatCannotBe) {
  options_.lexicon = {write("train.conllu", kLexicon)};
  options_.lexicon_least = 5;
  const auto score = [&] { evaluate(gold_, {system_}, options_); };
  EXPECT_THAT(error_of(score).what(), HasSubstr("no word 5 times"));
  options_.lexicon_least = 0;
  EXPECT_THAT(error_of(score).what(), HasSubstr("once at least"));
}

}  // namespace
}  // namespace espalier::evaluation
