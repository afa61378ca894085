#include "selection/reduce_setup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "decoding/shift_reduce.h"
#include "espalier/induction.h"
#include "parsing/binary_trees.h"
#include "parsing/training_set.h"
#include "selection/reduce_examples.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using tests::error_of;
using tests::rows_of;
using tests::threads;

std::string brackets_path() { return tests::source_path("samples/en.mrg"); }

std::vector<Sentence> sentences() {
  std::vector<Error> skipped;
  return parsing::read_training(brackets_path(), {}, {}, skipped);
}

std::vector<features::Template> parse(const std::vector<std::string>& texts) {
  return tests::parse_templates(texts, parsing::constituency_schemas()[0]);
}

parsing::ConstituencyOptions english() {
  parsing::ConstituencyOptions options;
  options.heads = "english";
  return options;
}

/// The derivations once more: a state that leaves a choice is an example, and its class is what comes next.
TEST(ReduceExamplesTest, OneForEachChoiceOnTheWay) {
  const std::vector<Sentence> all = sentences();
  const parsing::BinaryTreebank treebank = parsing::make_binary_treebank(all, HeadRules::load("english"));
  const decoding::ReduceGrammar grammar(treebank.rules);
  std::vector<std::uint32_t> wanted;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<decoding::Action> derivation;
    ASSERT_TRUE(derive(treebank.trees[i], grammar, derivation));
    decoding::ReduceNodes nodes;
    decoding::ReduceState state;
    state.reset(all[i].size(), {&grammar, &nodes});
    for (const decoding::Action action : derivation) {
      if (decoding::ShiftReduce::legal(state).size() > 1) wanted.push_back(static_cast<std::uint32_t>(action));
      decoding::ShiftReduce::apply(state, action);
    }
  }
  ReduceExamples source({all, {}}, english());
  EXPECT_EQ(source.classes(), grammar.actions());
  const learning::Examples found = source.examples(parse({"cat(s0)", "lower(q0) & size(s1)"}));
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(found.label(i), wanted[i]);
  // A feature depends on its template, not on the list around it.
  const learning::Examples alone = source.examples(parse({"lower(q0) & size(s1)"}));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(alone.feature(alone.ids(i)[0]), found.feature(found.ids(i)[1]));
  }
}

TEST(ReduceExamplesTest, ChoicesHaveTheRightActionAndFrequentOthers) {
  const std::vector<Sentence> all = sentences();
  ReduceExamples source({all, {}}, english());
  const Choices choices = source.choices(parse({"cat(s0)", "cat(s1)"}), 1'000'000);
  ASSERT_GT(choices.groups(), 0U);
  EXPECT_LE(choices.groups(), source.examples(parse({"cat(s0)"})).size());
  for (std::size_t group = 0; group < choices.groups(); ++group) {
    EXPECT_EQ(choices.right(group), choices.begin(group));
    EXPECT_LE(choices.end(group) - choices.begin(group), 21U);
    for (std::size_t row = choices.begin(group) + 1; row < choices.end(group); ++row) {
      EXPECT_NE(choices.label(row), choices.label(choices.begin(group)));
      EXPECT_EQ(choices.source(row), choices.source(choices.begin(group))) << "a state is the same for all";
    }
  }
  EXPECT_LT(source.choices(parse({"cat(s0)"}), 100).rows(), choices.rows());
}

InduceRequest request_of(const std::string& options) {
  InduceRequest request;
  request.training.train = {brackets_path()};
  request.training.recipe = Recipe::parse(
      "parser = \"constituency\"\ntags = \"gold\"\nheads = \"english\"\ncycles = 2\nselect-epochs = 2\n"
      "most-templates = 2\ntrees = 3\nepochs = 2\n" +
          options,
      "test");
  request.training.recipe.set_features("[reduce]\ncat(s0)\ncat(s1) & cat(s0)\ntag(q0)\nlower(s0)\nsize(s0)\n", "basic");
  return request;
}

TEST(ReduceSetupTest, FindsTemplatesOfActions) {
  for (const char* options : {"search = \"gains\"\n", "min-updates = 2\n", ""}) {
    SCOPED_TRACE(options);
    const InduceRequest request = request_of(options);
    const InductionResult result = induce(request);
    const InductionResult again = induce(request, threads(2));
    EXPECT_EQ(result.features, again.features);
    EXPECT_EQ(rows_of(result.cycles), rows_of(again.cycles));
    const auto before = reduce_section().templates_in(request.training.recipe.features(), "basic");
    const auto after = reduce_section().templates_in(result.features, "result");
    ASSERT_GT(after.size(), before.size());
    ASSERT_LE(after.size(), before.size() + 4);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  }
}

TEST(ReduceSetupTest, ListsAreScoredByBrackets) {
  InduceRequest request = request_of("search = \"gains\"\n");
  request.training.dev = brackets_path();
  const InductionResult result = induce(request);
  for (const InductionCycle& row : result.cycles) {
    EXPECT_GT(row.las.value_or(0), 0);
    EXPECT_GE(row.uas.value_or(0), *row.las);
    EXPECT_LE(*row.las, *result.cycles[result.chosen].las);
  }
}

TEST(ReduceSetupTest, SaysWhatDoesNotGoTogether) {
  const auto reason = [](const std::string& options) {
    return error_of([&] { induce(request_of(options)); }).reason();
  };
  EXPECT_NE(reason("section = \"arc\"\n").find("no section [arc]"), std::string::npos);
  EXPECT_NE(reason("learn-from = \"mistakes\"\n").find("mistakes"), std::string::npos);
}

}  // namespace
}  // namespace espalier::selection
