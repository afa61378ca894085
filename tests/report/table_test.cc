#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "espalier/error.h"
#include "espalier/report.h"
#include "tests/support/xml_check.h"

namespace espalier::report {
namespace {

Table small() {
  Table table;
  table.title = "Treebanks";
  table.columns = {{"name"}, {"words", Align::kRight}, {"share", Align::kRight, 1}, {"note", Align::kCentre}};
  table.add({"ab", Cell::integer(1662), Cell::percent(81.25), "x"});
  table.add({"日本", Cell::integer(-5), Cell::real(0.126, 2).strong()});
  table.add_after_rule({"sum", Cell::integer(1657)});
  return table;
}

TEST(Table, LightText) {
  EXPECT_EQ(render(small(), TableFormat::kText),
            "Treebanks\n"
            "name  words  share  note\n"
            "────────────────────────\n"
            "ab     1662  81.2%   x\n"
            "日本     -5   0.13\n"
            "────────────────────────\n"
            "sum    1657\n");
}

TEST(Table, BoxText) {
  EXPECT_EQ(render(small(), TableFormat::kText, {.rules = TextRules::kBox, .title = false}),
            "┌──────┬───────┬───────┬──────┐\n"
            "│ name │ words │ share │ note │\n"
            "├──────┼───────┼───────┼──────┤\n"
            "│ ab   │  1662 │ 81.2% │  x   │\n"
            "│ 日本 │    -5 │  0.13 │      │\n"
            "├──────┼───────┼───────┼──────┤\n"
            "│ sum  │  1657 │       │      │\n"
            "└──────┴───────┴───────┴──────┘\n");
}

TEST(Table, ColourIsOnlyAddedOnRequest) {
  const std::string text = render(small(), TableFormat::kText, {.colour = true});
  EXPECT_NE(text.find("\x1b[1mTreebanks\x1b[0m"), std::string::npos);
  EXPECT_NE(text.find(" \x1b[1m0.13\x1b[0m"), std::string::npos);
  EXPECT_EQ(render(small(), TableFormat::kText).find('\x1b'), std::string::npos);
}

TEST(Table, Markdown) {
  EXPECT_EQ(render(small(), TableFormat::kMarkdown),
            "### Treebanks\n\n"
            "| name | words |    share | note |\n"
            "| ---- | ----: | -------: | :--: |\n"
            "| ab   |  1662 |    81.2% | x    |\n"
            "| 日本 |    -5 | **0.13** |      |\n"
            "| sum  |  1657 |          |      |\n");
}

TEST(Table, TsvHasBareNumbers) {
  EXPECT_EQ(render(small(), TableFormat::kTsv),
            "# Treebanks\nname\twords\tshare\tnote\nab\t1662\t81.2\tx\n日本\t-5\t0.13\t\nsum\t1657\t\t\n");
}

TEST(Table, Html) {
  EXPECT_EQ(
      render(small(), TableFormat::kHtml),
      "<table>\n<caption>Treebanks</caption>\n"
      "<thead><tr><th scope=\"col\">name</th><th scope=\"col\" class=\"n\">words</th>"
      "<th scope=\"col\" class=\"n\">share</th><th scope=\"col\" class=\"c\">note</th></tr></thead>\n<tbody>\n"
      "<tr><th scope=\"row\">ab</th><td class=\"n\">1662</td><td class=\"n\">81.2%</td><td class=\"c\">x</td></tr>\n"
      "<tr><th scope=\"row\">日本</th><td class=\"n\">-5</td><td class=\"n\"><strong>0.13</strong></td>"
      "<td class=\"c\"></td></tr>\n"
      "<tr class=\"rule\"><th scope=\"row\">sum</th><td class=\"n\">1657</td><td class=\"n\"></td>"
      "<td class=\"c\"></td></tr>\n</tbody>\n</table>\n");
}

TEST(Table, JsonKeepsFullValues) {
  EXPECT_EQ(render(small(), TableFormat::kJson),
            "{\"title\":\"Treebanks\",\"columns\":[\"name\",\"words\",\"share\",\"note\"],"
            "\"rows\":[[\"ab\",1662,81.25,\"x\"],[\"日本\",-5,0.126,null],[\"sum\",1657,null,null]]}\n");
}

TEST(Table, NumbersThatAreNone) {
  Table table;
  table.columns = {{"a"}, {"b"}};
  table.add({Cell::real(std::nan("")), Cell::percent(INFINITY)});
  table.add({Cell::real(-0.0001, 2), Cell::percent(-0.04, 1)});
  EXPECT_EQ(render(table, TableFormat::kTsv), "a\tb\n\t\n0.00\t0.0\n");
  EXPECT_EQ(render(table, TableFormat::kText), "a     b\n──────────\n–     –\n0.00  0.0%\n");
  EXPECT_EQ(nlohmann::json::parse(render(table, TableFormat::kJson))["rows"][0][1], nullptr);
}

TEST(Table, HostileTextStaysInItsCell) {
  Table table;
  table.title = "<script>\x1b[2J";
  table.columns = {{"a|b"}, {"c\td"}};
  table.add({"x\ny", "</td><script>alert(1)</script>"});
  table.add({"`*_|\\", std::string("\xff\xfe\0", 3)});
  const std::string text = render(table, TableFormat::kText);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  const std::string tsv = render(table, TableFormat::kTsv);
  EXPECT_EQ(std::count(tsv.begin(), tsv.end(), '\n'), 4);
  EXPECT_EQ(std::count(tsv.begin(), tsv.end(), '\t'), 3);
  const std::string html = render(table, TableFormat::kHtml);
  EXPECT_EQ(test_support::html_fault(html), "");
  EXPECT_EQ(html.find("<script>"), std::string::npos);
  const std::string markdown = render(table, TableFormat::kMarkdown);
  EXPECT_NE(markdown.find("\\`\\*\\_\\|\\\\"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(render(table, TableFormat::kJson))["rows"][0][0], "x\ny");
}

TEST(Table, EmptyOnesHaveNoSurprises) {
  Table table;
  EXPECT_EQ(render(table, TableFormat::kText), "");
  EXPECT_EQ(render(table, TableFormat::kMarkdown), "");
  table.columns = {{"a"}};
  EXPECT_EQ(render(table, TableFormat::kText), "a\n─\n");
  EXPECT_EQ(render(table, TableFormat::kTsv), "a\n");
}

TEST(Table, FormatsByName) {
  EXPECT_EQ(table_format_named("md"), TableFormat::kMarkdown);
  EXPECT_EQ(table_format_named("tsv"), TableFormat::kTsv);
  EXPECT_THROW(table_format_named("xls"), Error);
}

}  // namespace
}  // namespace espalier::report
