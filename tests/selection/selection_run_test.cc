// Selections from a request to a feature file, on the samples.
#include "selection/selection_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsing/constituency_schema.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/xml_check.h"

namespace espalier::selection {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using tests::error_of;
using tests::threads;

SelectRequest request_of(SelectionPool pool = SelectionPool::kSingles) {
  SelectRequest request;
  request.training.train = {tests::source_path("samples/fr.mrg"), tests::source_path("samples/pt.mrg")};
  request.training.recipe = Recipe::parse("parser = \"constituency\"\ntags = \"gold\"\nepochs = 1\n", "test");
  request.training.recipe.set_features("[reduce]\ncat(s0)\n", "basic");
  request.pool = pool;
  request.rounds = 3;
  return request;
}

std::string rows_of(std::vector<SelectionRound> rounds) {
  for (SelectionRound& each : rounds) each.seconds = 0;
  return report::render(selection_table(rounds), report::TableFormat::kTsv);
}

TEST(SelectionTest, ARowARoundAndAFeatureFileOfAll) {
  SelectRequest request = request_of(SelectionPool::kGroups);
  request.rounds = 2;
  std::vector<SelectionRound> heard;
  request.on_round = [&](const SelectionRound& row) { heard.push_back(row); };
  const SelectionResult result = select_templates(request, threads(2));
  ASSERT_THAT(result.rounds, SizeIs(2));
  EXPECT_EQ(rows_of(heard), rows_of(result.rounds));
  EXPECT_EQ(result.chosen, 2U);
  EXPECT_THAT(result.rounds[0].templates, SizeIs(7));
  EXPECT_LT(result.rounds[1].loss, result.rounds[0].loss);
  const auto sections = features::parse_features(result.features, parsing::constituency_schemas(), "result");
  EXPECT_EQ(sections[0].templates.size(), result.rounds[1].size);
  EXPECT_EQ(features::to_text(sections[0].templates[6], parsing::constituency_schemas()[0]),
            result.rounds[0].templates[6]);
  EXPECT_EQ(test_support::xml_fault(selection_plot(result.rounds)), "");
}

TEST(SelectionTest, EveryPoolAndLossOnAnyNumberOfThreads) {
  for (const SelectionPool pool : {SelectionPool::kSingles, SelectionPool::kAdditive}) {
    for (const BoostLoss loss : {BoostLoss::kLikelihood, BoostLoss::kExponential}) {
      SelectRequest request = request_of(pool);
      request.conditions = tests::source_path("recipes/constituency-best.features");
      request.rounds = 2;
      request.loss = loss;
      const SelectionResult one = select_templates(request, threads(1));
      const SelectionResult three = select_templates(request, threads(3));
      EXPECT_EQ(one.features, three.features);
      EXPECT_EQ(rows_of(one.rounds), rows_of(three.rounds));
      EXPECT_EQ(one.rounds.front().error.has_value(), loss == BoostLoss::kExponential);
    }
  }
}

TEST(SelectionTest, AMoveIsADecisionToo) {
  SelectRequest request = request_of();
  request.training.train = {tests::sample_path("en"), tests::sample_path("fr")};
  request.training.recipe = Recipe::load("transition");
  request.training.recipe.set("tags", "gold");
  request.rounds = 2;
  request.conditions = "transition-basic";
  const SelectionResult result = select_templates(request, threads(2));
  ASSERT_THAT(result.rounds, SizeIs(2));
  EXPECT_LT(result.rounds[1].loss, result.rounds[0].loss);
  EXPECT_THAT(result.features, HasSubstr("[label]")) << "the rest of the file is as it was";
}

TEST(SelectionTest, ACutRunGoesOnToTheSameEnd) {
  const tests::TemporaryFolder folder;
  SelectRequest request = request_of();
  const SelectionResult whole = select_templates(request, threads(1));
  request.state = folder / "state";
  SelectRequest cut = request;
  cut.on_round = [](const SelectionRound& row) {
    if (row.round == 2) throw Error(ErrorKind::kInterrupted, "enough");
  };
  EXPECT_EQ(error_of([&] { select_templates(cut, threads(1)); }).kind(), ErrorKind::kInterrupted);
  request.resume = true;
  const SelectionResult rest = select_templates(request, threads(2));
  EXPECT_EQ(rest.features, whole.features);
  EXPECT_EQ(rows_of(rest.rounds), rows_of(whole.rounds));

  SelectRequest other = request;
  other.pool = SelectionPool::kAdditive;
  EXPECT_THAT(error_of([&] { select_templates(other); }).what(), HasSubstr("pool was"));
  tests::spill(request.state, "nothing");
  EXPECT_EQ(error_of([&] { select_templates(request); }).kind(), ErrorKind::kInput);
}

TEST(SelectionTest, TheBestOfTheDevelopmentDataIsKept) {
  SelectRequest request = request_of();
  request.training.dev = tests::source_path("samples/fr.mrg");
  const SelectionResult result = select_templates(request, threads(2));
  for (const SelectionRound& each : result.rounds) {
    EXPECT_LE(each.score.value_or(101), result.rounds[result.chosen - 1].score.value_or(-1));
  }
}

TEST(SelectionTest, ArcsAreChoicesToo) {
  SelectRequest request = request_of();
  request.training.train = {tests::sample_path("en"), tests::sample_path("fr")};
  request.training.recipe = Recipe::load("mst1");
  request.training.recipe.set("tags", "gold");
  request.training.recipe.set("filter", "no");
  request.rounds = 2;
  const SelectionResult result = select_templates(request, threads(2));
  ASSERT_THAT(result.rounds, SizeIs(2));
  EXPECT_LT(result.rounds[1].loss, result.rounds[0].loss);
  request.loss = BoostLoss::kExponential;
  EXPECT_THAT(error_of([&] { select_templates(request); }).what(), HasSubstr("not for arcs"));
}

SelectRequest trials_of(SelectionMethod method = SelectionMethod::kForward) {
  SelectRequest request = request_of(SelectionPool::kGroups);
  request.method = method;
  request.conditions = "constituency-conditions";
  request.trials = 12;
  request.rounds = 2;
  request.training.recipe.set("epochs", "2");
  return request;
}

TEST(SelectionTest, AWrapperTakesWhatMakesTheBestParser) {
  const SelectRequest request = trials_of();
  const SelectionResult one = select_templates(request, threads(1));
  const SelectionResult two = select_templates(request, threads(2));
  EXPECT_EQ(one.features, two.features);
  EXPECT_EQ(rows_of(one.rounds), rows_of(two.rounds));
  ASSERT_FALSE(one.rounds.empty());
  for (std::size_t i = 1; i < one.rounds.size(); ++i) EXPECT_GT(one.rounds[i].trial, one.rounds[i - 1].trial);
}

TEST(SelectionTest, RacesFindWhatFullTrialsFind) {
  // Eight groups, and the second has a parser that is better than all others by far.
  SelectRequest request = trials_of();
  request.rounds = 1;
  request.trials = 8;
  const SelectionResult raced = select_templates(request, threads(2));
  request.full_trials = true;
  const SelectionResult full = select_templates(request, threads(2));
  ASSERT_THAT(full.rounds, SizeIs(1));
  EXPECT_EQ(raced.features, full.features);
}

/// A language that two tags tell all about.
SelectRequest backward_of(const tests::TemporaryFolder& folder) {
  std::string trees;
  for (int i = 0; i < 30; ++i) trees += "(S (NP (D the) (N tree)) (V grows))\n(S (N trees) (VP (V need) (N water)))\n";
  tests::spill(folder / "trees.mrg", trees);
  SelectRequest request = trials_of(SelectionMethod::kBackward);
  request.training.train = {folder / "trees.mrg"};
  request.training.recipe.set_features(
      "[reduce]\ncat(s0) & cat(s1) & tag(q0)\ncat(s0) & cat(s1) & tag(q0) & size(s0)\nlower(s0) & lower(q0) & "
      "cat(s1)\n",
      "basic");
  return request;
}

TEST(SelectionTest, BackwardLeavesOutWhatIsNotMissed) {
  const tests::TemporaryFolder folder;
  const SelectionResult result = select_templates(backward_of(folder), threads(2));
  ASSERT_THAT(result.rounds, SizeIs(2));
  EXPECT_EQ(result.rounds.back().trial, 100.0);
  EXPECT_EQ(result.rounds.back().size, 1U);
  const auto left = features::parse_features(result.features, parsing::constituency_schemas(), "result")[0].templates;
  EXPECT_THAT(left, SizeIs(1));
  for (const SelectionRound& each : result.rounds) {
    EXPECT_THAT(result.features, ::testing::Not(HasSubstr(each.templates.front() + "\n")));
  }
}

TEST(SelectionTest, TemplatesAreRankedByTheirUse) {
  SelectRequest request = trials_of(SelectionMethod::kUsefulness);
  request.training.recipe.set_features("[reduce]\nlower(q3)\ncat(s0) & cat(s1)\nlower(q2)\n", "basic");
  request.rounds = 10;
  const SelectionResult result = select_templates(request, threads(2));
  ASSERT_THAT(result.rounds, SizeIs(3));
  EXPECT_THAT(result.rounds[0].templates, ::testing::ElementsAre("cat(s0) & cat(s1)"));
  EXPECT_GT(result.rounds[0].alpha, result.rounds[1].alpha);
  request.rounds = 1;
  EXPECT_THAT(select_templates(request).features, ::testing::StartsWith("[reduce]\ncat(s0) & cat(s1)\n"));
}

TEST(SelectionTest, WhatIsBesideStays) {
  SelectRequest request = request_of();
  request.beside = true;
  request.rounds = 1;
  request.training.recipe.set_features("[reduce]\ncat(s0) & size(s0) & size(s1) & cat(s1)\n", "basic");
  const SelectionResult result = select_templates(request, threads(1));
  EXPECT_EQ(result.rounds.back().size, 2U);
  EXPECT_THAT(result.features, HasSubstr("size(s1)"));
}

TEST(SelectionTest, AListToBeginWithIsThatOfAFileOrOfTheKindOfParser) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "start.features", "[reduce]\nlower(q3)\n");
  SelectRequest request = request_of(SelectionPool::kGroups);
  request.conditions = "constituency-conditions";
  request.rounds = 1;
  request.start = folder / "start.features";
  const SelectionResult own = select_templates(request, threads(2));
  EXPECT_THAT(own.features, ::testing::StartsWith("[reduce]\nlower(q3)\n"));
  EXPECT_EQ(own.size, 1 + own.rounds.front().templates.size());
  request.start = kOwnStart;
  EXPECT_EQ(select_templates(request, threads(2)).size, 7U) << "it is for its own conditions alone";
  request.conditions.clear();
  const SelectionResult known = select_templates(request, threads(2));
  EXPECT_THAT(known.features,
              ::testing::StartsWith(tests::feature_file("constituency-start")
                                        .substr(tests::feature_file("constituency-start").find("[reduce]"))));
  request.start = folder / "none.features";
  EXPECT_EQ(error_of([&] { select_templates(request); }).kind(), ErrorKind::kUsage);
}

