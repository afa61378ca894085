#include "selection/entropy_guided.h"

#include <gtest/gtest.h>

#include <string>

#include "base/team.h"
#include "parsing/graph_schema.h"
#include "tests/support/drawn_tree.h"
#include "tests/support/expect_error.h"
#include "tests/support/inductions.h"
#include "tests/support/play_tennis.h"

namespace espalier::selection {
namespace {

const features::Schema& arc_schema() {
  return parsing::graph_schemas()[static_cast<std::size_t>(parsing::GraphSection::kArc)];
}

std::vector<features::Template> parse(const std::vector<std::string>& texts) {
  return tests::parse_templates(texts, arc_schema());
}

std::vector<std::string> texts(const std::vector<InducedTemplate>& induced) {
  std::vector<std::string> out;
  for (const InducedTemplate& each : induced) out.push_back(features::to_text(each.item, arc_schema()));
  return out;
}

using Texts = std::vector<std::string>;

TEST(EntropyGuidedTest, EveryPathIsATemplate) {
  // Figure 4.7 of the S-IFIS thesis is such a tree: the distance at the root, below it sides and tags.
  const learning::DecisionTree tree = tests::draw_tree({{0, 0, 0, 60, 40, 30},
                                                        {0, 0, 1, 30, 10, 5},
                                                        {0, 1, 3, 20, 20, 8},
                                                        {0, 2, -1, 10, 10},
                                                        {1, 0, -1, 20, 0},
                                                        {1, 1, -1, 10, 10},
                                                        {2, 0, 2, 10, 20, 9},
                                                        {2, 4, -1, 10, 0},
                                                        {6, 0, -1, 10, 0},
                                                        {6, 1, -1, 0, 20}});
  const auto basic = parse({"dist(h,m)", "dir(h,m)", "upos(m)", "upos(h)"});
  const auto induced = induce_templates(tree, basic, {.min_length = 1});
  EXPECT_EQ(texts(induced),
            (Texts{"dist(h,m)", "dist(h,m) & upos(m) & upos(h)", "dist(h,m) & upos(h)", "dist(h,m) & dir(h,m)"}));
  EXPECT_EQ(induced[1].gain, 9);
  EXPECT_EQ(induced[1].cases, 30);
  EXPECT_EQ(induced[1].paths, 1U);
  EXPECT_EQ(texts(induce_templates(tree, basic, {.min_length = 3})), (Texts{"dist(h,m) & upos(m) & upos(h)"}));
  EXPECT_EQ(texts(induce_templates(tree, basic, {.max_length = 2})),
            (Texts{"dist(h,m) & upos(h)", "dist(h,m) & dir(h,m)"}));
  EXPECT_EQ(texts(induce_templates(tree, basic, {.most = 1})), (Texts{"dist(h,m) & upos(m) & upos(h)"}));
}

TEST(EntropyGuidedTest, TheSameTermsAreOneTemplate) {
  // Two orders of the same questions, and a path that meets its terms again: 0 · 1 · 2 twice, 0 · 3 where 3 is 0 and 1.
  const learning::DecisionTree tree = tests::draw_tree({{0, 0, 0, 60, 40, 1},
                                                        {0, 0, 1, 20, 20, 2},
                                                        {0, 1, 2, 20, 10, 3},
                                                        {0, 2, 3, 20, 10, 4},
                                                        {1, 0, 2, 10, 10, 5},
                                                        {1, 1, -1, 10, 10},
                                                        {2, 0, 1, 10, 5, 6},
                                                        {2, 1, -1, 10, 5},
                                                        {3, 0, -1, 20, 10},
                                                        {4, 0, -1, 10, 10},
                                                        {6, 0, -1, 10, 5}});
  const auto basic = parse({"upos(h)", "form(m)", "upos(m-1)", "form(m) & upos(h)"});
  const auto induced = induce_templates(tree, basic);
  EXPECT_EQ(texts(induced), (Texts{"upos(h) & form(m) & upos(m-1)", "upos(h) & form(m)", "upos(h) & upos(m-1)"}));
  EXPECT_EQ(induced[0].gain, 5 + 6);
  EXPECT_EQ(induced[0].cases, 20 + 15);
  EXPECT_EQ(induced[0].paths, 2U);
  EXPECT_EQ(induced[1].gain, 2 + 4);
  // Known ones are known in any order.
  const auto known = parse({"form(m) & upos(h)", "upos(m-1) & form(m) & upos(h)", "lemma(m) & upos(h)"});
  EXPECT_EQ(texts(induce_templates(tree, basic, {}, known)), (Texts{"upos(h) & upos(m-1)"}));
}

TEST(EntropyGuidedTest, FromDataToText) {
  base::Team team(2);
  const learning::DecisionTree tree = learning::grow_tree(tests::play_tennis(), {.max_depth = 4}, team);
  const auto basic = parse({"dist.1.2.4(h,m)", "form(m+1)", "left-count.upos.VERB|AUX(m)", "count.upos.*(h,m)"});
  std::vector<features::Template> items;
  for (const InducedTemplate& each : induce_templates(tree, basic)) items.push_back(each.item);
  const std::vector<features::Section> sections{{"arc", items}};
  const std::string text = features::to_text(sections, {arc_schema()});
  EXPECT_EQ(text,
            "[arc]\n"
            "dist.1.2.4(h,m) & left-count.upos.VERB|AUX(m)\n"
            "dist.1.2.4(h,m) & count.upos.*(h,m)\n");
  EXPECT_EQ(features::parse_features(text, {arc_schema()})[0].templates, items);
}

TEST(EntropyGuidedTest, RefusesWhatIsNoAttribute) {
  const learning::DecisionTree leaf = tests::draw_tree({{0, 0, -1, 1, 2}});
  EXPECT_TRUE(induce_templates(leaf, {}).empty());
  const auto bag = tests::error_of([&] { induce_templates(leaf, parse({"upos(m)", "upos(h) & morph(m)"})); });
  EXPECT_EQ(bag.kind(), ErrorKind::kUsage);
  EXPECT_NE(bag.reason().find("basic template 2"), std::string::npos);
  const learning::DecisionTree asks = tests::draw_tree({{0, 0, 1, 1, 2}, {0, 0, -1, 1, 0}, {0, 1, -1, 0, 2}});
  EXPECT_EQ(tests::error_of([&] { induce_templates(asks, parse({"upos(m)"})); }).reason(),
            "the decision tree asks for attribute 2, and there are 1 basic templates");
}

}  // namespace
}  // namespace espalier::selection
