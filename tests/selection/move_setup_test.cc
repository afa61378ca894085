#include "selection/move_setup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "espalier/induction.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/temporary_folder.h"

namespace espalier::selection {
namespace {

using tests::error_of;
using tests::rows_of;
using tests::sample_path;
using tests::threads;

constexpr const char* kBasic =
    "[move]\nupos(s0)\nupos(b0)\nlower(s0) & upos(b0)\nlefts(b0)\nupos(left(s0))\nupos(b0+1)\n\n"
    "[label]\nupos(h) & upos(m) & dir(h,m)\n";

InduceRequest request_of(const std::string& options = "min-updates = 2\n") {
  InduceRequest request;
  request.training.train = {sample_path("en"), sample_path("fr"), sample_path("pt")};
  request.training.recipe = Recipe::parse(
      "parser = \"transition\"\ntags = \"gold\"\ncycles = 2\nselect-epochs = 2\nmost-templates = 2\ntrees = 3\n"
      "epochs = 2\nlabel-epochs = 1\n" +
          options,
      "test");
  request.training.recipe.set_features(kBasic, "basic");
  return request;
}

TEST(MoveSetupTest, ARowACycle) {
  const InductionResult result = induce(request_of());
  ASSERT_EQ(result.cycles.size(), 3U);
  for (const InductionCycle& row : result.cycles) {
    EXPECT_GT(row.examples, 0U);
    EXPECT_EQ(row.examples, result.cycles[0].examples);
    EXPECT_GT(row.kept, 0U);
    EXPECT_LT(row.kept, row.features);
    EXPECT_GT(row.wrong.value_or(-1), 0);
  }
  const auto found = move_section().templates_in(result.features, "result");
  const auto basic = move_section().templates_in(kBasic, "basic");
  ASSERT_EQ(found.size(), basic.size() + 4);
  EXPECT_TRUE(std::equal(basic.begin(), basic.end(), found.begin()));
  EXPECT_NE(result.features.find("[label]\nupos(h)"), std::string::npos);
}

TEST(MoveSetupTest, TreesAskForTermsOneByOne) {
  const InduceRequest request = request_of();
  const MoveSetup setup(request.training, {});
  EXPECT_EQ(setup.asked(), move_section().templates_in("[move]\nupos(s0)\nupos(b0)\nlower(s0)\nlefts(b0)\n"
                                                       "upos(left(s0))\nupos(b0+1)\n",
                                                       "terms"));
  InduceRequest own = request_of("asks = \"templates\"\n");
  EXPECT_TRUE(MoveSetup(own.training, {}).asked().empty());
}

TEST(MoveSetupTest, PlacesHaveOneName) {
  EXPECT_EQ(move_section().templates_in("[move]\nupos(i) & upos(j)\n", "a"),
            move_section().templates_in("[move]\nupos(s0) & upos(b0)\n", "b"));
}

TEST(MoveSetupTest, TheSameOnAnyNumberOfThreads) {
  for (const char* options :
       {"min-updates = 2\ncount-prob = 0.9\n", "learn-from = \"mistakes\"\n", "search = \"gains\"\n"}) {
    const InductionResult one = induce(request_of(options), threads(1));
    const InductionResult two = induce(request_of(options), threads(2));
    EXPECT_EQ(one.features, two.features);
    EXPECT_EQ(rows_of(one.cycles), rows_of(two.cycles));
  }
}

TEST(MoveSetupTest, ACutRunGoesOnAsIfItHadNotBeenCut) {
  for (const char* options :
       {"min-updates = 2\n", "", "learn-from = \"mistakes\"\n", "system = \"arc-eager\"\n", "search = \"gains\"\n"}) {
    InduceRequest request = request_of(options);
    request.training.dev = sample_path("de");
    const InductionResult whole = induce(request);
    for (std::size_t cut = 0; cut < whole.cycles.size(); ++cut) {
      const tests::TemporaryFolder folder;
      request.state = folder / "state";
      request.resume = false;
      request.on_cycle = [cut](const InductionCycle& row) {
        if (row.cycle == cut) throw Error(ErrorKind::kInterrupted, "enough");
      };
      EXPECT_EQ(error_of([&] { induce(request); }).kind(), ErrorKind::kInterrupted);
      request.resume = true;
      request.on_cycle = {};
      const InductionResult resumed = induce(request, threads(2));
      EXPECT_EQ(resumed.features, whole.features) << options << cut;
      EXPECT_EQ(rows_of(resumed.cycles), rows_of(whole.cycles)) << options << cut;
    }
  }
}

TEST(MoveSetupTest, TrainLearnsFromWhatIsFound) {
  InduceRequest request = request_of();
  request.training.dev = sample_path("de");
  const InductionResult result = induce(request);
  TrainRequest training = request.training;
  training.only = {Stage::kTrees};
  training.recipe.set("cycles", "0");
  training.recipe.set_features(result.features, "induced");
  EpochLine best;
  training.on_epoch = [&](const EpochLine& line) {
    if (line.scored && line.best) best = line;
  };
  train(training);
  EXPECT_DOUBLE_EQ(best.uas, *result.cycles[result.chosen].uas);
  EXPECT_DOUBLE_EQ(best.las, *result.cycles[result.chosen].las);
}

/// `cycles` in a training is the same as cycles first and a training from what they find.
TEST(MoveSetupTest, TrainInducesWhereItIsAskedTo) {
  const InductionResult result = induce(request_of());
  TrainRequest training = request_of().training;
  training.only = {Stage::kTrees};
  EXPECT_EQ(train(training).features(), result.features);
}

TEST(MoveSetupTest, MistakesAreFewerThanMoves) {
  InduceRequest request = request_of("learn-from = \"mistakes\"\n");
  const InductionResult result = induce(request);
  EXPECT_GT(result.cycles[0].wrong.value_or(-1), 0);
  EXPECT_LT(*result.cycles[0].wrong, 60);
  EXPECT_GT(result.cycles[0].induced, 0U);
}

TEST(MoveSetupTest, TagsAreThoseThatTheParserWillSee) {
  InduceRequest gold = request_of();
  gold.training.recipe.set("cycles", "0");
  InduceRequest jackknifed = gold;
  jackknifed.training.recipe.set("tags", "jackknife");
  EXPECT_NE(induce(gold).cycles[0].features, induce(jackknifed).cycles[0].features);
}

TEST(MoveSetupTest, SaysWhatDoesNotGoTogether) {
  InduceRequest request = request_of();
  request.training.recipe.set_features("[label]\nupos(m)\n", "no moves");
  EXPECT_NE(error_of([&] { induce(request); }).reason().find("[move]"), std::string::npos);
  request = request_of();
  request.training.recipe.set("asks", "no-such-file");
  EXPECT_THROW(induce(request), Error);
}

}  // namespace
}  // namespace espalier::selection
