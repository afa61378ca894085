#include "parsing/head_predictor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "parsing/head_scores.h"
#include "parsing/head_training.h"
#include "parsing/model_sections.h"
#include "tests/support/allocations.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/tagged.h"

namespace espalier::parsing {
namespace {

using ::testing::ElementsAre;

/// Nouns hang from the verb after them, articles from the noun after them, verbs from the first verb.
std::vector<Sentence> treebank(std::size_t size, std::uint64_t seed) {
  std::vector<Sentence> sentences = tests::made_up_treebank(size, seed);
  for (Sentence& sentence : sentences) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      const std::string_view tag = sentence.upos(node);
      const std::int32_t head = tag == "PUNCT" ? 3 : tag == "VERB" ? (node == 3 ? 0 : 3) : node + 1;
      sentence.set_head(node, head);
      sentence.set(node, Column::kDeprel, tag == "VERB" ? "v" : "d");
    }
  }
  return sentences;
}

TrainedHeads trained(const std::vector<Sentence>& train, int threads = 1,
                     std::span<const features::ExtraColumns> columns = {}) {
  base::Team team(threads);
  const Control control;
  const Watch watch(control);
  HeadOptions options;
  options.graph_epochs = options.move_epochs = 2;
  const GuessedHeads guessed = guess_heads(train, columns, options, team, watch);
  return train_heads(train, columns, guessed, options, team, watch);
}

std::string bytes_of(const TrainedHeads& heads) {
  model_file::Writer writer;
  heads.add_to(writer);
  return writer.bytes();
}

TEST(HeadClasses, AnswersNameOneWord) {
  Sentence sentence;
  for (const char* tag : {"D", "N", "V", "N", "N"}) tests::add_tagged(sentence, "x", tag, "", "x");
  const HeadClasses classes({"D", "N", "V"});
  EXPECT_THAT(classes.names(HeadQuestion::kTag), ElementsAre("ROOT", "D", "N", "V"));
  std::vector<std::int32_t> tags;
  classes.number_tags(sentence, tags);
  EXPECT_THAT(tags, ElementsAre(0, 1, 2, 3, 2, 2));
  const auto answer = [&](HeadQuestion question, std::int32_t head, std::int32_t word) {
    return HeadClasses::answer(question, tags, head, word);
  };
  EXPECT_EQ(answer(HeadQuestion::kSide, 0, 3), 0);
  EXPECT_EQ(answer(HeadQuestion::kSide, 2, 3), 1);
  EXPECT_EQ(answer(HeadQuestion::kSide, 4, 3), 2);
  EXPECT_EQ(answer(HeadQuestion::kTag, 3, 1), 3);
  EXPECT_EQ(answer(HeadQuestion::kDistance, 2, 1), 1) << "the first N to the right";
  EXPECT_EQ(answer(HeadQuestion::kDistance, 4, 1), 2) << "the second";
  EXPECT_EQ(answer(HeadQuestion::kDistance, 2, 5), 2) << "the second N to the left";
  EXPECT_EQ(answer(HeadQuestion::kDistance, 0, 5), 0);
  EXPECT_EQ(answer(HeadQuestion::kSide, -1, 5), -1) << "unknown";
  tests::add_tagged(sentence, "x", "Z", "", "x");
  classes.number_tags(sentence, tags);
  EXPECT_EQ(answer(HeadQuestion::kTag, 6, 5), -1) << "a tag never seen";
}

/// Heads of a b c are 2 0 2; said is L for the first (wrong), ROOT for the second, L for the third (right).
TEST(HeadScores, CountsWhatIsRightAndWhatIsTakenForWhat) {
  Sentence sentence;
  for (const char* tag : {"D", "N", "D"}) tests::add_tagged(sentence, "x", tag, "", "x");
  sentence.set_head(1, 2);
  sentence.set_head(2, 0);
  sentence.set_head(3, 2);
  const HeadClasses classes({"D", "N"});
  features::ExtraColumns said;
  said.names = {"hside", "hpos"};
  said.values = {{"", "L", "ROOT", "L"}, {"", "N", "ROOT", "D"}};
  HeadScores scores(classes);
  scores.add(sentence, said);
  EXPECT_NEAR(scores.right(HeadQuestion::kSide), 200.0 / 3, 1e-9);
  EXPECT_NEAR(scores.right(HeadQuestion::kTag), 200.0 / 3, 1e-9);
  EXPECT_NEAR(scores.both(), 100.0 / 3, 1e-9);
  EXPECT_EQ(scores.right(HeadQuestion::kDistance), 0) << "nothing was said";
  const report::Table table = scores.confusion(HeadQuestion::kSide);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[2].cells[0].text(), "R");
  EXPECT_EQ(table.rows[2].cells[2].integer_value(), 1) << "R was taken for L";
}

class HeadPredictor : public ::testing::Test {
 protected:
  const std::vector<Sentence> train_ = treebank(60, 1);
  const TrainedHeads heads_ = trained(train_);
};

TEST_F(HeadPredictor, LearnsSidesTagsAndDistances) {
  const HeadModel model(model_file::File::from_bytes(bytes_of(heads_)));
  HeadWorkspace workspace;
  std::size_t wrong = 0;
  std::size_t words = 0;
  for (const Sentence& sentence : treebank(20, 2)) {
    model.predict(sentence, nullptr, workspace);
    ASSERT_THAT(workspace.columns.names, ElementsAre("hside", "hpos", "hdist"));
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      ++words;
      for (const HeadQuestion question : kAllHeadQuestions) {
        const auto row = model.answers(question, word, workspace);
        EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-4);
        const std::int32_t truth = HeadClasses::answer(question, workspace.guess.tags, sentence.head(word), word);
        const std::string& said = workspace.columns.values[index_of(question)][static_cast<std::size_t>(word)];
        wrong += said != model.classes().names(question)[static_cast<std::size_t>(truth)] ? 1U : 0U;
      }
    }
  }
  EXPECT_LT(wrong * 20, words) << "of three times as many answers";
}

