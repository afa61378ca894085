#include "evaluation/alignment.h"

#include <gtest/gtest.h>

#include "small_treebank.h"
#include "tests/reference/naive_alignment.h"
#include "tests/support/expect_error.h"

namespace espalier::evaluation {
namespace {

using reference::NaiveWord;
using testing::conll18_options;
using testing::Pair;

/// A token and the words that it stands for; one word of the same form: a plain token.
struct Token {
  std::string form;
  std::vector<std::string> words;
};
using Tokenisation = std::vector<Token>;

Sentence sentence_of(const Tokenisation& tokens) {
  Sentence sentence;
  for (const Token& token : tokens) {
    const std::int32_t first = sentence.size() + 1;
    for (const std::string& word : token.words) sentence.add_word(word);
    if (token.words.size() > 1) {
      sentence.multiword_tokens().push_back({first, sentence.size(), sentence.add_text(token.form), {}, {}});
    }
  }
  return sentence;
}

std::vector<NaiveWord> naive_words(const Tokenisation& tokens) {
  std::vector<NaiveWord> words;
  std::size_t begin = 0;
  for (const Token& token : tokens) {
    for (const std::string& word : token.words) {
      words.push_back({begin, begin + token.form.size(), token.words.size() > 1, word});
    }
    begin += token.form.size();
  }
  return words;
}

/// All ways to cut `text` into tokens, and tokens into words: whole, after each character but the last, or all
/// characters.
void all_tokenisations(const std::string& text, const Tokenisation& before, std::vector<Tokenisation>& out) {
  if (text.empty()) {
    out.push_back(before);
    return;
  }
  for (std::size_t size = 1; size <= text.size(); ++size) {
    const std::string form = text.substr(0, size);
    std::vector<std::vector<std::string>> splits = {{form}};
    for (std::size_t cut = 1; cut < size; ++cut) splits.push_back({form.substr(0, cut), form.substr(cut)});
    if (size > 2) {
      splits.emplace_back();
      for (const char c : form) splits.back().emplace_back(1, c);
    }
    for (const auto& split : splits) {
      Tokenisation longer = before;
      longer.push_back({form, split});
      all_tokenisations(text.substr(size), longer, out);
    }
  }
}

std::set<std::pair<std::size_t, std::size_t>> pairs_of(const Alignment& alignment) {
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t g = 0; g < alignment.to_system.size(); ++g) {
    if (alignment.to_system[g] == Alignment::kNone) continue;
    const auto s = static_cast<std::size_t>(alignment.to_system[g]);
    EXPECT_EQ(alignment.to_gold[s], static_cast<std::int32_t>(g));
    pairs.emplace(g, s);
  }
  const auto used = alignment.to_gold.size() -
                    static_cast<std::size_t>(std::count(alignment.to_gold.begin(), alignment.to_gold.end(), -1));
  EXPECT_EQ(used, pairs.size());
  return pairs;
}

std::string describe(const Tokenisation& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    text += text.empty() ? "" : " ";
    for (std::size_t i = 0; i < token.words.size(); ++i) text += (i > 0 ? "+" : "") + token.words[i];
  }
  return text;
}

TEST(AlignmentTest, AgreesWithTheDefinitionOnAllSmallTokenisations) {
  std::vector<Tokenisation> all;
  all_tokenisations("abcdef", {}, all);
  // With 1, 2, 4, 5, 6, 7 ways to split a token of 1..6 letters, T(n) = sum of ways(k) T(n-k): 1, 1, 3, 9, 24, 65, 177.
  ASSERT_EQ(all.size(), 177u);
  for (const Tokenisation& gold : all) {
    for (const Tokenisation& system : all) {
      const Pair pair({sentence_of(gold)}, {sentence_of(system)}, conll18_options());
      const Alignment alignment = align_by_characters(pair.gold, pair.system, pair.vocabulary);
      ASSERT_EQ(pairs_of(alignment), reference::naive_alignment(naive_words(gold), naive_words(system)))
          << describe(gold) << " | " << describe(system);
    }
  }
}

TEST(AlignmentTest, FindsALongestCommonSubsequenceInAStretch) {
  // One token over the whole text on both sides, its words any strings over {a, b} of up to four letters.
  std::vector<std::vector<std::string>> all;
  for (std::size_t size = 2; size <= 4; ++size) {
    for (std::size_t bits = 0; bits < (std::size_t{1} << size); ++bits) {
      all.emplace_back();
      for (std::size_t i = 0; i < size; ++i) all.back().emplace_back((bits >> i & 1U) != 0 ? "a" : "B");
    }
  }
  for (const auto& gold : all) {
    for (const auto& system : all) {
      const Pair pair({sentence_of({{"xyz", gold}})}, {sentence_of({{"xyz", system}})}, conll18_options());
      const Alignment alignment = align_by_characters(pair.gold, pair.system, pair.vocabulary);
      const auto pairs = pairs_of(alignment);
      EXPECT_EQ(pairs.size(), reference::naive_common_subsequence(gold, system));
      for (const auto& [g, s] : pairs) EXPECT_EQ(gold[g], system[s]);
    }
  }
}

