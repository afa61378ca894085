#include <gtest/gtest.h>

#include "tests/support/treebank.h"
#include "treebank/constituents.h"

namespace espalier::treebank {
namespace {

using testing::error_of;
using testing::read;
using testing::read_one;

const Format& native() { return native_format(); }

std::string written(const std::vector<Sentence>& sentences) {
  WriteOptions options;
  native().settle(sentences.empty() ? nullptr : &sentences.front(), options);
  return testing::write(sentences, native(), options);
}

// After Figure 19 of the thesis that this format comes from.
constexpr std::string_view kQuestion =
    "word\ttag\tsword\n"
    "<ROOT-head>\n"
    "   <SENT-head>\n"
    "      <VN-head>\n"
    "         Est\tV-head\tEst\n"
    "         -ce\tCLS\t-ce\n"
    "      </VN>\n"
    "      <PP>\n"
    "         chez\tP-head\tchez\n"
    "         <NP>\n"
    "            les\tDET\tles\n"
    "            <NC+-head>\n"
    "               marins\tNC-head\t$UNK$\n"
    "               -\tPONCT\t-\n"
    "               pêcheurs\tNC\t\n"
    "            </NC+>\n"
    "         </NP>\n"
    "      </PP>\n"
    "      ?\tPONCT\t_\n"
    "   </SENT>\n"
    "</ROOT>\n";

TEST(NativeTest, ColumnsAndHeadsAreRead) {
  const Sentence sentence = read_one(kQuestion, native());
  ASSERT_EQ(sentence.size(), 8);
  EXPECT_EQ(sentence.line(), 2u);
  EXPECT_EQ(sentence.form(1), "Est");
  EXPECT_EQ(sentence.xpos(1), "V");
  EXPECT_EQ(sentence.misc(5), "sword=$UNK$");
  EXPECT_EQ(sentence.misc(7), "sword=");
  const ConstituentTree& tree = sentence.constituents();
  EXPECT_EQ(tree.node(0).label, "ROOT");
  EXPECT_EQ(tree.node(0).head, 1);
  EXPECT_EQ(tree.node(1).label, "SENT");
  EXPECT_EQ(tree.node(1).head, 2);
  EXPECT_EQ(tree.node(2).head, 3);
  EXPECT_EQ(tree.node(4).word, 2);
  EXPECT_EQ(tree.node(9).label, "NC+");
  EXPECT_EQ(tree.node(tree.node(9).parent).head, 9);
}

TEST(NativeTest, ComesBackAsItWas) { EXPECT_EQ(written(read(kQuestion, native())), kQuestion); }

TEST(NativeTest, HeaderIsOptional) {
  const Sentence sentence = read_one("<S>\na\tA\n</S>\n", native());
  EXPECT_EQ(sentence.form(1), "a");
  EXPECT_EQ(sentence.misc(1), "");
  EXPECT_EQ(written({sentence}), "word\ttag\n<S>\n   a\tA\n</S>\n");
  EXPECT_EQ(read("\n\nword\ttag\n\n<S>\n a\tA\r\n</S>\r\n\n<S>\nb\tB\n</S>", native()).size(), 2u);
  EXPECT_EQ(read("word\ttag\n", native()).size(), 0u);
}

// Labels, tags and words that look like marks of the format itself, in every combination with head marks.
TEST(NativeTest, WhateverTheLabelsAndWordsAreTheySurvive) {
  const std::vector<std::string> labels = {"X",  "X-head", "X-head\\", "-head", "/X", "\\/X",
                                           "\\", "a b",    "np-P<",    ">",     "/"};
  const std::vector<std::string> words = {"x", "<b>", "\\<b>", "\\", "</S>", "word", "\\/", "a b", "-head", "<"};
  for (const std::string& label : labels) {
    for (const std::string& tag : labels) {
      for (const std::string& word : words) {
        for (int head = -1; head < 2; ++head) {
          Sentence sentence;
          sentence.add_word(word);
          sentence.set(1, Column::kXpos, tag);
          sentence.add_word(word);
          ConstituentTree& tree = sentence.constituents();
          tree.add(ConstituentTree::kNone, label);
          tree.add_leaf(0, 1);
          tree.add(0, label);
          tree.add_leaf(2, 2);
          if (head >= 0) tree.set_head(0, head + 1);
          const Sentence back = read_one(written({sentence}), native());
          ASSERT_EQ(back.constituents(), tree) << label << ' ' << tag << ' ' << word << ' ' << head;
          ASSERT_EQ(back.form(1), word);
          ASSERT_EQ(back.xpos(1), tag);
          ASSERT_EQ(back.xpos(2), "");
        }
      }
    }
  }
}

TEST(NativeTest, UnlabelledTopsAndLoneLeaves) {
  const Format& penn = penn_format();
  const std::string text = "( (S (A b)))\n(NN tag)\n(word tag)\n(S (A (B c)))\n";
  const std::string through = written(read(text, penn));
  EXPECT_EQ(testing::write(read(through, native()), penn), text);
}

TEST(NativeTest, ExtraColumnsSurviveInMisc) {
  const std::string text = "word\ttag\tmwe\tnum\n<S>\n   a\tA\tx|y z\\p\t\n   b\tB\t\\\t=\n</S>\n";
  const Sentence sentence = read_one(text, native());
  EXPECT_EQ(sentence.misc(1), "mwe=x\\py\\sz\\\\p|num=");
  EXPECT_EQ(sentence.misc(2), "mwe=\\\\|num==");
  EXPECT_EQ(written({sentence}), text);
}

TEST(NativeTest, ColumnsCanBeChosen) {
  Sentence sentence;
  sentence.add_word("árboles");
  sentence.set(1, Column::kXpos, "NN");
  sentence.set(1, Column::kLemma, "árbol");
  sentence.set(1, Column::kFeats, "Gender=Masc|Number=Plur");
  sentence.set(1, Column::kMisc, "SpaceAfter=No");
  sentence.constituents().add_leaf(ConstituentTree::kNone, 1);
  WriteOptions options;
  options.columns = {"lemma", "Number", "SpaceAfter", "Mood", "upos"};
  EXPECT_EQ(testing::write({sentence}, native(), options),
            "word\ttag\tlemma\tNumber\tSpaceAfter\tMood\tupos\nárboles\tNN\tárbol\tPlur\tNo\t_\t_\n");
  options.columns.clear();
  EXPECT_EQ(testing::write({sentence}, native(), options), "word\ttag\nárboles\tNN\n")
      << "not settled: no extra columns";
}

TEST(NativeTest, ErrorsNameTheLineAndTheReason) {
  EXPECT_EQ(error_of("<S>\n<NP>\na\tA\n</S>\n", native()), "test:4: </S> closes <NP> of line 2");
  EXPECT_EQ(error_of("<S>\na\tA\n", native()), "test:1: <S> is not closed");
  EXPECT_EQ(error_of("<S>\na\tA\n</S>\n</S>\n", native()), "test:4: </S> closes nothing");
  EXPECT_EQ(error_of("<S>\n<A>\n</A>\n</S>\n", native()), "test:3: <A> is empty");
  EXPECT_EQ(error_of("<S>\na\n</S>\n", native()), "test:2: 1 columns where the header has 2");
  EXPECT_EQ(error_of("word\ttag\tx\n<S>\na\tA\n</S>\n", native()), "test:3: 2 columns where the header has 3");
  EXPECT_EQ(error_of("word\ttag\tx=\n<S>\na\tA\tb\n</S>\n", native()), "test:1: 'x=' cannot be the name of a column");
  EXPECT_EQ(error_of("<S>\na\tA-head\nb\tB-head\n</S>\n", native()), "test:3: second head in <S>");
  EXPECT_EQ(error_of("<S>\n<NP\na\tA\n</S>\n", native()), "test:2: no '>' at the end of '<NP'");
  EXPECT_EQ(error_of("<S>\na\t-head\n</S>\n", native()), "test:2: no word or no tag in 'a\t-head'");
  ReadOptions options;
  options.limits.depth = 1;
  EXPECT_EQ(error_of("<S>\n<A>\na\tA\n</A>\n</S>\n", native(), options),
            "test:2: constituents are nested more than 1 deep (--max-depth)");
  options.limits.words = 1;
  EXPECT_EQ(error_of("<S>\na\tA\na\tA\n</S>\n", native(), options),
            "test:3: sentence has more than 1 words (--max-words)");
}

// Found by fuzzing: a carriage return before a word became a space, and that indentation.
TEST(NativeTest, BlanksAroundWordsAndTagsMeanNothing) {
  const std::string once = written(read("<S>\n \r  c/B\r\tA\n</S>\n", native()));
  EXPECT_EQ(once, "word\ttag\n<S>\n   c/B \tA\n</S>\n");
  EXPECT_EQ(written(read(once, native())), once);
  EXPECT_EQ(written(read("<S>\na\tA -head\n</S>\n", native())), "word\ttag\n<S-head>\n   a\tA-head\n</S>\n");
}

TEST(NativeTest, RecordsEndWithTheirTrees) {
  const auto cut = [](std::string_view bytes) {
    std::vector<std::string> records;
    while (!bytes.empty()) {
      const std::size_t end = native().record_end(bytes, 0, true);
      records.emplace_back(bytes.substr(0, end));
      bytes.remove_prefix(end);
    }
    return records;
  };
  using Records = std::vector<std::string>;
  EXPECT_EQ(cut("<S>\n<S>\na\tA\n</S>\n</S>\n\n<S>\n"), (Records{"<S>\n<S>\na\tA\n</S>\n</S>\n\n", "<S>\n"}));
  EXPECT_EQ(cut("a\tA\nb\tB\n"), (Records{"a\tA\n", "b\tB\n"}));
  EXPECT_EQ(cut("<ROOT>\na\tA\n<ROOT-head>\n"), (Records{"<ROOT>\na\tA\n", "<ROOT-head>\n"}))
      << "one bad tree is cut off";
}

TEST(NativeTest, LinesMayEndWithAnyNumberOfCarriageReturns) {
  const Sentence sentence = read_one("word\ttag\tx\r\r\na\tA\tb\r\r\r\n", native_format());
  EXPECT_EQ(sentence.misc(1), "x=b");
}

TEST(NativeTest, TheHeaderIsText) {
  EXPECT_EQ(error_of(std::string("\nword\ttag\tx\0\n", 13), native_format()), "test:2: NUL byte");
  EXPECT_EQ(error_of("word\ttag\t\xFF\n", native_format()), "test:1: not valid UTF-8");
}

}  // namespace
}  // namespace espalier::treebank
