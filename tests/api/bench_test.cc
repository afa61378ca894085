// The arithmetic of measurements, and what a measurement of a small model says.
#include "espalier/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "api/rounds.h"
#include "tests/support/count_allocations.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

namespace espalier {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Spread, OfAnOddNumberOfValuesHasTheMiddleOne) {
  const Spread spread = spread_of({5, 1, 9});
  EXPECT_EQ(spread.median, 5);
  EXPECT_EQ(spread.low, 1);
  EXPECT_EQ(spread.high, 9);
}

TEST(Spread, OfAnEvenNumberOfValuesHasTheMeanOfTheTwoInTheMiddle) {
  const Spread spread = spread_of({8, 1, 3, 4});
  EXPECT_EQ(spread.median, 3.5);
  EXPECT_EQ(spread.low, 1);
  EXPECT_EQ(spread.high, 8);
}

TEST(Spread, OfOneValueIsThatOneAndOfNoneIsNothing) {
  EXPECT_EQ(spread_of({2}).median, 2);
  EXPECT_EQ(spread_of({2}).low, 2);
  EXPECT_EQ(spread_of({2}).high, 2);
  EXPECT_EQ(spread_of({}).median, 0);
}

TEST(BenchStage, TheLongestRoundIsTheLowestRate) {
  BenchStage stage;
  stage.seconds = {0.5, 0.25, 2};
  stage.words = 100;
  stage.bytes = 3000;
  EXPECT_EQ(stage.words_per_second().median, 200);
  EXPECT_EQ(stage.words_per_second().low, 50);
  EXPECT_EQ(stage.words_per_second().high, 400);
  EXPECT_EQ(stage.bytes_per_second().median, 6000);
  stage.seconds = {};  // a clock too coarse to tell
  EXPECT_EQ(stage.words_per_second().median, 0);
}

BenchStage stage_of(const std::string& name, int threads, double seconds) {
  BenchStage stage;
  stage.name = name;
  stage.threads = threads;
  stage.seconds = {seconds, seconds, seconds};
  return stage;
}

TEST(BenchResult, SpeedupIsTimeOfOneThreadByTimeOfAll) {
  BenchResult result;
  EXPECT_EQ(result.speedup(), 0);
  result.stages = {stage_of("read", 1, 7), stage_of("parse", 1, 3)};
  EXPECT_EQ(result.speedup(), 0);
  result.stages.push_back(stage_of("parse", 4, 0.75));
  EXPECT_EQ(result.speedup(), 4);
  ASSERT_NE(result.find("parse", 4), nullptr);
  EXPECT_EQ(result.find("parse", 4)->seconds.median, 0.75);
  EXPECT_EQ(result.find("parse", 2), nullptr);
}

TEST(Rounds, AreMeansOfPassesGatheredToTheLengthOfARound) {
  // A second is asked for, so a round is ten milliseconds: of passes of four, three make it full.
  std::size_t passes = 0;
  std::size_t rounds = 0;
  const auto stop_after_five = [&](double) {
    if (++rounds == 5) throw Error(ErrorKind::kInterrupted, "enough");
  };
  const auto pass = [&] {
    ++passes;
    return 0.004;
  };
  EXPECT_THROW(api::timed_rounds(1, pass, stop_after_five), Error);
  EXPECT_EQ(passes, 15u);
}

TEST(Rounds, AreAtLeastThree) {
  int passes = 0;
  const auto pass = [&passes] {
    const parsing::Stopwatch watch;
    while (watch.seconds() < 0.002) continue;
    return static_cast<double>(++passes);
  };
  EXPECT_THAT(api::timed_rounds(0.001, pass, [](double) {}), ElementsAre(1, 2, 3));
}

TEST(Rounds, EndThoughPassesTakeNoTime) {
  EXPECT_THAT(api::timed_rounds(
                  0.01, [] { return 0.0; }, [](double) {}),
              Each(0.0));
}

BenchOptions in_a_moment() {
  BenchOptions options;
  options.seconds = 0.005;
  return options;
}

std::vector<std::string> names(const BenchResult& result) {
  std::vector<std::string> list;
  for (const BenchStage& stage : result.stages) list.push_back(stage.name + " " + std::to_string(stage.threads));
  return list;
}

TEST(Measure, GoesThroughTheStages) {
  const Model model = tests::trained_model("transition-fast");
  const std::vector<Sentence> sentences = read_treebank(tests::sample_path("en"));
  const BenchResult result = measure(model, sentences, in_a_moment(), tests::threads(2));
  EXPECT_THAT(names(result), ElementsAre("read 1", "parse 1", "parse 2", "write 1", "whole 1"));
  std::size_t words = 0;
  std::string text;
  for (const Sentence& sentence : sentences) {
    words += static_cast<std::size_t>(sentence.size());
    text += to_string(sentence);
  }
  EXPECT_EQ(result.sentences, sentences.size());
  EXPECT_EQ(result.words, words);
  EXPECT_EQ(result.bytes, text.size());
  EXPECT_EQ(result.model_bytes, model.bytes().size());
  for (const BenchStage& stage : result.stages) {
    EXPECT_EQ(stage.words, words) << stage.name;
    EXPECT_EQ(stage.bytes, stage.name == "parse" ? 0 : text.size()) << stage.name;
    EXPECT_GE(stage.rounds, api::kFewestRounds) << stage.name;
    EXPECT_GT(stage.seconds.low, 0) << stage.name;
    EXPECT_LE(stage.seconds.low, stage.seconds.median) << stage.name;
    EXPECT_LE(stage.seconds.median, stage.seconds.high) << stage.name;
    EXPECT_GT(stage.cores, 0) << stage.name;
    EXPECT_LT(stage.cores, stage.threads + 0.5) << stage.name;
    EXPECT_FALSE(stage.allocations) << stage.name;
  }
  EXPECT_GT(result.counts.configurations, result.counts.words);
  EXPECT_THAT(names(measure(model, sentences, in_a_moment(), tests::threads(1))),
              ElementsAre("read 1", "parse 1", "write 1", "whole 1"));
}

