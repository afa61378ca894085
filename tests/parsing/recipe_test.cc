#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/trainer.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;

TEST(Recipe, UnknownOptionsAreNamedWithTheirPlaceAndTheNearest) {
  const Error error = tests::error_of([] { Recipe::parse("order = 1\nmargn = 2\n", "my.toml"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_STREQ(error.what(), "my.toml:2: there is no training option 'margn' (did you mean 'margin'?)");
  EXPECT_THAT(tests::error_of([] { Recipe().set("zzzzzz", "1"); }).what(),
              HasSubstr("there is no training option 'zzzzzz'"));
  EXPECT_THAT(tests::error_of([] { Recipe().get("ordr"); }).what(), HasSubstr("did you mean 'order'?"));
}

TEST(Recipe, ValuesAreChecked) {
  const auto error_for = [](const char* option, const char* value) {
    const Error error = tests::error_of([&] { Recipe().set(option, value); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.reason();
  };
  EXPECT_EQ(error_for("order", "4"), "'4' is not a value of 'order', which is 1 or 2 or 3");
  EXPECT_EQ(error_for("epochs", "some"), "'some' is not a value of 'epochs', which is a whole number or auto");
  EXPECT_EQ(error_for("epochs", "2.5"), "'2.5' is not a value of 'epochs', which is a whole number or auto");
  EXPECT_EQ(error_for("step", "-1"), "'-1' is not a value of 'step', which is a number");
  EXPECT_EQ(error_for("batch", "1e3"), "'1e3' is not a value of 'batch', which is a whole number from 1 on");
  error_for("batch", "0");
  for (const char* value : {"", " 1", "1x", "nan", "inf", "1e10"}) error_for("step", value);
  const Error error = tests::error_of([] { Recipe::parse("\n\ndecoder = \"mts\"\n", "my.toml"); });
  EXPECT_STREQ(error.what(), "my.toml:3: 'mts' is not a value of 'decoder', which is mst or eisner");
}

TEST(Recipe, SystemsAndLiblinearStandForTheirKindOfParser) {
  Recipe recipe = Recipe::load("graph-best");
  recipe.set("parser", "arc-eager");
  EXPECT_EQ(recipe.get("parser"), "transition");
  EXPECT_EQ(recipe.get("system"), "arc-eager");
  recipe.set("learner", "liblinear");
  recipe.set("parser", "covington");
  EXPECT_EQ(recipe.get("parser"), "local");
  EXPECT_EQ(recipe.get("system"), "covington");
  EXPECT_EQ(recipe.get("learner"), "mira");
  recipe.set("parser", "graph");
  EXPECT_EQ(recipe.get("parser"), "graph");
}

TEST(Recipe, LibsvmStandsForALocalParserWithAKernel) {
  Recipe recipe = Recipe::load("malt-eager");
  EXPECT_EQ(recipe.get("kernel"), "linear");
  EXPECT_EQ(recipe.get("cost"), "0.1");
  recipe.set("learner", "libsvm");
  EXPECT_EQ(recipe.get("parser"), "local");
  EXPECT_EQ(recipe.get("kernel"), "polynomial");
  EXPECT_EQ(recipe.get("cost"), "1");
  // What is said once more changes no price that was set meanwhile.
  recipe.set("cost", "3");
  recipe.set("learner", "libsvm");
  EXPECT_EQ(recipe.get("cost"), "3");
  recipe.set("learner", "liblinear");
  EXPECT_EQ(recipe.get("kernel"), "linear");
  EXPECT_EQ(recipe.get("cost"), "0.1");
  EXPECT_EQ(Recipe::name_for("liblinear"), "mdparser");
  EXPECT_EQ(Recipe::name_for("libsvm"), "malt-svm");
  // Those of MaltParser: -d 2 -g 0.2 -r 0.4 -c 1.
  const Recipe malt = Recipe::load("malt-svm");
  for (const auto& [option, value] : {std::pair{"degree", "2"}, {"gamma", "0.2"}, {"coef0", "0.4"}, {"cost", "1"}}) {
    EXPECT_EQ(malt.get(option), value) << option;
  }
}

TEST(Recipe, SyntaxErrorsHaveTheirPlace) {
  const Error error = tests::error_of([] { Recipe::parse("order = 1\nmargin = = 2\n", "my.toml"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_EQ(error.place().file, "my.toml");
  EXPECT_EQ(error.place().line, 2u);
  EXPECT_GT(error.place().column, 0u);
  const Error nul = tests::error_of([] { Recipe::parse(std::string_view("order = 1\n [\0", 13), "my.toml"); });
  EXPECT_STREQ(nul.what(), "my.toml:2: a control character: this is no text");
  const Error list = tests::error_of([] { Recipe::parse("order = 1\nmargin = [1, 2]\n", "my.toml"); });
  EXPECT_STREQ(list.what(), "my.toml:2: 'margin' is not a plain value");
}

TEST(Recipe, WhatTheLibraryCannotStandIsRefusedBeforehand) {
  const std::pair<std::string_view, std::string> cases[] = {
      {"order = 1\n [\\", "2: a recipe has no tables, only 'option = value'"},
      {"[x]\n", "1: a recipe has no tables, only 'option = value'"},
      {"order = 1 \u00e9\n", "1: letters beyond ASCII belong in quotation marks"},
      {"\n\u00e9 = 1\n", "2: letters beyond ASCII belong in quotation marks"},
      {"about = \"x\" \u00e9", "1: letters beyond ASCII belong in quotation marks"},
      {"about = \"\"\"\n\"\"\"", "1: a string of more than one line"},
      {"about = '''x'''", "1: a string of more than one line"},
      {"about = \"x\\\"", "1: a string without its second quotation mark"},
      {"# x\x0B[", "1: a control character: this is no text"},
      {"order = 1\r[", "1: a control character: this is no text"},
      {"# x\u2028[", "1: a line separator of Unicode; end lines with a line feed"},
  };
  for (const auto& [text, fault] : cases) {
    const Error error = tests::error_of([text = text] { Recipe::parse(text, "my.toml"); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_EQ(error.what(), "my.toml:" + fault) << text;
  }
  const Recipe recipe = Recipe::parse(
      "\xEF\xBB\xBF# \u00e9 \"[\r\n\r\nabout = \"\u00e9 # [ \\\" '\" # \u00e9\r\norder = 2 # '\"", "my.toml");
  EXPECT_EQ(recipe.get("order"), "2");
}

TEST(Recipe, ValuesOfAllKindsAreRead) {
  const Recipe recipe = Recipe::parse(
      "about = \"mine\"\norder = 2\nmargin = 0.25\naverage = false\nlabels = \"joint\"\nepochs = \"auto\"\n", "a/b/my");
  EXPECT_EQ(recipe.name(), "my");
  EXPECT_EQ(recipe.get("order"), "2");
  EXPECT_EQ(recipe.number("margin"), 0.25);
  EXPECT_FALSE(recipe.flag("average"));
  EXPECT_EQ(recipe.get("labels"), "joint");
  EXPECT_EQ(recipe.get("epochs"), "auto");
  EXPECT_EQ(recipe.get("batch"), "16") << "the fallback";
}

TEST(Recipe, AllHasEveryOptionInUseWithTheValueThatHolds) {
  Recipe recipe;
  recipe.set("order", "3");
  const auto all = recipe.all();
  for (const TrainingOption& option : training_options()) {
    EXPECT_EQ(all.contains(std::string(option.name)), recipe.uses(option.name)) << option.name;
    EXPECT_EQ(recipe.get(option.name), option.name == "order" ? "3" : option.fallback);
    EXPECT_NO_THROW(recipe.set(std::string(option.name), std::string(option.fallback))) << "a fallback is a value";
    EXPECT_FALSE(option.meaning.empty());
  }
}

TEST(Recipe, OptionsWithoutUseAreRefusedByName) {
  const auto reason_of = [](const std::string& parser, const std::string& option, const std::string& value) {
    Recipe recipe;
    recipe.set(option, value);
    recipe.set("parser", parser);
    return tests::error_of([&] { recipe.demand_use(); }).reason();
  };
  EXPECT_EQ(reason_of("arc-eager", "order", "2"),
            "'order' is an option of graph parsers (parser = graph); this is a transition parser");
  EXPECT_EQ(
      reason_of("graph", "beam", "2"),
      "'beam' is an option of transition and constituency parsers (parser = transition or constituency); this is a "
      "graph parser");
  EXPECT_EQ(reason_of("local", "epochs", "2"),
            "'epochs' is an option of graph and transition and constituency parsers (parser = graph or transition or "
            "constituency); this is a local parser");
  const Error error = tests::error_of([] { Recipe::parse("beam = 2\nparser = \"graph\"\n", "my.toml"); });
  EXPECT_THAT(error.what(), HasSubstr("my.toml:1: 'beam' is an option of transition and"));
  TrainRequest request = tests::request_for("transition", {{"order", "2"}});
  EXPECT_THAT(tests::error_of([&] { train(request); }).what(), HasSubstr("'order' is an option of graph parsers"));
}

TEST(Recipe, AnotherKindOfParserForgetsWhatItHasNoUseFor) {
  Recipe recipe = Recipe::load("graph-best");
  recipe.set("roots", "any");
  recipe.set("parser", "arc-eager");
  recipe.forget_unused();
  EXPECT_NO_THROW(recipe.demand_use());
  EXPECT_FALSE(recipe.uses("order"));
  EXPECT_EQ(recipe.get("order"), "1") << "the fallback";
  EXPECT_EQ(recipe.get("roots"), "any");
  EXPECT_EQ(recipe.get("epochs"), "10");
}

TEST(Recipe, EveryOptionHasAUse) {
  for (const TrainingOption& option : training_options()) {
    std::size_t uses = 0;
    for (const char* kind : {"graph", "transition", "local", "token", "constituency"}) {
      Recipe recipe;
      recipe.set("parser", kind);
      uses += recipe.uses(option.name) ? 1 : 0;
    }
    EXPECT_EQ(uses, 1u + static_cast<std::size_t>(std::count(option.kinds.begin(), option.kinds.end(), '|')))
        << option.name << " is for kinds that there are";
  }
}

TEST(Recipe, FeatureFilesLieBesideTheRecipe) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "my.toml", "order = 2\nfeatures = \"my.features\"\n");
  tests::spill(folder / "my.features", "[arc]\nform(h)\n");
  const Recipe recipe = Recipe::load(folder / "my.toml");
  EXPECT_EQ(recipe.features(), "[arc]\nform(h)\n");
  EXPECT_EQ(recipe.features_from(), "my.features");
  EXPECT_EQ(recipe.get("order"), "2");
  tests::spill(folder / "own.toml", "features = \"mst.features\"\n");
  EXPECT_EQ(Recipe::load(folder / "own.toml").features(), tests::feature_file("mst"));
  tests::spill(folder / "bad.toml", "order = 1\nfeatures = \"none.features\"\n");
  const Error error = tests::error_of([&] { Recipe::load(folder / "bad.toml"); });
  EXPECT_THAT(error.what(), HasSubstr("none.features"));
}

TEST(Recipe, BuiltInOnesAreListedAndLoad) {
  const auto list = Recipe::built_in();
  EXPECT_GE(list.size(), 6u);
  for (const auto& [name, about] : list) {
    EXPECT_FALSE(about.empty()) << name;
    const Recipe recipe = Recipe::load(name);
    EXPECT_EQ(recipe.name(), name);
    EXPECT_FALSE(recipe.features().empty()) << name;
    EXPECT_NO_THROW(recipe.demand_use()) << name;
  }
  EXPECT_EQ(Recipe::name_for(""), "transition");
  for (const std::string parser : {"graph", "local", "token", "constituency", "transition", "arc-hybrid", "arc-eager",
                                   "arc-standard", "swap", "covington", "covington-projective"}) {
    Recipe recipe = Recipe::load(Recipe::name_for(parser));
    recipe.set("parser", parser);
    EXPECT_TRUE(recipe.get("parser") == parser || recipe.get("system") == parser) << parser;
  }
  const Error error = tests::error_of([] { Recipe::load("graph-bst"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr("did you mean 'graph-best'?"));
}

}  // namespace
}  // namespace espalier
