// Learning curves from a request to their result, on the samples.
#include "curation/curve_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/xml_check.h"

namespace espalier::curation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using tests::error_of;
using tests::threads;

CurveRecipe recipe(const std::string& name, const std::string& epochs = "2") {
  CurveRecipe out{name, Recipe::load(name)};
  out.recipe.set("tags", "gold");
  if (!epochs.empty()) out.recipe.set("epochs", epochs);
  return out;
}

CurveRequest request_of() {
  CurveRequest request;
  request.training.train = {tests::sample_path("fr"), tests::sample_path("pt")};
  request.training.dev = tests::sample_path("en");
  request.recipes = {recipe("transition"), recipe("graph-fast")};
  request.repeats = 2;
  return request;
}

std::string bytes_of(CurveResult result) {
  for (CurvePoint& each : result.points) each.seconds = 0;
  std::string out = report::render(curve_table(result), report::TableFormat::kTsv) +
                    report::render(curve_fit_table(result), report::TableFormat::kTsv) + curve_plot(result);
  for (const std::string& each : curve_findings(result)) out += each + "\n";
  return out;
}

parsing::TrainingData data_of(const CurveRequest& request) { return parsing::read_training_data(request.training, {}); }

TEST(TrainingPartsTest, SmallerOnesLieInLargerOnes) {
  const parsing::TrainingData data = data_of(request_of());
  for (const CurveUnit unit : {CurveUnit::kSentences, CurveUnit::kWords}) {
    const TrainingParts parts(data, unit, 1, 3);
    const std::vector<std::size_t> sizes = parts.halves();
    EXPECT_EQ(sizes.back(), parts.whole());
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
    EXPECT_GE(sizes.size(), 3U);
    for (std::size_t repeat = 0; repeat < 3; ++repeat) {
      for (std::size_t i = 1; i < sizes.size(); ++i) {
        const auto small = parts.sentences(sizes[i - 1], repeat);
        const auto large = parts.sentences(sizes[i], repeat);
        EXPECT_LT(small.size(), large.size());
        EXPECT_TRUE(std::includes(large.begin(), large.end(), small.begin(), small.end()));
      }
      EXPECT_THAT(parts.sentences(parts.whole(), repeat), SizeIs(data.train.size()));
    }
    EXPECT_NE(parts.sentences(sizes[0], 0), parts.sentences(sizes[0], 1));
  }
}

TEST(TrainingPartsTest, WordsAreThoseOfTheFewestSentences) {
  const parsing::TrainingData data = data_of(request_of());
  const TrainingParts parts(data, CurveUnit::kWords, 1, 1);
  const auto words_of = [&](const std::vector<std::size_t>& sentences) {
    std::size_t words = 0;
    for (const Sentence& each : parts.part(sentences).train) words += static_cast<std::size_t>(each.size());
    return words;
  };
  const std::vector<std::size_t> some = parts.sentences(100, 0);
  EXPECT_GE(words_of(some), 100U);
  EXPECT_EQ(parts.sentences(words_of(some), 0), some);
  EXPECT_EQ(parts.sentences(words_of(some) + 1, 0).size(), some.size() + 1);
  EXPECT_EQ(parts.part(some).dev.size(), data.dev.size());
}

TEST(TrainingPartsTest, HalvesEndAtAboutAHundredSentences) {
  parsing::TrainingData data;
  data.train.resize(1000);
  for (Sentence& each : data.train) each.add_word("w");
  EXPECT_THAT(TrainingParts(data, CurveUnit::kSentences, 1, 1).halves(), ElementsAre(125, 250, 500, 1000));
  data.train.resize(640);
  EXPECT_THAT(TrainingParts(data, CurveUnit::kSentences, 1, 1).halves(), ElementsAre(80, 160, 320, 640));
}

TEST(LearningCurveTest, TheWholeTreebankIsWhatTrainHas) {
  CurveRequest request = request_of();
  request.repeats = 1;
  request.whole = true;
  const CurveResult result = learning_curve(request, threads(1));
  ASSERT_THAT(result.points, SizeIs(2));
  for (const CurvePoint& point : result.points) {
    TrainRequest training = request.training;
    training.recipe = request.recipes[point.recipe].recipe;
    training.only = {Stage::kTrees};
    double las = -1;
    training.on_epoch = [&](const EpochLine& line) {
      if (line.best) las = line.las;
    };
    train(training, threads(1));
    EXPECT_EQ(point.score, las) << result.recipes[point.recipe];
  }
}