TEST_F(HeadPredictor, TheSameOnAnyNumberOfThreads) {
  const TrainedHeads many = trained(train_, 3);
  EXPECT_EQ(bytes_of(heads_), bytes_of(many));
  for (std::size_t i = 0; i < train_.size(); ++i) EXPECT_EQ(heads_.predicted[i].values, many.predicted[i].values);
}

TEST_F(HeadPredictor, TrainingDataHasAnswersOfThoseWhoDidNotSeeIt) {
  ASSERT_EQ(heads_.predicted.size(), train_.size());
  std::size_t right = 0;
  std::size_t words = 0;
  for (std::size_t i = 0; i < train_.size(); ++i) {
    for (std::int32_t word = 1; word <= train_[i].size(); ++word) {
      const std::int32_t head = train_[i].head(word);
      ++words;
      right +=
          heads_.predicted[i].values[1][static_cast<std::size_t>(word)] == (head == 0 ? "ROOT" : train_[i].upos(head))
              ? 1U
              : 0U;
    }
  }
  EXPECT_GT(right * 20, words * 19);
}

TEST_F(HeadPredictor, KeepsTheColumnsGiven) {
  std::vector<features::ExtraColumns> columns(train_.size());
  for (std::size_t i = 0; i < train_.size(); ++i) {
    columns[i].names = {"chunk"};
    columns[i].values = {std::vector<std::string>(static_cast<std::size_t>(train_[i].size()) + 1, "c")};
  }
  const TrainedHeads heads = trained(train_, 1, columns);
  EXPECT_THAT(heads.predicted[0].names, ElementsAre("chunk", "hside", "hpos", "hdist"));
  EXPECT_EQ(heads.predicted[0].values[0], columns[0].values[0]);
  const HeadModel model(model_file::File::from_bytes(bytes_of(heads)));
  HeadWorkspace workspace;
  model.predict(train_[0], &columns[0], workspace);
  EXPECT_EQ(workspace.columns.values[0], columns[0].values[0]);
  model.predict(Sentence(), nullptr, workspace);
  EXPECT_THAT(workspace.columns.names, ElementsAre("hside", "hpos", "hdist"));
}

TEST_F(HeadPredictor, AsksForNoMemoryOnceWarm) {
  const HeadModel model(model_file::File::from_bytes(bytes_of(heads_)));
  HeadWorkspace workspace;
  const auto predict_all = [&] {
    for (const Sentence& sentence : train_) model.predict(sentence, nullptr, workspace);
  };
  predict_all();
  predict_all();
  const std::size_t before = allocations;
  predict_all();
  EXPECT_EQ(allocations - before, 0U);
}

TEST_F(HeadPredictor, RefusesSectionsThatAreDamaged) {
  for (const auto& [name, bytes] : heads_.sections) {
    model_file::Writer writer;
    for (const auto& [each, text] : heads_.sections) {
      writer.add(each, kSectionVersion, each == name ? text.substr(0, text.size() / 2) + "\x01" : text);
    }
    if (name == kHeadFeatures) continue;  // half a list of templates is one
    const Error error = tests::error_of([&] { const HeadModel model(model_file::File::from_bytes(writer.bytes())); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << name;
    EXPECT_THAT(error.what(), ::testing::HasSubstr(name));
  }
}

TEST_F(HeadPredictor, RefusesMoreTagsThanThereMayBe) {
  model_file::Writer writer;
  std::vector<std::string> tags;
  for (std::size_t i = 0; i <= HeadClasses::kMostTags; ++i) tags.push_back("T" + std::to_string(i));
  for (const auto& [name, bytes] : heads_.sections)
    writer.add(name, kSectionVersion, name == kHeadTags ? pack_labels(tags) : bytes);
  const Error error = tests::error_of([&] { const HeadModel model(model_file::File::from_bytes(writer.bytes())); });
  EXPECT_THAT(error.what(), ::testing::HasSubstr("too many tags"));
}

TEST_F(HeadPredictor, RefusesTrustBeyondMeasure) {
  for (const float bad : {NAN, INFINITY, 1e30F}) {
    model_file::Writer writer;
    const std::vector<float> trust(kHeadQuestions, bad);
    for (const auto& [name, bytes] : heads_.sections)
      writer.add(name, kSectionVersion, name == kHeadTrust ? pack_array(trust) : bytes);
    const Error error = tests::error_of([&] { const HeadModel model(model_file::File::from_bytes(writer.bytes())); });
    EXPECT_THAT(error.what(), ::testing::HasSubstr("it is no list of weights"));
  }
}

TEST(HeadPipeline, AParserThatAsksForHeadsHasPredictors) {
  TrainRequest request = tests::request_for("mst1");
  request.dev = tests::sample_path("en");
  request.recipe.set_features(
      "[prune]\nupos(h) & upos(m)\n[arc]\nupos(h) & column.hpos(m) & column.hside(m) & dir(h,m)\n[label]\nupos(m)\n",
      "test");
  const Model model = train(request, tests::threads(2));
  EXPECT_EQ(tests::sections_of(model).count("heads/features"), 1U);
  EXPECT_GT(tests::score_of(model, "dev hside"), 50);
  EXPECT_EQ(model.self_test(), "");
  request.recipe.set_features("[prune]\nupos(h)\n[arc]\nupos(h) & upos(m)\n[label]\nupos(m)\n", "test");
  EXPECT_EQ(tests::sections_of(train(request, tests::threads(1))).count("heads/features"), 0U);
}

}  // namespace
}  // namespace espalier::parsing
