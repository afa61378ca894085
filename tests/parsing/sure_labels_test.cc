#include "parsing/sure_labels.h"

#include <gtest/gtest.h>

#include "model_file/file.h"
#include "model_file/writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

constexpr const char* kTemplates = "[arc]\nupos(h) & upos(m)\n";

/// `times` sentences DET NOUN: the first `odd` of them with another label for the determiner.
std::vector<Sentence> phrases(std::size_t times, std::size_t odd) {
  std::vector<Sentence> out;
  for (std::size_t i = 0; i < times; ++i) {
    Sentence sentence;
    for (const char* tag : {"DET", "NOUN"}) sentence.set(sentence.add_word("x"), Column::kUpos, tag);
    sentence.set_head(1, 2);
    sentence.set(1, Column::kDeprel, i < odd ? "odd" : "det");
    sentence.set_head(2, 0);
    sentence.set(2, Column::kDeprel, "root");
    out.push_back(std::move(sentence));
  }
  return out;
}

struct Session {
  tests::GraphData data;
  features::ColumnSet columns;
  std::uint32_t tags;
  features::Encoded encoded;
  std::shared_ptr<const model_file::File> file;
  SureLabels sure;

  Session(std::size_t times, std::size_t odd, double share) : data(kTemplates, phrases(times, odd)) {
    columns = data.programs.encoder().columns();
    tags = columns.add(features::AttributeId::kUpos);
    model_file::Writer writer;
    writer.add("part", 1, freeze_sure_labels(data.set, tags, share));
    file = model_file::File::from_bytes(writer.bytes());
    sure = SureLabels(file->section("part"), tags, data.labels.size());
    encoded = data.set.encoded[0];
  }
};

TEST(SureLabelsTest, WhatAlmostAllArcsOfAKeyHaveIsSure) {
  const Session session(1000, 4, 0.995);
  EXPECT_EQ(session.sure.find(session.encoded, 2, 1), session.data.labels.find("det"));
  EXPECT_EQ(session.sure.find(session.encoded, 0, 2), session.data.labels.find("root"));
  // Keys that were not there: the same tags the other way round, and a determiner on the root.
  EXPECT_EQ(session.sure.find(session.encoded, 1, 2), -1);
  EXPECT_EQ(session.sure.find(session.encoded, 0, 1), -1);
}

TEST(SureLabelsTest, WhatHasAChoiceIsNot) {
  const Session session(1000, 6, 0.995);
  EXPECT_EQ(session.sure.find(session.encoded, 2, 1), -1);
  EXPECT_EQ(session.sure.find(session.encoded, 0, 2), session.data.labels.find("root"));
}

TEST(SureLabelsTest, RareKeysAreNot) {
  EXPECT_EQ(Session(29, 0, 0.995).sure.size(), 0U);
  EXPECT_EQ(Session(30, 0, 0.995).sure.size(), 2U);
}

TEST(SureLabelsTest, NoShareNoLabels) {
  const Session session(1000, 0, 0);
  EXPECT_EQ(session.sure.size(), 0U);
  EXPECT_EQ(session.sure.find(session.encoded, 2, 1), -1);
  EXPECT_EQ(SureLabels().find(session.encoded, 2, 1), -1);
}

TEST(SureLabelsTest, RefusesLabelsThatThereAreNot) {
  const Session session(1000, 0, 0.995);
  const Error error = tests::error_of([&] { SureLabels(session.file->section("part"), session.tags, 1); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
}

// A share that every arc reaches makes one label of all arcs between two tags, whatever the words are.
TEST(SureLabelsTest, TheParserGoesByThem) {
  const Model model = tests::trained_model("transition-best", {{"sure-labels", "1e-9"}, {"beam", "2"}},
                                           {tests::sample_path("en"), tests::sample_path("en")});
  const Parser parser(model);
  std::map<std::tuple<std::string, std::string, bool>, std::map<std::string, int>> labels;
  std::map<std::tuple<std::string, std::string, bool>, int> seen;  // in training
  for (const Sentence& gold : read_treebank(tests::sample_path("en"))) {
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      // The treebank is there twice.
      seen[{std::string(gold.upos(word)), std::string(gold.upos(gold.head(word))), gold.head(word) < word}] += 2;
    }
    Sentence sentence = gold;
    parser.parse(sentence);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::int32_t head = sentence.head(word);
      ++labels[{std::string(sentence.upos(word)), std::string(sentence.upos(head)), head < word}]
              [std::string(sentence.deprel(word))];
    }
  }
  std::size_t sure = 0;
  for (const auto& [key, found] : labels) {
    if (seen[key] < 30) continue;
    ++sure;
    EXPECT_EQ(found.size(), 1U) << std::get<0>(key) << " " << std::get<1>(key);
  }
  EXPECT_GT(sure, 0U);
}

TEST(SureLabelsTest, AShareIsAtMostOne) {
  const Error error = tests::error_of([] { tests::trained_model("transition-best", {{"sure-labels", "1.5"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace espalier::parsing
