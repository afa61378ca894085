#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "features/template.h"
#include "tests/support/expect_error.h"
#include "tests/support/random_templates.h"

namespace espalier::features {
namespace {

const std::vector<Schema>& schemas() {
  static const std::vector<Schema> kAll{tests::arc_schema(), tests::grand_schema(), tests::tree_schema()};
  return kAll;
}

std::string again(std::string_view text) { return to_text(parse_features(text, schemas()), schemas()); }

TEST(FeatureFileTest, SectionsCommentsAndBlankLines) {
  EXPECT_EQ(again("# all of it\n"
                  "\n"
                  "  [ label ]  \n"
                  "deprel(head(h))\n"
                  "[arc]\n"
                  "\tform(h)\n"
                  "  # the end"),
            "[arc]\nform(h)\n\n[label]\ndeprel(head(h))\n");
}

TEST(FeatureFileTest, OneSectionForEachSchemaInTheirOrder) {
  const auto sections = parse_features("[label]\ndeprel(h)\n[arc]\nform(h)\n[label]\nform(m)\n", schemas());
  ASSERT_EQ(sections.size(), 3U);
  EXPECT_EQ(sections[0].name, "arc");
  EXPECT_EQ(sections[0].templates.size(), 1U);
  EXPECT_EQ(sections[1].name, "grand-sibling");
  EXPECT_TRUE(sections[1].templates.empty());
  EXPECT_EQ(to_text(sections, schemas()), "[arc]\nform(h)\n\n[label]\ndeprel(h)\nform(m)\n");
}

TEST(FeatureFileTest, NothingIsAFileToo) {
  EXPECT_EQ(again(""), "");
  EXPECT_EQ(again("\n\n# only this"), "");
}

TEST(FeatureFileTest, TemplatesBeforeAnySectionBelongToTheFirst) {
  EXPECT_EQ(again("form(h)\n[label]\nform(h)"), "[arc]\nform(h)\n\n[label]\nform(h)\n");
}

TEST(FeatureFileTest, RepeatedTemplatesAreKeptOnce) {
  EXPECT_EQ(again("[arc]\nform(h)&upos(m)\nform(m)\n form(h) & upos(m)\nupos(m) & form(h)\n"),
            "[arc]\nform(h) & upos(m)\nform(m)\nupos(m) & form(h)\n");
}

TEST(FeatureFileTest, LinesMayEndAsOnWindows) {
  EXPECT_EQ(again("# x\r\n[arc]\r\nform(h)\r\n\r\nupos(m)\r\n"), "[arc]\nform(h)\nupos(m)\n");
}

TEST(FeatureFileTest, WhatIsPrintedReadsTheSame) {
  base::Random random(8);
  std::vector<Section> sections;
  for (const Schema& schema : schemas()) {
    sections.push_back({schema.name, {}});
    for (int i = 0; i < 50; ++i) sections.back().templates.push_back(tests::draw_template(schema, random));
  }
  const std::string once = again(to_text(sections, schemas()));
  EXPECT_EQ(again(once), once);
  EXPECT_GT(once.size(), 1000U);
}

std::string refusal(std::string_view text) {
  return tests::error_of([&] { parse_features(text, schemas(), "x.features"); }).what();
}

TEST(FeatureFileTest, Refusals) {
  EXPECT_EQ(refusal("\n[labels]\n"),
            "x.features:2:1: there is no section [labels] for this parser (did you mean 'label'?); it has arc, "
            "grand-sibling, label");
  EXPECT_EQ(refusal("[zzzzzz]"),
            "x.features:1:1: there is no section [zzzzzz] for this parser; it has arc, grand-sibling, label");
  EXPECT_EQ(refusal("[]"), "x.features:1:1: there is no section [] for this parser; it has arc, grand-sibling, label");
  EXPECT_EQ(refusal("[arc"), "x.features:1:1: a section is written [name]");
  EXPECT_EQ(refusal("["), "x.features:1:1: a section is written [name]");
  // Columns are those of the line as it stands, blanks in front included.
  EXPECT_EQ(refusal("[arc]\n\n   form(x)\r\n"), "x.features:3:9: there is no place 'x' in [arc], only h, m");
  // Comments have lines of their own: a value may hold a '#'.
  EXPECT_EQ(refusal("form(h) # x"), "x.features:1:9: expected '&' or the end of the template, found '#'");
  // A template belongs to the section above it.
  EXPECT_EQ(refusal("[arc]\nform(s)\n"), "x.features:2:6: there is no place 's' in [arc], only h, m");
}

}  // namespace
}  // namespace espalier::features