TEST(Measure, ParsesWithoutAskingForMemory) {
  BenchOptions options = in_a_moment();
  options.allocations = [] { return std::uint64_t{allocations}; };
  const BenchResult result = measure(tests::trained_model("transition-fast"), read_treebank(tests::sample_path("en")),
                                     options, tests::threads(2));
  ASSERT_TRUE(result.find("parse")->allocations);
  EXPECT_EQ(*result.find("parse")->allocations, 0);
  EXPECT_EQ(*result.find("write")->allocations, 0);
  EXPECT_FALSE(result.find("parse", 2)->allocations) << "the counter is that of one thread";
}

TEST(Measure, HasTheStagesOfAWholeModel) {
  TrainRequest request = tests::request_for("transition-fast", {{"min-updates", "0"}, {"epochs", "2"}});
  request.only.clear();
  BenchOptions options = in_a_moment();
  options.allocations = [] { return std::uint64_t{allocations}; };
  const std::vector<Sentence> sentences = read_treebank(tests::sample_path("en"));
  const BenchResult result = measure(train(request, tests::threads(2)), sentences, options, tests::threads(2));
  EXPECT_THAT(names(result), ElementsAre("read 1", "tokenize 1", "tokenize 2", "tag 1", "tag 2", "parse 1", "parse 2",
                                         "write 1", "whole 1", "annotate 1", "annotate 2"));
  EXPECT_GT(result.text_bytes, result.words);
  EXPECT_EQ(result.find("tokenize")->bytes, result.text_bytes);
  EXPECT_EQ(result.find("annotate", 2)->bytes, result.text_bytes);
  EXPECT_EQ(*result.find("tokenize")->allocations, 0);
  EXPECT_EQ(*result.find("tag")->allocations, 0);
  EXPECT_GT(result.speedup("tokenize"), 0);
}

/// In percent: heads and labels without subtypes that the parser finds again.
std::pair<double, double> naive_scores(const Model& model, const std::vector<Sentence>& gold) {
  const Parser parser(model);
  double words = 0;
  double heads = 0;
  double labels = 0;
  const auto part = [](std::string_view label) { return label.substr(0, label.find(':')); };
  for (const Sentence& sentence : gold) {
    Sentence parsed = sentence;
    parser.parse(parsed);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const bool head = parsed.head(word) == sentence.head(word);
      words += 1;
      heads += head ? 1 : 0;
      labels += head && part(parsed.deprel(word)) == part(sentence.deprel(word)) ? 1 : 0;
    }
  }
  return {100 * heads / words, 100 * labels / words};
}

TEST(Measure, ScoresTheSentencesThatCameWithHeads) {
  const Model model = tests::trained_model("transition-fast");
  std::vector<Sentence> sentences = read_treebank(tests::sample_path("en"));
  const auto [uas, las] = naive_scores(model, sentences);
  const auto words = static_cast<std::size_t>(sentences[0].size());
  BenchResult result = measure(model, sentences, in_a_moment(), tests::threads(1));
  EXPECT_THAT(result.uas, DoubleNear(uas, 1e-9));
  EXPECT_THAT(result.las, DoubleNear(las, 1e-9));
  EXPECT_EQ(result.scored_words, result.words);

  for (std::int32_t word = 1; word <= sentences[0].size(); ++word) sentences[0].set_head(word, kNoHead);
  result = measure(model, sentences, in_a_moment(), tests::threads(1));
  EXPECT_EQ(result.scored_words, result.words - words);
  EXPECT_THAT(result.las, DoubleNear(naive_scores(model, {sentences.begin() + 1, sentences.end()}).second, 1e-9));

  sentences.resize(1);
  EXPECT_EQ(measure(model, sentences, in_a_moment(), tests::threads(1)).scored_words, 0u);
}

TEST(Measure, RefusesToMeasureWithNothing) {
  const Model model = tests::trained_model("transition-fast");
  const Error error = tests::error_of([&] { measure(model, {}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("no sentence to measure with"));
  EXPECT_EQ(tests::error_of([&] { measure(model, {Sentence()}); }).kind(), ErrorKind::kInput);
}

TEST(Measure, StopsWhenAskedTo) {
  const std::atomic<bool> stop{true};
  Control control = tests::threads(2);
  control.stop = &stop;
  const Error error = tests::error_of(
      [&] { measure(tests::trained_model("transition-fast"), read_treebank(tests::sample_path("en")), {}, control); });
  EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace espalier
