// Constituents drawn for terminals and as pictures, and the layout of both.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "base/unicode.h"
#include "tests/support/treebank.h"
#include "tests/support/xml_check.h"
#include "treebank/constituent_layout.h"
#include "treebank/constituents.h"
#include "treebank/drawing.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kPears =
    "(S (NP (NNS Gardeners)) (VP (VBP train) (NP (NN pear) (NNS trees)) (PP (IN against) (NP (NNS walls)))) (. .))";

Sentence penn(std::string_view text) { return espalier::testing::read_one(text, penn_format()); }
Sentence disc(std::string_view text) { return espalier::testing::read_one(text, discbracket_format()); }

std::string drawn(const Sentence& sentence, int width = 0, bool multi_line = false) {
  WriteOptions options;
  options.width = width;
  options.multi_line = multi_line;
  return "\n" + draw_constituents_text(sentence, options);
}

TEST(DrawConstituentsText, TopDown) {
  EXPECT_EQ(drawn(penn(kPears)), R"(
                         S
    ┌────────────────────┼─────────────────────┐
    NP                   VP                    │
    │        ┌────────┬──┴────────────┐        │
    │        │        NP              PP       │
    │        │     ┌──┴───┐       ┌───┴───┐    │
    │        │     │      │       │       NP   │
    │        │     │      │       │       │    │
   NNS      VBP    NN    NNS      IN     NNS   .
Gardeners  train  pear  trees  against  walls  .
)");
}

TEST(DrawConstituentsText, LabelsWiderThanTheirWordsPushThemApart) {
  EXPECT_EQ(drawn(penn("(S (ADVP-TMP (RB So)) (NP-SBJ (PRP I)) (VP (VBD ate)))")), R"(
           S
   ┌───────┴┬──────┐
ADVP-TMP  NP-SBJ   VP
   │        │      │
   RB      PRP    VBD
   So       I     ate
)");
}

TEST(DrawConstituentsText, IndentedWhereItDoesNotFit) {
  const std::string indented = R"(
S
├── NP
│   └── NNS Gardeners
├── VP
│   ├── VBP train
│   ├── NP
│   │   ├── NN pear
│   │   └── NNS trees
│   └── PP
│       ├── IN against
│       └── NP
│           └── NNS walls
└── . .
)";
  EXPECT_EQ(drawn(penn(kPears), 20), indented);
  EXPECT_EQ(drawn(penn(kPears), 0, true), indented);
}

TEST(DrawConstituentsText, DiscontinuousOnesAreIndentedWithTheNumbersOfWords) {
  EXPECT_EQ(drawn(disc("(S (VP (NN 0=Äpfel) (VVPP 3=geerntet)) (VAFIN 1=hat) (PPER 2=sie))")), R"(
S
├── VP
│   ├── NN Äpfel₁
│   └── VVPP geerntet₄
├── VAFIN hat₂
└── PPER sie₃
)");
}

TEST(DrawConstituentsText, OuterNodeWithoutLabelIsLeftAwayUnlessItHoldsSeveral) {
  EXPECT_EQ(drawn(penn("( (S (VB Go)))")), "\nS\n│\nVB\nGo\n");
  Sentence two = penn("( (NP (NN tea)) (NP (NN time)))");
  EXPECT_EQ(drawn(two), "\n   ·\n ┌─┴──┐\n NP   NP\n │    │\n NN   NN\ntea  time\n");
}

TEST(DrawConstituentsText, ConstituentsThatMissWordsAreRefused) {
  Sentence sentence = penn(kPears);
  sentence.add_word("late");
  EXPECT_THROW(drawn(sentence), Error);
  EXPECT_THROW(draw_constituents_svg(sentence), Error);
}

TEST(DrawConstituents, ChosenWhenAskedForOrAllThereIs) {
  Sentence sentence = penn("(S (VB Go))");
  WriteOptions options;
  EXPECT_TRUE(draws_constituents(sentence, options));
  sentence.set_head(1, 0);
  EXPECT_FALSE(draws_constituents(sentence, options));
  options.constituents = true;
  EXPECT_TRUE(draws_constituents(sentence, options));
  sentence.constituents().clear();
  EXPECT_FALSE(draws_constituents(sentence, options));
}

/// A random tree over `words` words; labels of random width. Continuous unless `shuffled`.
Sentence random_sentence(base::Random& random, std::int32_t words, bool shuffled) {
  Sentence sentence;
  std::vector<std::int32_t> order;
  for (std::int32_t word = 1; word <= words; ++word) {
    order.push_back(sentence.add_word(std::string(1 + random.below(9), 'w')));
    sentence.set(word, Column::kXpos, std::string(random.below(5), 'T'));
  }
  if (shuffled) random.shuffle(order);
  ConstituentTree& tree = sentence.constituents();
  std::int32_t at = tree.add(ConstituentTree::kNone, "TOP");
  std::int32_t depth = 0;
  for (const std::int32_t word : order) {
    // A constituent is never left without a word: one is put in right after it is opened.
    while (depth > 0 && random.below(3) == 0) {
      at = tree.node(at).parent;
      --depth;
    }
    while (depth < 6 && random.below(2) == 0) {
      at = tree.add(at, std::string(1 + random.below(14), 'X'));
      ++depth;
    }
    tree.add_leaf(at, word);
  }
  return sentence;
}

