// Whatever the text, its sentences, written as CoNLL-U and read again, give it back byte for byte.
#include <gtest/gtest.h>

#include "base/unicode.h"
#include "tests/support/segmenters.h"

namespace espalier {
namespace {

using testing::segment;

const text::SegmenterModel& model() {
  static const text::SegmenterModel model = testing::segmenter_of(testing::english_treebank(300));
  return model;
}

void expect_round_trip(const std::string& text, const text::SegmenterOptions& options = {}) {
  const std::vector<Sentence> sentences = segment(model(), text, options);
  const std::string conllu = testing::write(sentences, treebank::conllu_format());
  EXPECT_EQ(testing::raw_text_of(testing::read(conllu, treebank::conllu_format())), text) << conllu;
}

/// Words, signs, scripts, marks and white space in any order; at least one character is none.
std::string draw_text(base::Random& random) {
  static const std::vector<std::string> pieces = {"a",
                                                  "Z",
                                                  "don't",
                                                  "can't",
                                                  ".",
                                                  "!",
                                                  "...",
                                                  "\"",
                                                  "(",
                                                  ")",
                                                  "3.14",
                                                  "-",
                                                  "\\",
                                                  "|",
                                                  "_",
                                                  "#",
                                                  "=",
                                                  "\\s",
                                                  "\\n",
                                                  "é",
                                                  "e\u0301",
                                                  "农夫",
                                                  "。",
                                                  "ไทย",
                                                  "שלום",
                                                  "한국",
                                                  "\u200B",
                                                  "\u200D",
                                                  "\uFEFF",
                                                  "\u0301",
                                                  "\x01",
                                                  "\U0001F468\u200D\U0001F469",
                                                  "\U0001F1E7\U0001F1F7",
                                                  "http://a.b/c?d=e",
                                                  "a@b.org"};
  static const std::vector<std::string> spaces = {" ",  " ",  " ",      "\n",     "\n\n",      "\r\n",   "\r\n\r\n",
                                                  "\r", "\t", "\u00A0", "\u3000", "\u2028",    "\u2029", "\u0085",
                                                  "\v", "\f", "  ",     "\n \n",  "\n\n\n\n\n"};
  std::string text;
  const std::size_t length = 1 + random.below(60);
  for (std::size_t i = 0; i < length; ++i) {
    const auto& list = random.below(3) == 0 ? spaces : pieces;
    text += list[random.below(list.size())];
  }
  return text.insert(random.below(2) == 0 ? 0 : text.size(), "x");
}

TEST(SegmenterRoundTripTest, AnyText) {
  base::Random random(5);
  for (int i = 0; i < 3000; ++i) expect_round_trip(draw_text(random));
}

TEST(SegmenterRoundTripTest, AnyTextWithOffsetsAndGivenLines) {
  base::Random random(6);
  for (int i = 0; i < 1000; ++i) {
    text::SegmenterOptions options;
    options.offsets = i % 2 == 0;
    options.sentence_a_line = i % 3 == 0;
    options.token_a_line = i % 3 == 1;
    expect_round_trip(draw_text(random), options);
  }
}

TEST(SegmenterRoundTripTest, LongTextOfManyBlocks) {
  base::Random random(7);
  std::string text;
  while (text.size() < 400'000) text += draw_text(random) + (random.below(50) == 0 ? "\n\n" : " ");
  expect_round_trip(text);
  expect_round_trip(std::string(150'000, 'a'));
  std::string words;
  while (words.size() < 200'000) words += "tree ";
  expect_round_trip(words);
}

/// Characters of all scripts, assigned or not, private ones and marks among them; white space now and then.
std::string draw_characters(base::Random& random, std::size_t count) {
  std::string text = "x";
  for (std::size_t i = 0; i < count; ++i) {
    // Most scripts lie low.
    constexpr std::size_t kEnds[] = {0x80, 0x800, 0x3000, 0x10000, 0x20000, 0x110000};
    const auto c = static_cast<char32_t>(1 + random.below(kEnds[random.below(std::size(kEnds))] - 1));
    if (c >= 0xD800 && c < 0xE000) continue;
    base::append_utf8(text, c);
    if (random.below(6) == 0) text += random.below(8) == 0 ? "\r\n" : " ";
  }
  return text;
}

TEST(SegmenterRoundTripTest, AnyCharacters) {
  base::Random random(9);
  for (int i = 0; i < 300; ++i) expect_round_trip(draw_characters(random, random.below(200)));
  expect_round_trip(draw_characters(random, 300'000));
}

TEST(SegmenterRoundTripTest, OddPlaces) {
  const std::string plain = "She planted the trees. Isn't it?\n\nMr. Plum can't find (old) roots!\n";
  const auto with = [&](const std::string& space, const std::string& line) {
    std::string text;
    for (const char c : plain) text += c == ' ' ? space : c == '\n' ? line : std::string(1, c);
    return text;
  };
  for (const char* line : {"\n", "\r\n", "\r", "\f", "\u2028", "\u2029", "\u0085"}) expect_round_trip(with(" ", line));
  for (const char* space : {"\t", "\u00A0", "\u200B", " \u0301", "\u3000", "\u200F ", "\u2060"}) {
    expect_round_trip(with(space, "\n"));
  }
  for (const char* start : {"\u0301\u0308", "\uFEFF", "\uFE0F", "\u200F", " \n\t"}) expect_round_trip(start + plain);
  expect_round_trip("# text = a\n# newdoc\n1-2\tb _ \\s \\n |\n");
}

// What is written must be within the limits of those who read it.
TEST(SegmenterRoundTripTest, NothingIsTooLongToBeReadAgain) {
  const auto repeated = [](std::string_view piece, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += piece;
    return text;
  };
  expect_round_trip(repeated(" ", 190'000) + "A tree." + repeated("\n", 190'000) + "It" + repeated(" ", 190'000));
  expect_round_trip("A tree." + repeated("\u00A0", 60'000) + "It" + repeated("\v", 60'000));
  text::SegmenterOptions lines;
  lines.sentence_a_line = true;
  expect_round_trip(repeated("a b ", 100'000) + "\n" + repeated("c", 1'200'000), lines);
  text::SegmenterOptions tokens;
  tokens.token_a_line = true;
  expect_round_trip(repeated("a\v", 100'000) + "\n" + repeated("c", 1'200'000), tokens);
  expect_round_trip(repeated("a\n", 60'000), tokens);
}

TEST(SegmenterRoundTripTest, EveryEndOfADocument) {
  for (const char* end : {"", " ", "\n", "\n\n", "\r\n", "\t", "\u00A0", " \n "}) {
    expect_round_trip(std::string("She planted the trees.") + end);
    expect_round_trip(std::string("x") + end);
  }
}

TEST(SegmenterRoundTripTest, TextWithoutWordsHasNoSentences) {
  for (const char* text : {"", " ", "\n\n", "\u00A0\t"}) EXPECT_TRUE(segment(model(), text).empty());
}

// `# text` has one space for each run of white space, and is what the forms and SpaceAfter make.
TEST(SegmenterRoundTripTest, TheTextCommentIsWhatTheFormsMake) {
  base::Random random(8);
  for (int i = 0; i < 500; ++i) {
    for (const Sentence& sentence : segment(model(), draw_text(random))) {
      std::string made;
      bool space = false;
      treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
        if (space) made += ' ';
        made += token.form;
        space = attribute(token.misc, "SpaceAfter") != "No";
      });
      EXPECT_EQ(sentence.text(sentence.comments().back()), "# text = " + made);
    }
  }
}

}  // namespace
}  // namespace espalier
