#include "report/page.h"

#include <gtest/gtest.h>

#include "report/plot.h"
#include "tests/support/xml_check.h"

namespace espalier::report {
namespace {

using test_support::html_fault;

TEST(Page, StreamedPiecesMakeAPage) {
  const std::string html = page_begin("A & B", ".x{color:red}") + "<p>body</p>\n" + page_end();
  EXPECT_EQ(html_fault(html), "");
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_NE(html.find("<title>A &amp; B</title>"), std::string::npos);
  EXPECT_NE(html.find("<h1>A &amp; B</h1>\n<p>body</p>\n</main>"), std::string::npos);
  EXPECT_NE(html.find(".x{color:red}\n</style>"), std::string::npos);
  EXPECT_NE(html.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Page, NothingFromTheNetwork) {
  const std::string html = Page("x").section("s").text("t").html();
  EXPECT_EQ(html.find("http://"), std::string::npos);
  EXPECT_EQ(html.find("https://"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(Page, SectionsWithNavigation) {
  Table table;
  table.columns = {{"a"}};
  table.add({"<b>"});
  Page page("T");
  page.text("intro <i>").section("One").table(table).section("Two & more").figures_begin();
  page.figure(line_plot({}, {}), "a < b").figures_end().raw("<hr>");
  const std::string html = page.html();
  EXPECT_EQ(html_fault(html), "");
  EXPECT_NE(html.find("<li><a href=\"#s1\">One</a></li>\n<li><a href=\"#s2\">Two &amp; more</a></li>"),
            std::string::npos);
  EXPECT_NE(html.find("<section id=\"s2\">\n<h2>Two &amp; more</h2>"), std::string::npos);
  EXPECT_NE(html.find("<p>intro &lt;i&gt;</p>"), std::string::npos);
  EXPECT_NE(html.find("<figcaption>a &lt; b</figcaption>"), std::string::npos);
}

TEST(Page, OneSectionNeedsNoNavigation) { EXPECT_EQ(Page("T").section("One").html().find("<nav"), std::string::npos); }

TEST(Page, DeclarationOfAStandAloneFileIsDropped) {
  const std::string html = Page("T").figure("<?xml version=\"1.0\"?>\n<svg></svg>").html();
  EXPECT_EQ(html.find("<?xml"), std::string::npos);
  EXPECT_EQ(html_fault(html), "");
}

}  // namespace
}  // namespace espalier::report