TEST(LearningCurveTest, TheSameOnAnyNumberOfThreads) {
  CurveRequest request = request_of();
  std::vector<CurveRun> heard;
  request.on_run = [&](const CurveRun& run) { heard.push_back(run); };
  const std::string one = bytes_of(learning_curve(request, threads(1)));
  const std::vector<CurveRun> first = std::exchange(heard, {});
  EXPECT_EQ(bytes_of(learning_curve(request, threads(3))), one);
  ASSERT_EQ(first.size(), heard.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].size, heard[i].size);
    EXPECT_EQ(first[i].recipe, heard[i].recipe);
    EXPECT_EQ(first[i].score, heard[i].score);
  }
  EXPECT_EQ(first[0].words, first[1].words) << "recipes learn from the same sentences";
}

TEST(LearningCurveTest, TheSameOnAnyNumberOfRanks) {
  CurveRequest request = request_of();
  std::vector<CurveRun> heard;
  request.on_run = [&](const CurveRun& run) { heard.push_back(run); };
  const std::string one = bytes_of(learning_curve(request, threads(1)));
  const std::vector<CurveRun> first = std::exchange(heard, {});
  for (const int size : {2, 3}) {
    const auto found = testing::results_on_ranks<CurveResult>(
        size, [&](Ranks& ranks) { return learning_curve(request, testing::control_on(ranks, 2)); });
    for (const CurveResult& each : found) {
      EXPECT_EQ(bytes_of(each), one);
      EXPECT_EQ(each.points.front().seconds, found.front().points.front().seconds) << "clocks of one rank hold for all";
    }
    ASSERT_EQ(heard.size(), first.size()) << "the first rank speaks, and no other";
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(heard[i].score, first[i].score);
    heard.clear();
  }
}

TEST(LearningCurveTest, RanksThatWereCutGoOnToTheSameEnd) {
  const tests::TemporaryFolder folder;
  CurveRequest request = request_of();
  request.sizes = {4, 8};
  const std::string whole = bytes_of(learning_curve(request, threads(1)));
  request.state = folder / "state";
  CurveRequest cut = request;
  cut.on_run = [](const CurveRun& run) {
    if (run.size == 8) throw Error(ErrorKind::kInterrupted, "enough");
  };
  const auto kinds = testing::results_on_ranks<ErrorKind>(
      2, [&](Ranks& ranks) { return error_of([&] { learning_curve(cut, testing::control_on(ranks)); }).kind(); });
  EXPECT_THAT(kinds, ElementsAre(ErrorKind::kInterrupted, ErrorKind::kInterrupted));
  EXPECT_GE(read_curve_state(*model_file::File::open(request.state)).runs.size(), 5U);
  request.resume = true;
  const auto found = testing::results_on_ranks<std::string>(
      3, [&](Ranks& ranks) { return bytes_of(learning_curve(request, testing::control_on(ranks))); });
  EXPECT_THAT(found, ElementsAre(whole, whole, whole));
  tests::spill(request.state, "nothing");
  const auto refused = testing::results_on_ranks<ErrorKind>(
      2, [&](Ranks& ranks) { return error_of([&] { learning_curve(request, testing::control_on(ranks)); }).kind(); });
  EXPECT_THAT(refused, ElementsAre(ErrorKind::kInput, ErrorKind::kInput));
}

