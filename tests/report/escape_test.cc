#include "report/escape.h"

#include <gtest/gtest.h>

#include "tests/support/xml_check.h"

namespace espalier::report {
namespace {

TEST(Escape, MarkupBecomesEntities) {
  EXPECT_EQ(escaped("a < b & c > \"d\" 'e'"), "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;");
  EXPECT_EQ(escaped("]]>"), "]]&gt;");
  EXPECT_EQ(escaped("&amp;"), "&amp;amp;");
}

TEST(Escape, LettersOfAllScriptsStay) {
  for (const std::string text : {"", "naïve", "日本語", "العربية", "𐌲𐌿𐍄", "👩‍👩‍👧", "a\tb\nc\r"})
    EXPECT_EQ(escaped(text), text);
}

TEST(Escape, WhatXmlForbidsIsReplaced) {
  EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(escaped("\x1b[31m"), "\uFFFD[31m");
  EXPECT_EQ(escaped("\x7f"), "\uFFFD");
  EXPECT_EQ(escaped("\uFFFE\uFFFF"), "\uFFFD\uFFFD");
  EXPECT_EQ(escaped("\xC3"), "\uFFFD");
  EXPECT_EQ(escaped("\uFFFD"), "\uFFFD");
}

// Every byte in every place of a two-byte text: 65,536 texts.
TEST(Escape, AllPairsOfBytesGiveWellFormedXml) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string safe = escaped(text);
      ASSERT_EQ(test_support::xml_fault("<a b=\"" + safe + "\">" + safe + "</a>"), "") << first << ' ' << second;
    }
  }
}

TEST(Escape, PrintableTakesTheCursorAway) {
  EXPECT_EQ(printable("a\nb\tc\x1b[2J"), "a\uFFFDb\uFFFDc\uFFFD[2J");
  EXPECT_EQ(printable("\u0085x"), "\uFFFDx");
  EXPECT_EQ(printable("<日本>"), "<日本>");
}

TEST(XmlCheck, SeesFaults) {
  using test_support::xml_fault;
  EXPECT_EQ(xml_fault("<a b=\"1\"><c/>x &amp; y</a>"), "");
  EXPECT_NE(xml_fault("<a><b></a></b>"), "");
  EXPECT_NE(xml_fault("<a>"), "");
  EXPECT_NE(xml_fault("<a b=1/>"), "");
  EXPECT_NE(xml_fault("<a b=\"1\" b=\"2\"/>"), "");
  EXPECT_NE(xml_fault("<a b=\"<\"/>"), "");
  EXPECT_NE(xml_fault("a & b"), "");
  EXPECT_NE(xml_fault("&nbsp;"), "");
  EXPECT_NE(xml_fault("\x01"), "");
}

}  // namespace
}  // namespace espalier::report