/// Texts of one row must not touch, and must lie on the sheet.
void expect_rows_free(const ConstituentTree& tree, const ConstituentLayout& layout, const std::vector<int>& widths) {
  for (std::int32_t a = 0; a < tree.size(); ++a) {
    const auto i = static_cast<std::size_t>(a);
    const int from = layout.centres[i] - (widths[i] - 1) / 2;
    ASSERT_GE(from, 0);
    ASSERT_LE(from + widths[i], layout.width);
    for (std::int32_t b = 0; b < tree.size(); ++b) {
      const auto k = static_cast<std::size_t>(b);
      const bool is_same_row = tree.node(a).is_leaf() ? tree.node(b).is_leaf()
                                                      : !tree.node(b).is_leaf() && layout.depths[i] == layout.depths[k];
      if (a == b || !is_same_row || layout.centres[k] < layout.centres[i]) continue;
      ASSERT_LT(from + widths[i], layout.centres[k] - (widths[k] - 1) / 2);
    }
  }
}

TEST(ConstituentLayout, TextsNeverTouch) {
  base::Random random(11);
  for (int round = 0; round < 400; ++round) {
    const Sentence sentence = random_sentence(random, 1 + static_cast<std::int32_t>(random.below(12)), round % 2 == 1);
    const ConstituentTree tree = drawn_tree(sentence.constituents());
    std::vector<int> widths;
    for (std::int32_t i = 0; i < tree.size(); ++i) widths.push_back(1 + static_cast<int>(random.below(15)));
    ASSERT_NO_FATAL_FAILURE(expect_rows_free(tree, lay_out_constituents(tree, widths, 2), widths));
  }
}

TEST(ConstituentLayout, WordsStandInTheirOrder) {
  base::Random random(12);
  for (int round = 0; round < 200; ++round) {
    const Sentence sentence = random_sentence(random, 10, round % 2 == 1);
    const ConstituentTree tree = drawn_tree(sentence.constituents());
    const ConstituentLayout layout =
        lay_out_constituents(tree, std::vector<int>(static_cast<std::size_t>(tree.size()), 3), 1);
    std::vector<int> places(11, -1);
    for (std::int32_t i = 0; i < tree.size(); ++i) {
      if (tree.node(i).is_leaf())
        places[static_cast<std::size_t>(tree.node(i).word)] = layout.centres[static_cast<std::size_t>(i)];
    }
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
  }
}

TEST(DrawConstituentsSvg, WellFormedWithOneEdgeForEachNodeButTheTop) {
  base::Random random(13);
  for (int round = 0; round < 50; ++round) {
    const Sentence sentence = random_sentence(random, 12, round % 2 == 1);
    WriteOptions options;
    options.format = "svg";
    const std::string svg = to_string(sentence, options);
    ASSERT_EQ(test_support::xml_fault(svg), "");
    std::int32_t edges = 0;
    for (std::size_t at = svg.find("<path class=\"edge"); at != std::string::npos;
         at = svg.find("<path class=\"edge", at + 1))
      ++edges;
    EXPECT_EQ(edges, drawn_tree(sentence.constituents()).size() - 1);
  }
}

TEST(DrawConstituentsSvg, HeadsAreMarked) {
  Sentence sentence = penn("(S (NP (PRP I)) (VP (VBD ate)))");
  ConstituentTree& tree = sentence.constituents();
  tree.set_head(0, tree.node(0).last_child);
  const SvgDrawing drawing = draw_constituents_svg(sentence);
  EXPECT_NE(drawing.body.find("class=\"edge head\""), std::string::npos);
}

TEST(DrawConstituentsSvg, HostileLabelsAndForms) {
  Sentence sentence;
  sentence.add_word("<script>alert(\"&\x01\")</script>");
  sentence.set(1, Column::kXpos, "'<&>\"");
  sentence.constituents().add_leaf(sentence.constituents().add(ConstituentTree::kNone, "</svg>&amp;\x1B"), 1);
  WriteOptions options;
  options.format = "svg";
  const std::string svg = to_string(sentence, options);
  EXPECT_EQ(test_support::xml_fault(svg), "");
  EXPECT_EQ(svg.find("<script"), std::string::npos);
}

}  // namespace
}  // namespace espalier::treebank