TEST(AlignmentTest, FormsInsideMultiwordTokensAreComparedWithoutCaseAndSpaces) {
  const Pair pair({sentence_of({{"Zum", {"Zu", "dem"}}})}, {sentence_of({{"Zum", {"zu", "d em"}}})}, conll18_options());
  EXPECT_EQ(pairs_of(align_by_characters(pair.gold, pair.system, pair.vocabulary)).size(), 2u);
}

TEST(AlignmentTest, SpacesInsideTokensDoNotCount) {
  // U+0020, U+00A0 and U+3000 are separators; U+200B is not.
  const Pair pair({sentence_of({{"10 000", {"10 000"}}, {"a\u3000b", {"a\u3000b"}}})},
                  {sentence_of({{"10\u00A0000", {"10\u00A0000"}}, {"ab", {"ab"}}})}, conll18_options());
  EXPECT_EQ(pairs_of(align_by_characters(pair.gold, pair.system, pair.vocabulary)).size(), 2u);
  const Pair other({sentence_of({{"ab", {"ab"}}})}, {sentence_of({{"a\u200Bb", {"a\u200Bb"}}})}, conll18_options());
  EXPECT_THROW(align_by_characters(other.gold, other.system, other.vocabulary), Error);
}

TEST(AlignmentTest, NamesThePlaceWhereTextsDiffer) {
  const Pair pair("the _ _ _ _ 2 det\ncat _ _ _ _ 0 root\n\nsat _ _ _ _ 0 root\n",
                  "the _ _ _ _ 2 det\ncat _ _ _ _ 0 root\n\nsa _ _ _ _ 0 root\nd _ _ _ _ 1 dep\n", conll18_options());
  const Error error = tests::error_of([&] { align_by_characters(pair.gold, pair.system, pair.vocabulary); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_STREQ(error.what(), "system:5: the text differs from the gold standard: 'd' here, 'sat' at gold:4");
  const Pair shorter("a _ _ _ _ 0 root\nb _ _ _ _ 1 dep\n", "a _ _ _ _ 0 root\n", conll18_options());
  EXPECT_STREQ(tests::error_of([&] { align_by_characters(shorter.gold, shorter.system, shorter.vocabulary); }).what(),
               "system:1: the text differs from the gold standard: the end of the text here, 'b' at gold:2");
}

TEST(AlignmentTest, EqualTokensAreAlignedOneByOneAndOthersRefused) {
  const std::string gold = "a _ _ _ _ 0 root\nb _ _ _ _ 1 dep\n\nc _ _ _ _ 0 root\n";
  const auto message = [&](const std::string& system) {
    const Pair pair(gold, system, {});
    return std::string(tests::error_of([&] { align_equal(pair.gold, pair.system, pair.vocabulary); }).what());
  };
  const Pair same(gold, gold, {});
  EXPECT_EQ(align_equal(same.gold, same.system, same.vocabulary).to_system, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(message("a _ _ _ _ 0 root\nx _ _ _ _ 1 dep\n\nc _ _ _ _ 0 root\n"),
            "system:2: the word is 'x', but 'b' at gold:2");
  EXPECT_EQ(message("a _ _ _ _ 0 root\nb _ _ _ _ 1 dep\nc _ _ _ _ 1 dep\n"),
            "system:3: the sentence has 3 words, but 2 at gold:1");
  EXPECT_EQ(message("a _ _ _ _ 0 root\nb _ _ _ _ 1 dep\n"),
            "system:1: the file ends after 1 sentences, but gold:4 goes on with another");
}

TEST(AlignmentTest, LinesSkipCommentsRangesAndEmptyNodes) {
  Sentence sentence;
  sentence.set_line(10);
  for (const char* form : {"a", "b", "c"}) sentence.add_word(form);
  sentence.add_comment("# one");
  sentence.multiword_tokens().push_back({2, 3, sentence.add_text("bc"), {}, {}});
  sentence.empty_nodes().push_back({1, 1, {}});
  // 10 comment, 11 a, 12 empty node 1.1, 13 range 2-3, 14 b, 15 c.
  Document words("f", {});
  words.add(sentence);
  EXPECT_EQ(words.line(0), 11u);
  EXPECT_EQ(words.line(1), 14u);
  EXPECT_EQ(words.line(2), 15u);
  Document tokens("f", conll18_options());
  tokens.add(sentence);
  ASSERT_EQ(tokens.tokens(), 2u);
  EXPECT_EQ(tokens.line(0), 11u);
  EXPECT_EQ(tokens.line(1), 13u);
}

TEST(AlignmentTest, AHugeMultiwordTokenIsRefusedAndNotPaidFor) {
  Tokenisation gold = {{"x", {}}};
  Tokenisation system = gold;
  for (int i = 0; i < 9000; ++i) {
    gold[0].words.push_back(i % 2 == 0 ? "a" : "b");
    system[0].words.push_back(i % 3 == 0 ? "a" : "b");
  }
  const Pair pair({sentence_of(gold)}, {sentence_of(system)}, conll18_options());
  EXPECT_THROW(align_by_characters(pair.gold, pair.system, pair.vocabulary), Error);
}

}  // namespace
}  // namespace espalier::evaluation
