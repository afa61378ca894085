#include "base/character_kind.h"

#include <gtest/gtest.h>

#include <string_view>

namespace espalier::base {
namespace {

TEST(CharacterKindTest, EveryKind) {
  EXPECT_EQ(kind_of(U'\u00A0'), CharacterKind::kSpace);
  EXPECT_EQ(kind_of(U'ß'), CharacterKind::kLower);
  EXPECT_EQ(kind_of(U'\u01C5'), CharacterKind::kUpper);
  EXPECT_EQ(kind_of(U'ش'), CharacterKind::kLetter);
  EXPECT_EQ(kind_of(U'한'), CharacterKind::kLetter);
  for (const char32_t c : std::u32string_view(U"漢のカーไ")) EXPECT_EQ(kind_of(c), CharacterKind::kUnspaced);
  EXPECT_EQ(kind_of(U'½'), CharacterKind::kDigit);
  EXPECT_EQ(kind_of(U'\u0301'), CharacterKind::kMark);
  EXPECT_EQ(kind_of(U'\u200D'), CharacterKind::kMark);
  EXPECT_EQ(kind_of(U'«'), CharacterKind::kOpen);
  EXPECT_EQ(kind_of(U'»'), CharacterKind::kClose);
  EXPECT_EQ(kind_of(U'—'), CharacterKind::kDash);
  EXPECT_EQ(kind_of(U'。'), CharacterKind::kPunctuation);
  EXPECT_EQ(kind_of(U'€'), CharacterKind::kSymbol);
  EXPECT_EQ(kind_of(U'\u0001'), CharacterKind::kOther);
}

/// Where clusters begin, a bar each.
std::u32string clusters(std::u32string_view text) {
  std::u32string out;
  ClusterScanner scanner;
  for (const char32_t c : text) {
    if (scanner.begins(c)) out += U'|';
    out += c;
  }
  return out;
}

TEST(ClusterScannerTest, WhatBelongsTogether) {
  EXPECT_EQ(clusters(U"ae\u0301\u0302b"), U"|a|e\u0301\u0302|b");
  EXPECT_EQ(clusters(U"\U0001F468\u200D\U0001F469!"), U"|\U0001F468\u200D\U0001F469|!");
  EXPECT_EQ(clusters(U"\U0001F44D\U0001F3FDx"), U"|\U0001F44D\U0001F3FD|x");
  EXPECT_EQ(clusters(U"\U0001F1E7\U0001F1F7\U0001F1F5\U0001F1F9"), U"|\U0001F1E7\U0001F1F7|\U0001F1F5\U0001F1F9");
  EXPECT_EQ(clusters(U"\u1100\u1161\u11A8\u1100"), U"|\u1100\u1161\u11A8|\u1100");
  EXPECT_EQ(clusters(U"a\u200Db"), U"|a\u200D|b");
}

}  // namespace
}  // namespace espalier::base
