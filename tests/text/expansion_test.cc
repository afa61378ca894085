#include "text/expansion.h"

#include <gtest/gtest.h>

#include "tests/support/expect_error.h"

namespace espalier::text {
namespace {

/// What the rule that makes `words` of `token` makes of another token; empty: it does not fit.
std::string expanded(std::string_view token, const std::vector<std::string_view>& words, std::string_view other) {
  Characters characters;
  characters.assign(token);
  const ExpansionRule rule = derive_rule(characters, 0, characters.size(), words);
  model_file::Packer packer;
  rule.pack(packer);
  const std::string bytes = packer.take();
  model_file::Unpacker unpacker({"rule", 1, std::as_bytes(std::span(bytes)), "test"});
  EXPECT_EQ(ExpansionRule::unpack(unpacker), rule);
  characters.assign(other);
  if (!rule.fits(characters, 0, characters.size())) return {};
  std::string out;
  std::vector<std::size_t> ends;
  rule.apply(characters, 0, characters.size(), out, ends);
  for (std::size_t i = ends.size() - 1; i > 0; --i) out.insert(ends[i - 1], "+");
  return out;
}

TEST(ExpansionTest, RulesReachFromOneFormToOthers) {
  EXPECT_EQ(expanded("don't", {"do", "n't"}, "couldn't"), "could+n't");
  EXPECT_EQ(expanded("dárselo", {"dar", "se", "lo"}, "dárselo"), "dar+se+lo");
  EXPECT_EQ(expanded("situar-se", {"situar", "se"}, "Chamar-se"), "Chamar+se");
  EXPECT_EQ(expanded("στην", {"σ", "την"}, "Στην"), "Σ+την");
  EXPECT_EQ(expanded("cannot", {"can", "not"}, "cannot"), "can+not");
  EXPECT_EQ(expanded("à", {"a", "a"}, "à"), "a+a");
  EXPECT_EQ(expanded("des", {"de", "les"}, "ces"), "");
}

TEST(ExpansionTest, CaseIsThatOfTheToken) {
  EXPECT_EQ(expanded("no", {"em", "o"}, "No"), "Em+o");
  EXPECT_EQ(expanded("no", {"em", "o"}, "NO"), "EM+O");
  EXPECT_EQ(expanded("No", {"Em", "o"}, "no"), "em+o");
  EXPECT_EQ(expanded("du", {"de", "le"}, "DU"), "DE+le");
  EXPECT_EQ(expanded("au", {"à", "le"}, "Au"), "À+le");
  EXPECT_EQ(expanded("don't", {"do", "n't"}, "DON'T"), "DO+N'T");
}

TEST(ExpansionTest, WhiteSpaceInWordsIsASpace) {
  EXPECT_EQ(expanded("a\u00A0b's", {"a\u00A0b", "\u00A0s"}, "a b's"), "a b+ s");
}

TEST(ExpansionTest, NoTokenIsABook) {
  ExpansionRule rule{U"s", 0, U"", {}};
  const auto read = [&](std::size_t further) {
    rule.further.assign(further, {1, 1, U""});
    model_file::Packer packer;
    rule.pack(packer);
    const std::string bytes = packer.take();
    model_file::Unpacker unpacker({"rule", 1, std::as_bytes(std::span(bytes)), "test"});
    return ExpansionRule::unpack(unpacker);
  };
  EXPECT_EQ(read(kMostFurther).words(), kMostFurther + 1);
  for (const std::size_t count : {std::size_t{0}, kMostFurther + 1}) {
    EXPECT_EQ(tests::error_of([&] { read(count); }).reason(), "section 'rule' is damaged: it has a rule for no token");
  }
}

TEST(ExpansionTest, AWordIsNeverEmpty) {
  EXPECT_EQ(expanded("it's", {"it", "'s"}, "'s"), "");
  EXPECT_EQ(expanded("gone", {"gone", "gone"}, "gone"), "gone+gone");
}

}  // namespace
}  // namespace espalier::text
