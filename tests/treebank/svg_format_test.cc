#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/support/sentences.h"
#include "tests/support/treebank.h"
#include "tests/support/xml_check.h"
#include "tests/treebank/head_vectors.h"
#include "treebank/drawing.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

using espalier::testing::sentence_of;

WriteOptions svg() {
  WriteOptions options;
  options.format = "svg";
  return options;
}

Sentence small() {
  return sentence_of({{"Trees", "NOUN", 2, "nsubj"}, {"grow", "VERB", 0, "root"}, {".", "PUNCT", 2, "punct"}});
}

/// The first numbers of all matches.
std::vector<int> numbers(const std::string& text, const char* pattern) {
  std::vector<int> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.push_back(std::stoi((*match)[1]));
  }
  return found;
}

constexpr const char* kArrow = "class=\"arrow\" d=\"M(-?[0-9]+) ";
constexpr const char* kWord = "<text x=\"(-?[0-9]+)\"[^>]* class=\"word\"";

TEST(SvgFormat, OneArrowOverEachWordOfEveryTreeOfFourWords) {
  espalier::testing::for_all_trees(4, 0, [](const std::vector<std::int32_t>& heads) {
    Sentence sentence;
    for (std::size_t word = 1; word < heads.size(); ++word) sentence.set_head(sentence.add_word("word"), heads[word]);
    const SvgDrawing drawing = draw_arcs_svg(sentence);
    std::vector<int> arrows = numbers(drawing.body, kArrow);
    const std::vector<int> words = numbers(drawing.body, kWord);
    std::sort(arrows.begin(), arrows.end());
    ASSERT_EQ(arrows, words);
    ASSERT_TRUE(std::is_sorted(words.begin(), words.end()));
    ASSERT_GT(words.front(), 0);
    ASSERT_LT(words.back(), drawing.width);
  });
}

TEST(SvgFormat, RightToLeftSentencesRunToTheLeft) {
  const Sentence sentence =
      sentence_of({{"كتب", "VERB", 0, "root"}, {"الولد", "NOUN", 1, "nsubj"}, {"اسمه", "NOUN", 1, "obj"}});
  const SvgDrawing drawing = draw_arcs_svg(sentence);
  const std::vector<int> words = numbers(drawing.body, kWord);
  ASSERT_EQ(words.size(), 3u);
  EXPECT_TRUE(std::is_sorted(words.rbegin(), words.rend()));
  EXPECT_GT(words.back(), 0);
  EXPECT_LT(words.front(), drawing.width);
}

TEST(SvgFormat, NonprojectiveArcsHaveAStyleOfTheirOwn) {
  // 1 → 3 spans 2, which hangs from 4.
  const Sentence sentence = sentence_of({{"a", "", 4, ""}, {"b", "", 4, ""}, {"c", "", 1, ""}, {"d", "", 0, ""}});
  const std::string body = draw_arcs_svg(sentence).body;
  const std::string mark = "<g class=\"arc crossing\"><title> (a → c)</title>";
  EXPECT_NE(body.find(mark), std::string::npos);
  EXPECT_EQ(body.find("crossing", body.find(mark) + mark.size()), std::string::npos);
}

TEST(SvgFormat, SaysWhatItShowsToThoseWhoCannotSeeIt) {
  Sentence sentence = small();
  sentence.add_comment("# sent_id = s1");
  sentence.add_comment("# text = Trees grow.");
  const std::string drawing = to_string(sentence, svg());
  EXPECT_NE(drawing.find("role=\"img\" aria-label=\"Trees grow.\""), std::string::npos);
  EXPECT_NE(drawing.find("<title>s1</title>"), std::string::npos);
  EXPECT_NE(drawing.find("<desc>nsubj(grow-2, Trees-1) root(ROOT-0, grow-2) punct(grow-2, .-3)</desc>"),
            std::string::npos);
  EXPECT_EQ(drawing.find(" id=\""), std::string::npos);
}

TEST(SvgFormat, HostileTextsStayText) {
  Sentence sentence =
      sentence_of({{"<script>alert('&')</script>", "\"", 2, "]]>"}, {"a\x01\x0B\x7F", "&amp;", 0, "<"}});
  sentence.add_comment("# sent_id = \"><svg onload=x>");
  sentence.multiword_tokens().push_back({1, 2, sentence.add_text("</text>"), {}, {}});
  const std::string drawing = to_string(sentence, svg());
  EXPECT_EQ(test_support::xml_fault(drawing), "");
  EXPECT_EQ(drawing.find("<script"), std::string::npos);
  EXPECT_NE(drawing.find("a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"), std::string::npos) << "what XML forbids is replaced";
}

TEST(SvgFormat, DocumentStacksTheDrawings) {
  ASSERT_TRUE(svg_format().is_composed());
  const std::vector<Sentence> sentences = {small(), sentence_of({{"Go", "VERB", 0, "root"}}), small()};
  const std::string document = espalier::testing::write(sentences, svg_format(), svg());
  EXPECT_EQ(test_support::xml_fault(document), "");
  const std::vector<int> tops = numbers(document, "<svg y=\"([0-9]+)\"");
  const std::vector<int> heights = numbers(document, "<svg y=[^>]* height=\"([0-9]+)\"");
  const std::vector<int> widths = numbers(document, "<svg y=[^>]* width=\"([0-9]+)\"");
  ASSERT_EQ(tops.size(), 3u);
  ASSERT_EQ(heights.size(), 3u);
  EXPECT_EQ(tops, (std::vector<int>{0, heights[0], heights[0] + heights[1]}));
  EXPECT_EQ(numbers(document, "^<svg [^>]* height=\"([0-9]+)\"")[0], heights[0] + heights[1] + heights[2]);
  EXPECT_EQ(numbers(document, "^<svg [^>]* width=\"([0-9]+)\"")[0], *std::max_element(widths.begin(), widths.end()));
  EXPECT_EQ(document.find("<style>"), document.rfind("<style>")) << "the style sheet is there once";
}

TEST(SvgFormat, OneDrawingIsADocumentAndSoIsNone) {
  EXPECT_EQ(espalier::testing::write({small()}, svg_format(), svg()), to_string(small(), svg()));
  EXPECT_EQ(test_support::xml_fault(espalier::testing::write({}, svg_format(), svg())), "");
}

TEST(SvgFormat, SentencesWithoutWordsHeadsOrTags) {
  for (const Sentence& sentence :
       {Sentence(), sentence_of({{"no", "", kNoHead, ""}, {"heads", "", 9, ""}}), sentence_of({{"", "", 0, ""}})}) {
    EXPECT_EQ(test_support::xml_fault(to_string(sentence, svg())), "");
  }
  EXPECT_TRUE(numbers(draw_arcs_svg(sentence_of({{"no", "", kNoHead, ""}})).body, kArrow).empty());
}

TEST(SvgFormat, SentenceOf300Words) {
  std::vector<espalier::testing::Word> words;
  for (std::int32_t i = 1; i <= 300; ++i) words.push_back({"word", "NOUN", i == 1 ? 0 : i / 2, "dep"});
  const std::string drawing = to_string(sentence_of(words), svg());
  EXPECT_EQ(test_support::xml_fault(drawing), "");
  EXPECT_EQ(numbers(drawing, kArrow).size(), 300u);
}

}  // namespace
}  // namespace espalier::treebank
