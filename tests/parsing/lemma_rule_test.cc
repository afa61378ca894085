#include "parsing/lemma_rule.h"

#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "base/unicode.h"
#include "tests/support/expect_error.h"

namespace espalier::parsing {
namespace {

/// What a rule makes of a form; "<none>" where it does not fit.
std::string lemma_of(const LemmaRule& rule, const std::string& form) {
  std::string lower;
  lower_text(form, lower);
  std::string out;
  return rule.apply({form, lower}, out) ? out : "<none>";
}

std::string transfer(const std::string& form, const std::string& lemma, const std::string& to) {
  return lemma_of(LemmaRule::between(form, lemma), to);
}

TEST(LemmaRule, MakesOfOthersWhatItMadeOfItsOwn) {
  EXPECT_EQ(transfer("houses", "house", "Trees"), "tree");
  EXPECT_EQ(transfer("ladies", "lady", "berries"), "berry");
  EXPECT_EQ(transfer("gemacht", "machen", "gesagt"), "sagen");
  EXPECT_EQ(transfer("Casas", "casa", "ÁRVORES"), "árvore");
  EXPECT_EQ(transfer("Paris", "Paris", "Rome"), "Rome");
  EXPECT_EQ(transfer("PARIS", "Paris", "ROMA"), "Roma");
  EXPECT_EQ(transfer("nato", "NATO", "usa"), "USA");
}

TEST(LemmaRule, FitsOnlyWhatHasTheCharactersThatItCuts) {
  EXPECT_EQ(transfer("ladies", "lady", "houses"), "<none>");
  EXPECT_EQ(transfer("gemacht", "machen", "machte"), "<none>");
  EXPECT_EQ(transfer("houses", "house", "s"), "<none>") << "something must remain";
  EXPECT_EQ(transfer("houses", "house", ""), "<none>");
}

TEST(LemmaRule, WordsThatShareNothingAreTheirLemmas) {
  EXPECT_EQ(LemmaRule::between("went", "go").text(), "w:go");
  EXPECT_EQ(transfer("went", "go", "x"), "go");
  EXPECT_EQ(LemmaRule::between("word", "").text(), "w:");
}

TEST(LemmaRule, SmallAndCapitalFormsHaveOneRule) {
  EXPECT_EQ(LemmaRule::between("Dogs", "dog").text(), LemmaRule::between("dogs", "dog").text());
  EXPECT_EQ(LemmaRule::between("Ärzte", "arzt").text(), LemmaRule::between("ärzte", "arzt").text());
}

/// Letters of several scripts and planes, with and without case.
std::string random_text(base::Random& random) {
  static const std::u32string kLetters = U"abcABCäÄßéÉıİσςΣжЖ語😀ǆǅǄ- :0";
  std::string out;
  const std::uint64_t size = random.below(9);
  for (std::uint64_t i = 0; i < size; ++i) base::append_utf8(out, kLetters[random.below(kLetters.size())]);
  return out;
}

TEST(LemmaRule, EveryPairGivesARuleThatRebuildsTheLemma) {
  base::Random random(5);
  for (int i = 0; i < 20'000; ++i) {
    const std::string form = random_text(random);
    const std::string lemma = random_text(random);
    const LemmaRule rule = LemmaRule::between(form, lemma);
    ASSERT_EQ(lemma_of(rule, form), lemma) << "'" << form << "' " << rule.text();
    const LemmaRule read = LemmaRule::parse(rule.text());
    ASSERT_EQ(read.text(), rule.text());
    ASSERT_EQ(lemma_of(read, form), lemma) << "'" << form << "' " << rule.text();
    // Whatever else it makes is text.
    ASSERT_EQ(base::find_invalid_utf8(lemma_of(rule, random_text(random))), base::kValid);
  }
}

TEST(LemmaRule, LongPairsCostLittle) {
  const std::string form(3'000'000, 'a');
  EXPECT_EQ(lemma_of(LemmaRule::between(form, form + "b"), form), form + "b");
}

TEST(LemmaRule, RefusesWhatIsNoRule) {
  for (const char* text : {"", "l", "x:", "l:", "l:1", "l:1:0:0:", "l:0:0:0", "l:9:0:0:abc", "l:-1:0:0:", "w:a\tb",
                           "w:a\nb", "w:\xFF", "l:1:0:0:é", "l:99999999999999999999:0:0:"}) {
    EXPECT_EQ(tests::error_of([&] { LemmaRule::parse(text); }).kind(), ErrorKind::kInput) << text;
  }
}

}  // namespace
}  // namespace espalier::parsing