TEST(SelectionTest, DevelopmentDataHaveASayInTrials) {
  SelectRequest request = trials_of();
  request.rounds = 1;
  const SelectionResult without = select_templates(request, threads(2));
  request.training.dev = tests::source_path("samples/en.mrg");
  const SelectionResult with = select_templates(request, threads(2));
  ASSERT_THAT(with.rounds, SizeIs(1));
  EXPECT_NE(with.rounds[0].trial, without.rounds[0].trial);
  EXPECT_TRUE(with.rounds[0].score.has_value());
  const SelectionResult again = select_templates(request, threads(1));
  EXPECT_EQ(again.features, with.features);
  EXPECT_EQ(rows_of(again.rounds), rows_of(with.rounds));
}

TEST(SelectionTest, BesideWhatTellsAllNothingIsTaken) {
  // A parser of the one template makes no mistake, so no group makes a better one.
  const tests::TemporaryFolder folder;
  std::string trees;
  for (int i = 0; i < 30; ++i) trees += "(S (NP (D the) (N tree)) (V grows))\n(S (N trees) (VP (V need) (N water)))\n";
  tests::spill(folder / "trees.mrg", trees);
  SelectRequest request = trials_of();
  request.beside = true;
  request.training.train = {folder / "trees.mrg"};
  const std::string list = "[reduce]\ncat(s0) & cat(s1) & tag(q0)\n";
  request.training.recipe.set_features(list, "basic");
  const SelectionResult result = select_templates(request, threads(2));
  EXPECT_EQ(result.chosen, 0U);
  EXPECT_EQ(result.features, list);
  EXPECT_EQ(result.size, 1U);
}

