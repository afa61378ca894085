// The feature files that come with the toolkit: read, counted against the tables of the papers, and canonical.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "features/template.h"
#include "parsing/graph_schema.h"
#include "parsing/span_schema.h"
#include "tests/support/places.h"

namespace espalier::features {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(tests::source_path(path));
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Template> arc_templates(std::string_view text, const std::string& name) {
  return parse_features(text, parsing::graph_schemas(), name).at(1).templates;
}

void expect_canonical(const std::string& text) {
  std::string lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[' && !lines.empty()) lines += "\n";
    lines += line + "\n";
  }
  EXPECT_EQ(to_text(parse_features(text, parsing::graph_schemas()), parsing::graph_schemas()), lines);
}

TEST(RecipesTest, Carreras) {
  const std::string text = text_of("recipes/carreras.features");
  expect_canonical(text);
  // Table 1 has 7 features of a word and 4·7 + 4 around it, Table 2 has 7 and 4, Table 3 has 5.
  const std::vector<std::size_t> wanted{14, 14 + 7, 14 + 7 + 2 * 32 + 4};
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const std::size_t cut = text.find("\n## phi" + std::to_string(k + 2));
    ASSERT_NE(cut, std::string::npos);
    EXPECT_EQ(arc_templates(std::string_view(text).substr(0, cut), "phi").size(), wanted[k]);
  }
  EXPECT_EQ(arc_templates(text, "phi4").size(), wanted[2] + 5);
}

TEST(RecipesTest, SIfisBasic) {
  const std::string text = text_of("recipes/s-ifis-basic.features");
  expect_canonical(text);
  const auto templates = arc_templates(text, "s-ifis");
  EXPECT_EQ(templates.size(), 2U * (7 * 14 + 12) + 12);
  for (const Template& item : templates) EXPECT_EQ(item.terms.size(), 1U);
}

TEST(RecipesTest, Columns) {
  const std::string text = text_of("recipes/columns.features");
  const auto sections = parse_features(text, parsing::span_schemas(), "columns");
  for (const Section& section : sections) EXPECT_FALSE(section.templates.empty()) << section.name;
  EXPECT_EQ(to_text(parse_features(to_text(sections, parsing::span_schemas()), parsing::span_schemas()),
                    parsing::span_schemas()),
            to_text(sections, parsing::span_schemas()));
}

}  // namespace
}  // namespace espalier::features