TEST(LearningCurveTest, ACutRunGoesOnToTheSameEnd) {
  const tests::TemporaryFolder folder;
  CurveRequest request = request_of();
  request.sizes = {4, 8, 16};
  const std::string whole = bytes_of(learning_curve(request, threads(1)));
  request.state = folder / "state";
  CurveRequest cut = request;
  int trained = 0;
  cut.on_run = [&](const CurveRun&) {
    if (++trained == 5) throw Error(ErrorKind::kInterrupted, "enough");
  };
  EXPECT_EQ(error_of([&] { learning_curve(cut, threads(2)); }).kind(), ErrorKind::kInterrupted);
  EXPECT_EQ(trained, 5) << "nothing is told after that";
  EXPECT_GE(read_curve_state(*model_file::File::open(request.state)).runs.size(), 5U);
  request.resume = true;
  EXPECT_EQ(bytes_of(learning_curve(request, threads(2))), whole);
  EXPECT_THAT(read_curve_state(*model_file::File::open(request.state)).runs, SizeIs(12));

  CurveRequest other = request;
  other.training.seed = 2;
  EXPECT_THAT(error_of([&] { learning_curve(other); }).what(), HasSubstr("seed was 1, now it is 2"));
  tests::spill(request.state, "nothing");
  EXPECT_EQ(error_of([&] { learning_curve(request); }).kind(), ErrorKind::kInput);
}

TEST(LearningCurveTest, TagsAndPredictorsAreLearnedFromThePartAlone) {
  // The token parser asks predictors of heads; jackknifed tags need a tagger. With few sentences both are bad.
  CurveRequest request = request_of();
  request.training.dev = tests::sample_path("fr");
  request.recipes = {recipe("token", ""), recipe("transition")};
  request.recipes[1].recipe.set("tags", "jackknife");
  request.sizes = {3};
  request.whole = true;
  request.repeats = 1;
  const CurveResult result = learning_curve(request, threads(2));
  ASSERT_THAT(result.points, SizeIs(4));
  EXPECT_LT(result.points[0].score, result.points[1].score);
  EXPECT_LT(result.points[2].score, result.points[3].score);
}

TEST(LearningCurveTest, BracketsHaveACurveToo) {
  CurveRequest request = request_of();
  request.training.train = {tests::source_path("samples/fr.mrg"), tests::source_path("samples/pt.mrg")};
  request.training.dev = tests::source_path("samples/fr.mrg");
  request.recipes = {recipe("constituency-best", "1")};
  const CurveResult result = learning_curve(request, threads(2));
  EXPECT_TRUE(result.brackets);
  EXPECT_THAT(report::render(curve_table(result), report::TableFormat::kTsv), HasSubstr("LF1"));
  EXPECT_EQ(test_support::xml_fault(curve_plot(result)), "");
  request.recipes.push_back(recipe("transition"));
  EXPECT_THAT(error_of([&] { learning_curve(request); }).what(), HasSubstr("one kind of trees"));
}

TEST(LearningCurveTest, APlotHasWhatIsExpectedDashed) {
  const CurveResult result = learning_curve(request_of(), threads(2));
  const std::string plot = curve_plot(result);
  EXPECT_EQ(test_support::xml_fault(plot), "");
  EXPECT_THAT(plot, HasSubstr("graph-fast"));
  const bool has_fit =
      std::any_of(result.fits.begin(), result.fits.end(), [](const auto& fit) { return fit.is_there; });
  EXPECT_EQ(plot.find("stroke-dasharray=\"5 5\"") != std::string::npos, has_fit);
}

TEST(LearningCurveTest, WhatMakesNoSenseIsRefused) {
  const auto refused = [](const std::function<void(CurveRequest&)>& change) {
    CurveRequest request = request_of();
    change(request);
    const Error error = error_of([&] { learning_curve(request); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return std::string(error.what());
  };
  EXPECT_THAT(refused([](CurveRequest& request) { request.training.dev.clear(); }), HasSubstr("development data"));
  EXPECT_THAT(refused([](CurveRequest& request) { request.recipes.clear(); }), HasSubstr("needs a recipe"));
  EXPECT_THAT(refused([](CurveRequest& request) { request.recipes[1] = request.recipes[0]; }), HasSubstr("twice"));
  EXPECT_THAT(refused([](CurveRequest& request) { request.repeats = 0; }), HasSubstr("no repeats"));
  EXPECT_THAT(refused([](CurveRequest& request) { request.resume = true; }), HasSubstr("no state"));
  EXPECT_THAT(refused([](CurveRequest& request) { request.sizes = {10, 100000}; }), HasSubstr("no part of 100000"));
  EXPECT_THAT(refused([](CurveRequest& request) { request.sizes = {0, 10}; }), HasSubstr("no part of 0"));
}

}  // namespace
}  // namespace espalier::curation
