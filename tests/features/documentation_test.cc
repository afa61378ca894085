// docs/templates.md against the catalogue: a row for each attribute, place, function and state, and examples that
// parse.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "features/template.h"
#include "parsing/constituency_schema.h"
#include "parsing/graph_schema.h"
#include "parsing/head_schema.h"
#include "parsing/span_schema.h"
#include "parsing/tagger_schema.h"
#include "parsing/transition_schema.h"
#include "tests/support/places.h"

namespace espalier::features {
namespace {

std::string page() {
  std::ifstream file(tests::source_path("docs/templates.md"));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// In a table `|` must be escaped.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

void expect_line(const std::string& text, const std::string& line, bool whole = true) {
  EXPECT_NE(text.find("\n" + line + (whole ? "\n" : "")), std::string::npos) << "docs/templates.md lacks: " << line;
}

TEST(DocumentationTest, EveryAttributeHasItsRow) {
  const std::string text = page();
  for (const AttributeInfo& info : attribute_catalogue()) {
    expect_line(text, "| `" + std::string(info.name) + cell(info.parameters) + (info.addresses == 1 ? "(x)" : "(x,y)") +
                          "` | " + cell(info.meaning) + " |");
  }
}

TEST(DocumentationTest, EverySectionPlaceFunctionAndStateIsThere) {
  const std::string text = page();
  std::vector<Schema> schemas = parsing::graph_schemas();
  for (const Schema& schema : parsing::transition_schemas()) schemas.push_back(schema);
  for (const Schema& schema : parsing::constituency_schemas()) schemas.push_back(schema);
  for (const Schema& schema : parsing::tagger_schemas()) schemas.push_back(schema);
  for (const Schema& schema : parsing::span_schemas()) schemas.push_back(schema);
  for (const Schema& schema : parsing::head_schemas()) schemas.push_back(schema);
  for (const Schema& schema : schemas) {
    std::string row = "| `[" + schema.name + "]` |";
    for (const std::string& anchor : schema.anchors) row += " `" + anchor + "`";
    expect_line(text, row + " | ", false);
    for (const std::string& function : schema.functions) expect_line(text, "| `" + function + "(x)` | ", false);
    for (const std::string& state : schema.states) expect_line(text, "| `" + state + "(x)` | ", false);
  }
}

TEST(DocumentationTest, ExamplesParse) {
  const std::string text = page();
  const std::string open = "```features\n";
  int examples = 0;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    const std::string example = text.substr(at, text.find("```", at) - at);
    const bool of_moves = example.find("[move]") != std::string::npos;
    const bool of_reductions = example.find("[reduce]") != std::string::npos;
    const bool of_tags = example.find("[upos]") != std::string::npos;
    const bool of_heads = example.find("[tag]") != std::string::npos;
    const bool of_spans = example.find("[clause]") != std::string::npos;
    const auto& schemas = of_moves        ? parsing::transition_schemas()
                          : of_reductions ? parsing::constituency_schemas()
                          : of_tags       ? parsing::tagger_schemas()
                          : of_spans      ? parsing::span_schemas()
                          : of_heads      ? parsing::head_schemas()
                                          : parsing::graph_schemas();
    EXPECT_NO_THROW(parse_features(example, schemas)) << example;
    ++examples;
  }
  EXPECT_GE(examples, 2);
}

}  // namespace
}  // namespace espalier::features
