#include "parsing/arc_confidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <set>

#include "base/random.h"
#include "parsing/confidence_training.h"
#include "parsing/model_sections.h"
#include "parsing/parser_kinds.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/small_treebank.h"

namespace espalier::parsing {
namespace {

using ::testing::HasSubstr;
using tests::error_of;
using tests::sentence_of;

const std::vector<learning::Calibration::Point> kLine = {{-2, 0.1}, {2, 0.9}};

model_file::Writer sections_of(const ConfidenceParts& parts) {
  model_file::Writer writer;
  add_confidence_sections(writer, parts);
  return writer;
}

TEST(ArcConfidence, IsTheCalibratedSumOfTheWeightsOfAnArc) {
  const Sentence sentence = sentence_of("the/DET/2/det cat/NOUN/0/root");
  const std::vector<float> opinions = {0, 0.4F, 0.9F};
  const std::vector<double> edges = {0.3, 0.8};
  const auto features = arc_features(sentence, opinions, edges);
  ASSERT_EQ(features.size(), 3u);
  EXPECT_EQ(features[0].size(), 0u);
  EXPECT_EQ(features[2].size(), features[1].size() + 1) << "its opinion has passed one edge more";
  // Both passed the first edge, in whatever way that is said.
  const std::uint64_t first_edge = features[1].front();
  EXPECT_EQ(features[2].front(), first_edge);
  const std::uint64_t second_edge = features[2][1];
  const ArcConfidence confidence({edges, {{first_edge, 0.5}, {second_edge, 1}, {features[1].back(), -1.25}}, kLine});
  const auto found = confidence.probabilities(sentence, opinions);
  EXPECT_NEAR(found[1], 0.5 + (0.5 - 1.25) * 0.2, 1e-6);
  EXPECT_NEAR(found[2], 0.5 + 1.5 * 0.2, 1e-6);
}

TEST(ArcConfidence, SeesTagsSidesDistancesAndLabels) {
  const auto features_of = [](const std::string& line) {
    const Sentence sentence = sentence_of(line);
    const std::vector<float> opinions(sentence.heads().size(), 0.5F);
    return arc_features(sentence, opinions, std::vector<double>{0.2})[1];
  };
  const auto here = features_of("a/DET/2/det b/NOUN/0/root c/VERB/2/acl");
  EXPECT_EQ(here, features_of("other/DET/2/det words/NOUN/0/root here/VERB/2/acl"));
  EXPECT_NE(here, features_of("a/ADJ/2/det b/NOUN/0/root c/VERB/2/acl"));
  EXPECT_NE(here, features_of("a/DET/2/amod b/NOUN/0/root c/VERB/2/acl"));
  EXPECT_NE(here, features_of("a/DET/3/det b/NOUN/0/root c/VERB/2/acl"));
  EXPECT_NE(here, features_of("a/DET/2/det b/PROPN/0/root c/VERB/2/acl"));
}

TEST(ArcConfidence, IsReadBackFromAFile) {
  const ConfidenceParts parts{{0.25, 0.5}, {{7, 0.5}, {9, -1}}, kLine};
  const auto file = model_file::File::from_bytes(sections_of(parts).bytes());
  const auto read = ArcConfidence::open(*file, "graph");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->score(std::vector<std::uint64_t>{7, 8, 9}), -0.5);
}

TEST(ArcConfidence, ARefusalNamesTheFile) {
  const auto file = model_file::File::from_bytes(sections_of({{0.5, 0.2}, {}, kLine}).bytes(), "some.model");
  EXPECT_EQ(error_of([&] { ArcConfidence::open(*file, "graph"); }).place().file, "some.model");
}

// Models from before there were weights have a table for what their parsers think.
TEST(ArcConfidence, OfOldModelsIsTheParsersOpinionCalibrated) {
  model_file::Writer writer;
  writer.add("graph/calibration", kSectionVersion, pack_array(kLine));
  const auto file = model_file::File::from_bytes(writer.bytes());
  EXPECT_EQ(ArcConfidence::open(*file, "transition"), nullptr);
  const auto read = ArcConfidence::open(*file, "graph");
  ASSERT_NE(read, nullptr);
  EXPECT_NEAR(read->probabilities(sentence_of("a/X/0/root"), std::vector<float>{0, 1})[1], 0.7, 1e-6);
}

TEST(ArcConfidence, RefusesWhatNoTrainingMakes) {
  const auto refusal = [](const ConfidenceParts& parts) {
    return error_of([&] {
             const auto file = model_file::File::from_bytes(sections_of(parts).bytes());
             ArcConfidence::open(*file, "graph");
           })
        .kind();
  };
  EXPECT_EQ(refusal({{0.5, 0.2}, {}, kLine}), ErrorKind::kInput);
  EXPECT_EQ(refusal({{NAN}, {}, kLine}), ErrorKind::kInput);
  EXPECT_EQ(refusal({{0.5}, {{3, INFINITY}}, kLine}), ErrorKind::kInput);
  EXPECT_EQ(refusal({{0.5}, {{3, 1}, {3, 2}}, kLine}), ErrorKind::kInput);
  EXPECT_EQ(refusal({{0.5}, {{3, 1}}, {}}), ErrorKind::kInput);
  EXPECT_EQ(refusal({{0.5}, {{3, 1}}, {{1, 0.9}, {2, 0.1}}}), ErrorKind::kInput);
  EXPECT_EQ(refusal({std::vector<double>(1001, 0.5), {}, kLine}), ErrorKind::kInput);
}

/// Arcs of X are right nine times in ten, those of Y every second time, whatever the parser thinks of them.
std::vector<JudgedSentence> judged_by_tags(std::size_t count) {
  base::Random random(3);
  std::vector<JudgedSentence> out;
  for (std::size_t i = 0; i < count; ++i) {
    JudgedSentence each;
    each.parsed = sentence_of("a/X/3/dep b/Y/3/dep c/Z/0/root");
    each.opinions = {0, static_cast<float>(random.uniform()), static_cast<float>(random.uniform()), 1};
    each.truth = {kNoHead, random.below(10) == 0 ? 2 : 3, random.below(2) == 0 ? 1 : 3, kNoHead};
    out.push_back(std::move(each));
  }
  return out;
}

TEST(LearnConfidence, FindsHowOftenArcsLikeOneAreRight) {
  const std::vector<JudgedSentence> judged = judged_by_tags(4000);
  const ArcConfidence confidence(learn_confidence(judged));
  double x = 0;
  double y = 0;
  for (const JudgedSentence& each : judged) {
    const auto found = confidence.probabilities(each.parsed, each.opinions);
    x += found[1] / static_cast<double>(judged.size());
    y += found[2] / static_cast<double>(judged.size());
    ASSERT_GT(found[1], found[2]);
  }
  EXPECT_NEAR(x, 0.9, 0.02);
  EXPECT_NEAR(y, 0.5, 0.02);
}

TEST(LearnConfidence, LearnsNothingFromNothing) {
  EXPECT_TRUE(learn_confidence({}).calibration.empty());
  std::vector<JudgedSentence> unknown = judged_by_tags(3);
  for (JudgedSentence& each : unknown) each.truth.assign(4, kNoHead);
  EXPECT_TRUE(learn_confidence(unknown).calibration.empty());
}

TEST(LearnConfidence, IsSureWhereAllIsRight) {
  std::vector<JudgedSentence> judged = judged_by_tags(20);
  for (JudgedSentence& each : judged) each.truth = {kNoHead, 3, 3, 0};
  const ArcConfidence confidence(learn_confidence(judged));
  EXPECT_EQ(confidence.probabilities(judged[0].parsed, judged[0].opinions)[1], 1);
}

// No parser judges what it learned from, and each sentence is judged once.
TEST(JudgeFolds, EachSentenceIsParsedByAParserOfTheOthers) {
  TrainRequest request;
  request.recipe = Recipe::load("transition-fast");
  request.recipe.set("epochs", "1");
  TrainingData data;
  for (const char* tag : {"A", "B", "C", "D", "E", "F", "G"}) {
    data.train.push_back(sentence_of(std::string("w/") + tag + "/2/dep v/V/0/root"));
  }
  std::mutex mutex;
  std::vector<std::set<std::string>> learned;
  const MakeParserTraining make = [&](const TrainRequest& own, const Control& control) {
    class Spy final : public ParserTraining {
     public:
      Spy(std::unique_ptr<ParserTraining> real, std::function<void(const TrainingData&)> see)
          : real_(std::move(real)), see_(std::move(see)) {}
      const features::Encoder& encoder() const override { return real_->encoder(); }
      TrainedParser run(const TrainingData& seen) override {
        see_(seen);
        return real_->run(seen);
      }

     private:
      std::unique_ptr<ParserTraining> real_;
      std::function<void(const TrainingData&)> see_;
    };
    return std::make_unique<Spy>(make_parser_training(own, control), [&](const TrainingData& seen) {
      EXPECT_TRUE(seen.dev.empty()) << "what is judged must not choose the epoch";
      std::set<std::string> tags;
      for (const Sentence& each : seen.train) tags.insert(std::string(each.upos(1)));
      const std::lock_guard lock(mutex);
      learned.push_back(std::move(tags));
    });
  };
  base::Team team(2);
  const Control control;
  const auto judged = judge_folds(request, data, 3, Watch(control), make, team);
  ASSERT_EQ(judged.size(), data.train.size());
  ASSERT_EQ(learned.size(), 3u);
  std::set<std::string> parsed;
  for (const JudgedSentence& each : judged) parsed.insert(std::string(each.parsed.upos(1)));
  EXPECT_EQ(parsed.size(), data.train.size());
  for (const auto& tag : parsed) {
    std::size_t held = 0;
    for (const auto& tags : learned) held += tags.contains(tag) ? 0 : 1;
    EXPECT_EQ(held, 1u) << tag;
  }
}

TEST(CalibrationFolds, AreOfTheTreebankAndAskForNoDevelopmentData) {
  TrainRequest request;
  request.train = {tests::sample_path("pt")};
  request.only = {Stage::kTrees};
  request.recipe = Recipe::load("transition-fast");
  request.recipe.set("tags", "gold");
  const auto has_confidence = [&](const char* folds) {
    request.recipe.set("calibration-folds", folds);
    const auto file = model_file::File::from_bytes(train_pipeline(request, {}));
    return file->has("confidence/weights");
  };
  EXPECT_FALSE(has_confidence("0"));
  EXPECT_TRUE(has_confidence("3"));
}

}  // namespace
}  // namespace espalier::parsing
