#include "selection/trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsing/parser_kinds.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using ::testing::Each;
using ::testing::Gt;
using ::testing::SizeIs;

TrainRequest request() {
  TrainRequest out;
  out.train = {tests::source_path("samples/fr.mrg"), tests::source_path("samples/pt.mrg")};
  out.recipe = Recipe::parse("parser = \"constituency\"\ntags = \"gold\"\nepochs = 3\nbeam = 4\n", "test");
  return out;
}

const std::vector<std::string> kLists = {"[reduce]\ntag(q3)\n", "[reduce]\ncat(s0) & cat(s1)\ntag(q0)\n",
                                         "[reduce]\nlower(s2)\n"};

TEST(TrialsTest, TheBestListWinsWithLittleOrMuchEffort) {
  const TrainRequest asked = request();
  const std::vector<parsing::TrainingData> data = split_for_trials(parsing::read_training_data(asked, {}));
  base::Team team(2);
  const Control control;
  Trials trials(asked, data, control, team);
  const Heat quick = {.most = 0, .epochs = 1, .beam = 1, .parts = 1};
  const Heat whole = {.most = 0, .epochs = 0, .beam = 0, .parts = 0};
  const std::vector<double> scores = trials.scores(kLists, whole);
  EXPECT_THAT(scores, SizeIs(3));
  EXPECT_GT(scores[1], scores[0]);
  EXPECT_GT(scores[1], scores[2]);
  Heat last = whole;
  last.most = 1;
  EXPECT_EQ(trials.race(kLists, std::vector<Heat>{quick, last}).score, scores[1])
      << "what is known from before is void";
  last.counts_last = true;
  std::vector<double> shares;
  const std::vector<Heat> heats = {quick, last};
  const TrialWinner winner = trials.race(kLists, heats, [&](double share) { shares.push_back(share); });
  EXPECT_EQ(winner.list, 1U);
  EXPECT_EQ(winner.score, (trials.scores(kLists, quick)[1] + scores[1]) / 2) << "both heats count alike";
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_THAT(shares, Each(::testing::Lt(1.0)));
}

TEST(TrialsTest, AHeatHasTheScoreOfTheLastEpochOfEachOfItsParts) {
  TrainRequest asked = request();
  std::vector<parsing::TrainingData> parts = split_for_trials(parsing::read_training_data(asked, {}));
  base::Team team(2);
  const Control control;
  Trials trials(asked, parts, control, team);
  const double found = trials.scores(std::span(kLists).subspan(1, 1), {.epochs = 2, .first = 1}).front();
  asked.recipe.set_features(kLists[1], "list");
  asked.recipe.set("epochs", "2");
  asked.recipe.set("batch", "1");
  double expected = 0;
  for (const std::size_t part : {1, 2}) {
    double last = 0;
    asked.on_epoch = [&](const EpochLine& line) { last = line.scored ? line.las : last; };
    parsing::make_parser_training(asked, tests::threads(1))->run(parts[part]);
    expected += last / 2;
  }
  EXPECT_DOUBLE_EQ(found, expected);
}

TEST(TrialsTest, TheScoreIsTheMeanOfSeeds) {
  TrainRequest asked = request();
  const std::vector<parsing::TrainingData> parts = split_for_trials(parsing::read_training_data(asked, {}));
  base::Team team(2);
  const Control control;
  const auto score = [&](std::size_t seeds) {
    Trials trials(asked, parts, control, team);
    return trials.scores(std::span(kLists).subspan(1, 1), {.epochs = 2, .seeds = seeds}).front();
  };
  const double both = score(2);
  const double first = score(1);
  ++asked.seed;
  const double second = score(1);
  EXPECT_DOUBLE_EQ(both, (first + second) / 2);
}

TEST(TrialsTest, OneListIsTriedInTheLastTwoHeats) {
  const TrainRequest asked = request();
  const std::vector<parsing::TrainingData> parts = split_for_trials(parsing::read_training_data(asked, {}));
  base::Team team(2);
  const Control control;
  Trials trials(asked, parts, control, team);
  const std::vector<Heat> heats = {
      {.epochs = 9, .parts = 1}, {.epochs = 1, .parts = 1}, {.epochs = 2, .counts_last = true}};
  const auto alone = std::span(kLists).subspan(1, 1);
  const double expected = (trials.scores(alone, heats[1]).front() + trials.scores(alone, heats[2]).front()) / 2;
  EXPECT_DOUBLE_EQ(trials.race(alone, heats).score, expected);
}

TEST(TrialsTest, PartsAreThirds) {
  const parsing::TrainingData all = parsing::read_training_data(request(), {});
  const std::vector<parsing::TrainingData> thirds = split_for_trials(all);
  ASSERT_THAT(thirds, SizeIs(3));
  std::size_t scored = 0;
  for (const parsing::TrainingData& each : thirds) {
    EXPECT_EQ(each.train.size() + each.dev.size(), all.train.size());
    scored += each.dev.size();
  }
  EXPECT_EQ(scored, all.train.size()) << "every sentence is scored on once";
  EXPECT_EQ(tests::error_of([&] { split_for_trials(no_longer_than(all, 1)); }).kind(), ErrorKind::kInput);
}

TEST(TrialsTest, LongSentencesAreLeftOut) {
  const parsing::TrainingData all = parsing::read_training_data(request(), {});
  const auto longest = static_cast<std::size_t>(all.train.front().size());
  const auto is_short = [&](const Sentence& each) { return static_cast<std::size_t>(each.size()) <= longest; };
  const parsing::TrainingData some = no_longer_than(all, longest);
  EXPECT_TRUE(std::all_of(some.train.begin(), some.train.end(), is_short));
  EXPECT_EQ(std::ssize(some.train), std::count_if(all.train.begin(), all.train.end(), is_short));
  EXPECT_EQ(no_longer_than(all, 0).train.size(), all.train.size());
}

}  // namespace
}  // namespace espalier::selection
