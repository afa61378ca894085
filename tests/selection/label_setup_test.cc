#include "selection/label_setup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "espalier/induction.h"
#include "parsing/tree_links.h"
#include "selection/label_examples.h"
#include "selection/move_setup.h"
#include "selection/sifis_setup.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/sentences.h"

namespace espalier::selection {
namespace {

using tests::error_of;
using tests::rows_of;
using tests::sample_path;
using tests::threads;

std::vector<features::Template> parse(const std::vector<std::string>& texts) {
  return tests::parse_templates(texts, parsing::label_schema());
}

/// Two arcs between the same tags with different labels, one between others, one of the root.
std::vector<Sentence> few() {
  return {testing::sentence_of({{"a", "D", 2, "det"}, {"b", "N", 0, "root"}, {"c", "N", 2, "x"}, {"d", "N", 3, "y"}}),
          testing::sentence_of({{"a", "D", 2, "det"}, {"b", "N", 0, "root"}})};
}

TEST(LabelExamplesTest, OneAnArcFromTheRootDown) {
  const std::vector<Sentence> sentences = few();
  LabelExamples source({sentences, {}}, {});
  EXPECT_EQ(source.classes(), 4U);
  const learning::Examples all = source.examples(parse({"form(m)", "deprel(h)"}));
  ASSERT_EQ(all.size(), 6U);
  // b; a and c below it; d below c.
  EXPECT_EQ(all.label(0), all.label(4)) << "root";
  EXPECT_EQ(all.label(1), all.label(5)) << "det";
  EXPECT_EQ(std::set({all.label(0), all.label(1), all.label(2), all.label(3)}).size(), 4U);
  EXPECT_EQ(all.ids(1)[1], all.ids(2)[1]) << "both hang on the root's word";
  EXPECT_NE(all.ids(1)[1], all.ids(3)[1]) << "the head's label is known when the word's turn comes";
}

TEST(LabelExamplesTest, UnknownLabelsAreNoExamplesAndUnknownHeadsNoTrees) {
  std::vector<Sentence> sentences = few();
  sentences[0].set(4, Column::kDeprel, "");
  EXPECT_EQ(LabelExamples({sentences, {}}, {}).examples(parse({"form(m)"})).size(), 5U);
  sentences[0].set_head(1, kNoHead);
  EXPECT_EQ(LabelExamples({sentences, {}}, {}).examples(parse({"form(m)"})).size(), 2U);
}

TEST(LabelExamplesTest, ChoicesAreAmongLabelsOfSuchArcs) {
  const std::vector<Sentence> sentences = few();
  LabelExamples source({sentences, {}}, {});
  const Choices choices = source.choices(parse({"form(m)"}), 1000);
  // A noun on a noun to its left is x or y; all others have one label only.
  ASSERT_EQ(choices.groups(), 2U);
  EXPECT_EQ(choices.rows(), 4U);
  for (std::size_t group = 0; group < 2; ++group) EXPECT_EQ(choices.right(group), choices.begin(group));
  EXPECT_EQ(choices.label(0), choices.label(3));
  EXPECT_EQ(choices.label(1), choices.label(2));
  EXPECT_LT(source.choices(parse({"form(m)"}), 1).groups(), 3U);
}

InduceRequest request_of(const std::string& parser, const std::string& options) {
  InduceRequest request;
  request.training.train = {sample_path("en"), sample_path("fr"), sample_path("pt")};
  request.training.recipe = Recipe::parse(
      "parser = \"" + parser +
          "\"\ntags = \"gold\"\ncycles = 2\nselect-epochs = 2\nmost-templates = 2\ntrees = 3\nepochs = 2\n"
          "label-epochs = 1\n" +
          options,
      "test");
  const std::string labels = "[label]\nupos(h) & upos(m) & dir(h,m)\nlemma(m)\nupos(m+1)\ndeprel(h)\n";
  request.training.recipe.set_features(
      parser == "graph" ? "[arc]\nupos(h) & upos(m)\nlower(m)\nnear.6(h,m)\n\n[sibling]\nupos(h) & upos(s) & upos(m)\n"
                          "dist(s,m)\n\n[grandparent]\nupos(g) & upos(h) & upos(m)\nlower(g)\n\n" +
                              labels
                        : "[move]\nupos(s0)\nupos(b0)\n\n" + labels,
      "basic");
  return request;
}

/// Whatever the section, the others stay as they are.
void expect_grown(const InduceRequest& request, const InducedSection& section) {
  const InductionResult result = induce(request);
  const InductionResult again = induce(request, threads(2));
  EXPECT_EQ(result.features, again.features);
  EXPECT_EQ(rows_of(result.cycles), rows_of(again.cycles));
  for (std::size_t number = 0; number < section.schemas.size(); ++number) {
    const auto before = section.read(request.training.recipe.features(), "basic")[number].templates;
    const auto after = section.read(result.features, "result")[number].templates;
    if (number != section.number) {
      EXPECT_EQ(after, before);
      continue;
    }
    ASSERT_EQ(after.size(), before.size() + 4);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  }
}

TEST(LabelSetupTest, FindsTemplatesOfLabelsForBothKindsOfParsers) {
  for (const std::string options : {"search = \"gains\"\n", "min-updates = 2\n"}) {
    SCOPED_TRACE(options);
    expect_grown(request_of("graph", "section = \"label\"\nfilter = \"no\"\n" + options),
                 graph_section(parsing::GraphSection::kLabel));
    expect_grown(request_of("transition", "section = \"label\"\n" + options), transition_section(1));
  }
}

TEST(LabelSetupTest, FindsTemplatesOfSecondOrderThatLookAtTheThirdWord) {
  for (const char* name : {"sibling", "grandparent"}) {
    SCOPED_TRACE(name);
    const bool is_sibling = name[0] == 's';
    const InducedSection& section =
        graph_section(is_sibling ? parsing::GraphSection::kSibling : parsing::GraphSection::kGrandparent);
    const InduceRequest request = request_of(
        "graph", std::string("order = 3\nfilter = \"no\"\nsearch = \"gains\"\nsection = \"") + name + "\"\n");
    expect_grown(request, section);
    for (const features::Template& item : section.templates_in(induce(request).features, "result")) {
      const std::string text = features::to_text(item, section.schemas[section.number]);
      EXPECT_NE(text.find(is_sibling ? "(s" : "(g"), std::string::npos) << text;
    }
  }
}

TEST(LabelSetupTest, SaysWhatDoesNotGoTogether) {
  const auto reason = [](const std::string& parser, const std::string& options) {
    return error_of([&] { induce(request_of(parser, options)); }).reason();
  };
  EXPECT_NE(reason("graph", "section = \"move\"\n").find("no section [move]"), std::string::npos);
  EXPECT_NE(reason("transition", "section = \"sibling\"\n").find("no section [sibling]"), std::string::npos);
  EXPECT_NE(reason("transition", "section = \"label\"\nlearn-from = \"mistakes\"\n").find("mistakes"),
            std::string::npos);
  EXPECT_NE(reason("graph", "section = \"sibling\"\nfilter = \"no\"\nlearn-from = \"mistakes\"\n").find("mistakes"),
            std::string::npos);
}

}  // namespace
}  // namespace espalier::selection