// A race has luck in it: two rounds may bring nothing before the search ends, and the list is that of the best round.
TEST(SelectionTest, TrialsGoOnForTwoRoundsThatBringNothing) {
  const tests::TemporaryFolder folder;
  std::string trees;
  for (int i = 0; i < 30; ++i) trees += "(S (NP (D the) (N tree)) (V grows))\n(S (N trees) (VP (V need) (N water)))\n";
  tests::spill(folder / "trees.mrg", trees);
  SelectRequest request = trials_of();
  request.training.train = {folder / "trees.mrg"};
  request.rounds = 6;
  const SelectionResult result = select_templates(request, threads(2));
  ASSERT_THAT(result.rounds, SizeIs(3));
  EXPECT_EQ(result.rounds[0].trial, 100.0);
  EXPECT_EQ(result.chosen, 1U);
  EXPECT_EQ(result.size, result.rounds[0].size);
}

/// All ranks find what one finds, and the first speaks of it.
void expect_same_on_ranks(SelectRequest request) {
  std::vector<SelectionRound> heard;
  request.on_round = [&](const SelectionRound& row) { heard.push_back(row); };
  const SelectionResult one = select_templates(request, threads(1));
  EXPECT_EQ(rows_of(std::exchange(heard, {})), rows_of(one.rounds));
  ASSERT_FALSE(one.rounds.empty());
  for (const int size : {2, 3}) {
    const auto found = testing::results_on_ranks<SelectionResult>(
        size, [&](Ranks& ranks) { return select_templates(request, testing::control_on(ranks)); });
    for (const SelectionResult& each : found) {
      EXPECT_EQ(each.features, one.features);
      EXPECT_EQ(each.chosen, one.chosen);
      EXPECT_EQ(rows_of(each.rounds), rows_of(one.rounds));
      EXPECT_EQ(each.rounds.front().seconds, found.front().rounds.front().seconds);
    }
    EXPECT_EQ(rows_of(std::exchange(heard, {})), rows_of(one.rounds));
  }
}

