// Drawings of arcs for terminals: some compared with what they should look like, and all small trees read back from
// theirs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/unicode.h"
#include "tests/support/sentences.h"
#include "tests/treebank/head_vectors.h"
#include "treebank/drawing.h"
#include "treebank/format.h"
#include "treebank/text_canvas.h"

namespace espalier::treebank {
namespace {

using espalier::testing::for_all_trees;
using espalier::testing::sentence_of;

/// With a line end before it, as raw strings have.
std::string drawn(const Sentence& sentence, WriteOptions options = {}) {
  return "\n" + draw_arcs_text(sentence, options);
}

WriteOptions columns(int width) {
  WriteOptions options;
  options.width = width;
  return options;
}

std::string as_format(const Sentence& sentence) {
  WriteOptions options;
  options.format = "tree";
  return to_string(sentence, options);
}

WriteOptions vertical() {
  WriteOptions options;
  options.multi_line = true;
  return options;
}

Sentence garden() {
  return sentence_of({{"Trees", "NOUN", 2, "nsubj"},
                      {"grow", "VERB", 0, "root"},
                      {"slowly", "ADV", 2, "advmod"},
                      {"in", "ADP", 6, "case"},
                      {"old", "ADJ", 6, "amod"},
                      {"gardens", "NOUN", 2, "obl"},
                      {".", "PUNCT", 2, "punct"}});
}

Sentence hearing() {
  return sentence_of({{"A", "DET", 2, "det"},
                      {"hearing", "NOUN", 4, "nsubj:pass"},
                      {"was", "AUX", 4, "aux:pass"},
                      {"held", "VERB", 0, "root"},
                      {"on", "ADP", 6, "case"},
                      {"it", "PRON", 2, "nmod"},
                      {"today", "NOUN", 4, "obl"}});
}

TEST(DrawArcsText, ProjectiveTree) {
  EXPECT_EQ(drawn(garden()), R"(
           root
            │ ╭────────────────punct────────────────╮
            │ ├─────────────obl─────────────╮       │
            │ │               ╭───case────╮ │       │
  ╭─nsubj─╮ │ ├─advmod─╮      │    ╭─amod─┤ │       │
  ▼       │ ▼ │        ▼      ▼    ▼      │ ▼       ▼
Trees     grow       slowly  in   old    gardens    .
NOUN      VERB        ADV    ADP  ADJ     NOUN    PUNCT
)");
}

TEST(DrawArcsText, CrossingArcsGoOverOneAnotherAndLabelsKeepAside) {
  EXPECT_EQ(drawn(hearing()), R"(
                            root
           ╭────────────nmod─│──────────────╮
         ╭─│─nsubj:pass────╮ │ ╭────────obl─│──────╮
 ╭─det─╮ │ │    ╭─aux:pass─┤ │ │   ╭─case─╮ │      │
 ▼     │ ▼ │    ▼          │ ▼ │   ▼      │ ▼      ▼
 A    hearing  was         held   on       it    today
DET    NOUN    AUX         VERB   ADP     PRON   NOUN
)");
}

TEST(DrawArcsText, OneWordWithoutLabelIsMarkedAsRoot) {
  EXPECT_EQ(drawn(sentence_of({{"Go", "VERB", 0, ""}})), R"(
root
 ▼
 Go
VERB
)");
}

TEST(DrawArcsText, WideCharactersKeepTheirColumns) {
  const Sentence sentence =
      sentence_of({{"我", "PRON", 2, "nsubj"}, {"喜欢", "VERB", 0, "root"}, {"苹果树", "NOUN", 2, "obj"}});
  EXPECT_EQ(drawn(sentence), R"(
          root
 ╭─nsubj─╮ │ ╭─obj─╮
 ▼       │ ▼ │     ▼
 我      喜欢    苹果树
PRON     VERB     NOUN
)");
  EXPECT_EQ(drawn(sentence, columns(20)), R"(
       root
 ╭nsubj╮│╭obj─╮
 ▼     │▼│    ▼
 我    喜欢 苹果树
PRON   VERB  NOUN
)") << "set more tightly before it turns vertical";
}

TEST(DrawArcsText, MultiwordTokensStandBelow) {
  Sentence sentence = sentence_of({{"de", "ADP", 3, "case"}, {"le", "DET", 3, "det"}, {"jardin", "NOUN", 0, "root"}});
  sentence.multiword_tokens().push_back({1, 2, sentence.add_text("du"), {}, {}});
  EXPECT_EQ(drawn(sentence), R"(
             root
 ╭───case───╮ │
 │    ╭─det─┤ │
 ▼    ▼     │ ▼
de   le     jardin
ADP  DET     NOUN
╰──du──╯
)");
}

TEST(DrawArcsText, WhatDoesNotFitIsDrawnVertically) {
  const std::string vertical_garden = R"(
        ╭▶ Trees    NOUN   nsubj
─▶╭─┬───┼─ grow     VERB   root
  │ │   ╰▶ slowly   ADV    advmod
  │ │ ╭──▶ in       ADP    case
  │ │ │ ╭▶ old      ADJ    amod
  │ ╰▶╰─┴─ gardens  NOUN   obl
  ╰──────▶ .        PUNCT  punct
)";
  EXPECT_EQ(drawn(garden(), columns(40)), vertical_garden);
  EXPECT_EQ(drawn(garden(), vertical()), vertical_garden);
  EXPECT_EQ(drawn(hearing(), vertical()), R"(
        ╭▶ A        DET   det
  ╭──▶╭─┴─ hearing  NOUN  nsubj:pass
  │ ╭─│──▶ was      AUX   aux:pass
─▶╰─┼─│─── held     VERB  root
    │ │ ╭▶ on       ADP   case
    │ ╰▶╰─ it       PRON  nmod
    ╰────▶ today    NOUN  obl
)");
}

TEST(DrawArcsText, WidthIsKeptTo) {
  for (int width = 40; width <= 80; ++width) {
    const std::string drawing = draw_arcs_text(garden(), columns(width));
    for (std::size_t at = 0; at < drawing.size();) {
      const std::size_t end = drawing.find('\n', at);
      ASSERT_LE(base::display_width(drawing.substr(at, end - at)), width);
      at = end + 1;
    }
  }
}

TEST(DrawArcsText, RightToLeftWordsAreVerticalAndStandLast) {
  const Sentence sentence =
      sentence_of({{"كتب", "VERB", 0, "root"}, {"الولد", "NOUN", 1, "nsubj"}, {".", "PUNCT", 1, "punct"}});
  EXPECT_EQ(drawn(sentence), R"(
─▶╭─┬─ VERB   root   كتب
  │ ╰▶ NOUN   nsubj  الولد
  ╰──▶ PUNCT  punct  .
)");
}

TEST(DrawArcsText, WithoutHeadsOrWords) {
  EXPECT_EQ(drawn(sentence_of({{"no", "", kNoHead, ""}, {"heads", "", kNoHead, ""}})), "\nno  heads\n");
  EXPECT_EQ(drawn(sentence_of({{"no", "DET", kNoHead, ""}, {"heads", "", kNoHead, ""}}), vertical()),
            "\nno     DET\nheads\n");
  EXPECT_EQ(draw_arcs_text(Sentence(), {}), "");
  EXPECT_EQ(as_format(Sentence()), "\n");
}

TEST(DrawArcsText, HeadsThatAreNotThereAreNotDrawn) {
  EXPECT_EQ(drawn(sentence_of({{"one", "X", 7, "x"}, {"two", "X", 2, "x"}, {"three", "X", kNoHead, "x"}})),
            "\none  two  three\n X    X     X\n");
}

TEST(DrawArcsText, ControlCharactersCannotReachTheTerminal) {
  const Sentence sentence = sentence_of({{"a\x1B[2Jb", "X\x07", 0, "ro\x9Bot"}});
  for (const WriteOptions& options : {WriteOptions(), vertical()}) {
    for (const char c : draw_arcs_text(sentence, options))
      ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

TEST(DrawArcsText, ColoursOnlyAddEscapes) {
  WriteOptions options;
  options.colour = true;
  for (const bool multi_line : {false, true}) {
    options.multi_line = multi_line;
    std::string coloured = draw_arcs_text(hearing(), options);
    EXPECT_NE(coloured.find("\x1B[31m"), std::string::npos) << "crossing arcs stand out";
    for (std::size_t at; (at = coloured.find('\x1B')) != std::string::npos;) {
      coloured.erase(at, coloured.find('m', at) + 1 - at);
    }
    EXPECT_EQ(coloured, draw_arcs_text(hearing(), multi_line ? vertical() : WriteOptions()));
  }
}

TEST(DrawArcsText, SentenceOf300Words) {
  std::vector<espalier::testing::Word> words;
  for (std::int32_t i = 1; i <= 300; ++i)
    words.push_back({"word", "NOUN", i == 1 ? 0 : (i % 7 == 0 ? 1 : i - 1), "dep"});
  for (const WriteOptions& options : {WriteOptions(), columns(80)}) {
    const std::string drawing = draw_arcs_text(sentence_of(words), options);
    std::size_t arrows = 0;
    for (const std::string_view arrow : {"▼", "▶"}) {
      for (std::size_t at = drawing.find(arrow); at != std::string::npos; at = drawing.find(arrow, at + 1)) ++arrows;
    }
    EXPECT_EQ(arrows, 300u);
  }
}

TEST(DrawArcsText, WhatNoSheetCanHoldIsListed) {
  std::vector<espalier::testing::Word> words(20'000, {"w", "X", 1, "dep"});
  words[0].head = 0;
  const std::string drawing = draw_arcs_text(sentence_of(words), {});
  EXPECT_TRUE(drawing.starts_with("     1 ◀ 0       w  X  dep\n     2 ◀ 1       w  X  dep\n"));
  EXPECT_LT(drawing.size(), 20'000u * 40);
}

/// A drawing as cells; every character of these drawings is one column wide.
std::vector<std::vector<char32_t>> cells_of(const std::string& drawing) {
  std::vector<std::vector<char32_t>> rows(1);
  for (std::size_t at = 0; at < drawing.size();) {
    const char32_t c = base::decode(drawing, at);
    if (c == '\n') {
      rows.emplace_back();
    } else {
      rows.back().push_back(c);
    }
  }
  for (auto& row : rows) row.resize(200, ' ');
  return rows;
}

bool is_one_of(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }

/// The word whose form covers a column; forms are `wwwww` with two blanks between.
std::int32_t word_at(std::size_t column) { return static_cast<std::int32_t>(column / 7) + 1; }

/// Follows each line from its arrow back to its head.
std::vector<std::int32_t> heads_above(const std::string& drawing, std::int32_t words) {
  const auto rows = cells_of(drawing);
  std::size_t arrows = 0;
  while (rows[arrows + 1][0] != 'w') ++arrows;
  std::vector<std::int32_t> heads(static_cast<std::size_t>(words) + 1, kNoHead);
  for (std::size_t column = 0; column < 200; ++column) {
    if (rows[arrows][column] != U'▼') continue;
    EXPECT_EQ(column % 7, 2u) << "over the middle of a word";
    std::int32_t& head = heads[static_cast<std::size_t>(word_at(column))];
    EXPECT_EQ(head, kNoHead) << "one arrow a word";
    std::size_t row = arrows - 1;
    while (rows[row][column] == U'│' && row > 0) --row;
    if (!is_one_of(rows[row][column], U"╭╮")) {
      head = 0;  // the line goes up to the label of the root
      continue;
    }
    const bool to_right = rows[row][column] == U'╭';
    std::size_t at = column;
    do {
      at = to_right ? at + 1 : at - 1;
    } while (is_one_of(rows[row][at], U"─│"));
    EXPECT_TRUE(is_one_of(rows[row][at], to_right ? U"╮┤" : U"╭├"));
    head = word_at(at);
  }
  return heads;
}

TEST(DrawArcsText, EveryTreeOfFiveWordsCanBeReadBackFromItsDrawing) {
  for (std::int32_t words = 1; words <= 5; ++words) {
    for_all_trees(words, 0, [&](const std::vector<std::int32_t>& heads) {
      Sentence sentence;
      for (std::int32_t word = 1; word <= words; ++word) {
        sentence.set_head(sentence.add_word("wwwww"), heads[static_cast<std::size_t>(word)]);
      }
      const std::string drawing = draw_arcs_text(sentence, {});
      ASSERT_EQ(heads_above(drawing, words), heads) << drawing;
    });
  }
}

/// The same for arcs beside the words: word w is row w - 1.
std::vector<std::int32_t> heads_beside(const std::string& drawing, std::int32_t words) {
  const auto rows = cells_of(drawing);
  std::vector<std::int32_t> heads = {kNoHead};
  for (std::int32_t word = 1; word <= words; ++word) {
    auto row = static_cast<std::size_t>(word) - 1;
    std::size_t column = 0;
    while (rows[row][column] != U'▶') ++column;
    do --column;
    while (column > 0 && is_one_of(rows[row][column], U"─│"));
    if (column == 0) {
      heads.push_back(0);
      continue;
    }
    EXPECT_TRUE(is_one_of(rows[row][column], U"╭╰"));
    const bool goes_down = rows[row][column] == U'╭';
    do {
      row = goes_down ? row + 1 : row - 1;
    } while (rows[row][column] == U'│');
    EXPECT_TRUE(is_one_of(rows[row][column], goes_down ? U"╰├┴┼" : U"╭├┬┼"));
    heads.push_back(static_cast<std::int32_t>(row) + 1);
  }
  return heads;
}

TEST(DrawArcsBeside, EveryTreeOfFiveWordsCanBeReadBackFromItsDrawing) {
  for (std::int32_t words = 1; words <= 5; ++words) {
    for_all_trees(words, 0, [&](const std::vector<std::int32_t>& heads) {
      Sentence sentence;
      for (std::int32_t word = 1; word <= words; ++word) {
        sentence.set_head(sentence.add_word("w"), heads[static_cast<std::size_t>(word)]);
      }
      const std::string drawing = draw_arcs_beside(sentence, false);
      ASSERT_EQ(heads_beside(drawing, words), heads) << drawing;
    });
  }
}

TEST(TextCanvas, LinesJoinWhereTheyEndAndCrossWhereTheyPass) {
  TextCanvas canvas(3, 5, Corners::kSquare);
  canvas.horizontal(1, 0, 4, Ink::kLine);
  canvas.vertical(1, 0, 2, Ink::kLine);  // passes
  canvas.vertical(3, 1, 2, Ink::kLine);  // ends on it
  canvas.vertical(4, 0, 1, Ink::kLine);
  EXPECT_EQ(canvas.render(false), " │  │\n─│─┬┘\n │ │\n");
}

TEST(TreeFormat, NameThenDrawingThenBlankLine) {
  Sentence sentence = sentence_of({{"Go", "VERB", 0, "root"}});
  sentence.add_comment("# sent_id = one");
  EXPECT_EQ(as_format(sentence), "one\nroot\n ▼\n Go\nVERB\n\n");
  EXPECT_FALSE(tree_format().can_read());
}

}  // namespace
}  // namespace espalier::treebank