TEST(SelectionTest, BoostingIsTheSameOnAnyNumberOfRanks) {
  for (const BoostLoss loss : {BoostLoss::kLikelihood, BoostLoss::kExponential}) {
    SelectRequest request = request_of();
    request.conditions = tests::source_path("recipes/constituency-best.features");
    request.rounds = 2;
    request.loss = loss;
    request.training.dev = tests::source_path("samples/fr.mrg");
    expect_same_on_ranks(request);
  }
}

TEST(SelectionTest, TrialsAreTheSameOnAnyNumberOfRanks) {
  SelectRequest request = trials_of();
  request.training.dev = tests::source_path("samples/fr.mrg");
  expect_same_on_ranks(request);
  const tests::TemporaryFolder folder;
  expect_same_on_ranks(backward_of(folder));
}

TEST(SelectionTest, RanksThatWereCutGoOnToTheSameEnd) {
  const tests::TemporaryFolder folder;
  SelectRequest request = request_of(SelectionPool::kAdditive);
  request.training.dev = tests::source_path("samples/fr.mrg");
  const SelectionResult whole = select_templates(request, threads(1));
  request.state = folder / "state";
  SelectRequest cut = request;
  cut.on_round = [](const SelectionRound& row) {
    if (row.round == 2) throw Error(ErrorKind::kInterrupted, "enough");
  };
  const auto kinds = testing::results_on_ranks<ErrorKind>(
      3, [&](Ranks& ranks) { return error_of([&] { select_templates(cut, testing::control_on(ranks)); }).kind(); });
  EXPECT_THAT(kinds, ::testing::Each(ErrorKind::kInterrupted));
  EXPECT_EQ(folder.list(), std::vector<std::string>{"state"});
  request.resume = true;
  const auto rest = testing::results_on_ranks<SelectionResult>(
      2, [&](Ranks& ranks) { return select_templates(request, testing::control_on(ranks)); });
  for (const SelectionResult& each : rest) {
    EXPECT_EQ(each.features, whole.features);
    EXPECT_EQ(rows_of(each.rounds), rows_of(whole.rounds));
  }
}

TEST(SelectionTest, WhatItIsNotForIsRefused) {
  SelectRequest request = request_of();
  request.training.recipe = Recipe::load("mdparser");
  EXPECT_EQ(error_of([&] { select_templates(request); }).kind(), ErrorKind::kUsage);
  request = request_of();
  request.rounds = 0;
  EXPECT_EQ(error_of([&] { select_templates(request); }).kind(), ErrorKind::kUsage);
  request = request_of();
  request.resume = true;
  EXPECT_EQ(error_of([&] { select_templates(request); }).kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace espalier::selection
