#include <gtest/gtest.h>

#include "tests/support/treebank.h"

namespace espalier::treebank {
namespace {

using espalier::testing::error_of;
using espalier::testing::read;
using espalier::testing::read_one;
using espalier::testing::write;

// "Do it and I will" with all that a sentence can have: comments, a range, empty nodes, enhanced edges.
constexpr std::string_view kRich =
    "# newdoc\n"
    "# sent_id = 1\n"
    "# text = dámelo y yo\n"
    "0.1\tse\t_\tPRON\t_\t_\t_\t_\t2:obj\t_\n"
    "1-3\tdámelo\t_\t_\t_\tTypo=Yes\t_\t_\t_\tSpaceAfter=No\n"
    "1\tda\tdar\tVERB\tV\tMood=Imp|Number=Sing\t0\troot\t0:root\tA=b\n"
    "2\tme\tyo\tPRON\t_\t_\t1\tobl:arg\t1:obl:arg\t_\n"
    "3\tlo\tél\tPRON\t_\t_\t1\tobj\t1:obj\t_\n"
    "3.1\t_\t_\tVERB\t_\t_\t_\t_\t1:conj\tCopyOf=1\n"
    "3.2\tx y\tx\tNOUN\t_\t_\t_\t_\t3.1:obj\t_\n"
    "4\t_\t_\tSYM\t_\t_\t1\tdep\t1:dep|3.1:dep\t_\n"
    "\n";

std::string word_line(int id, int head) {
  return std::to_string(id) + "\tw\t_\t_\t_\t_\t" + std::to_string(head) + "\tx\t_\t_\n";
}

TEST(ConlluTest, KeepsEveryByte) {
  EXPECT_EQ(write(read(kRich, conllu_format()), conllu_format()), kRich);
  const std::string twice = std::string(kRich) + std::string(kRich);
  EXPECT_EQ(write(read(twice, conllu_format()), conllu_format()), twice);
}

TEST(ConlluTest, ReadsWhatIsThere) {
  const Sentence sentence = read_one(kRich, conllu_format());
  EXPECT_EQ(sentence.size(), 4);
  EXPECT_EQ(sentence.line(), 1u);
  EXPECT_EQ(sentence.comment("sent_id"), "1");
  EXPECT_EQ(sentence.form(3), "lo");
  EXPECT_EQ(sentence.lemma(3), "él");
  EXPECT_EQ(sentence.xpos(2), "");
  EXPECT_EQ(sentence.head(1), 0);
  EXPECT_EQ(sentence.deprel(2), "obl:arg");
  EXPECT_EQ(sentence.form(4), "_");
  EXPECT_EQ(sentence.lemma(4), "_") << "the lemma of an underscore is an underscore";
  ASSERT_EQ(sentence.multiword_tokens().size(), 1u);
  EXPECT_EQ(sentence.multiword_tokens()[0].last, 3);
  EXPECT_EQ(sentence.text(sentence.multiword_tokens()[0].feats), "Typo=Yes");
  ASSERT_EQ(sentence.empty_nodes().size(), 3u);
  EXPECT_EQ(sentence.empty_nodes()[0].after, 0);
  EXPECT_EQ(sentence.empty_nodes()[2].index, 2);
}

TEST(ConlluTest, AnyNumberOfCarriageReturnsEndsALine) {
  const std::string line = "1\ta\t_\t_\t_\t_\t_\t_\t_\t_";
  for (const std::string end : {"\r\r\n", "\r\r\r\n"}) {
    EXPECT_EQ(write(read("# x" + end + line + end + "\n", conllu_format()), conllu_format()), "# x\n" + line + "\n\n");
  }
  EXPECT_EQ(write(read(line + "\r\r", conllu_format()), conllu_format()), line + "\n\n");
}

TEST(ConlluTest, ForgivesWhatHasOneMeaning) {
  const std::string line = word_line(1, 0);
  EXPECT_EQ(write(read(line, conllu_format()), conllu_format()), line + "\n") << "no empty line at the end";
  EXPECT_EQ(write(read("\n\n" + line + "\n\n\n" + line + "\n", conllu_format()), conllu_format()),
            line + "\n" + line + "\n");
  std::string crlf = line;
  crlf.insert(crlf.size() - 1, "\r");
  EXPECT_EQ(write(read(crlf + "\r\n" + crlf, conllu_format()), conllu_format()), line + "\n" + line + "\n");
  EXPECT_EQ(write(read("\xEF\xBB\xBF" + line + "\n", conllu_format()), conllu_format()), line + "\n");
  EXPECT_TRUE(read("", conllu_format()).empty());
  EXPECT_TRUE(read("\n\n\n", conllu_format()).empty());
}

TEST(ConlluTest, KeepsUnknownHeads) {
  const std::string text = "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n";
  const Sentence sentence = read_one(text, conllu_format());
  EXPECT_EQ(sentence.head(1), kNoHead);
  EXPECT_EQ(write({sentence}, conllu_format()), text);
}

TEST(ConlluTest, SaysWhereAndWhatIsWrong) {
  const auto error = [](const std::string& text) { return error_of(text, conllu_format()); };
  const std::string good = word_line(1, 0);
  EXPECT_EQ(error(good + "2\tb\n"), "test:2: expected 10 tab-separated columns, found 2");
  EXPECT_EQ(error(good + "\nxyz\n"), "test:3: expected 10 tab-separated columns, found 1");
  EXPECT_EQ(error(good + "2\tw\t_\t_\t_\t_\t1\tx\t_\t_\t_\n"), "test:2: expected 10 tab-separated columns, found 11");
  EXPECT_EQ(error("1\tw\t\t_\t_\t_\t0\tx\t_\t_\n"), "test:1: column 3 is empty");
  EXPECT_EQ(error(good + word_line(3, 1)), "test:2: expected word 2, found 3");
  EXPECT_EQ(error("01" + good.substr(1)), "test:1: ID '01' is not a number, a range or a decimal");
  EXPECT_EQ(error("1\tw\t_\t_\t_\t_\t-1\tx\t_\t_\n"), "test:1: HEAD '-1' is not a number");
  EXPECT_EQ(error("1\tw\t_\t_\t_\t_\t00\tx\t_\t_\n"), "test:1: HEAD '00' is not a number");
  EXPECT_EQ(error(good + "# late\n"), "test:2: a comment in the middle of a sentence");
  EXPECT_EQ(error("# only\n\n"), "test:2: a sentence without words");
  EXPECT_EQ(error(word_line(1, 1)), "test:1: the heads form a cycle through word 1");
  EXPECT_EQ(error("# c\n" + word_line(1, 0) + word_line(2, 3) + word_line(3, 2)),
            "test:3: the heads form a cycle through word 2");
  EXPECT_EQ(error(word_line(1, 0) + word_line(2, 7) + word_line(3, 1) + "\n"),
            "test:2: HEAD 7 of word 2 is beyond the sentence, which has 3 words");
}

TEST(ConlluTest, SaysWhatIsWrongWithRangesAndEmptyNodes) {
  const auto error = [](const std::string& text) { return error_of(text, conllu_format()); };
  const auto range = [](const std::string& id) { return id + "\tw\t_\t_\t_\t_\t_\t_\t_\t_\n"; };
  EXPECT_EQ(error(range("1-3") + word_line(1, 0) + word_line(2, 1)), "test:1: the range goes beyond the sentence");
  EXPECT_EQ(error(word_line(1, 0) + range("1-2") + word_line(2, 1)),
            "test:2: range 1-2 does not stand directly before its first word");
  EXPECT_EQ(error(range("1-2") + word_line(1, 0) + range("2-3") + word_line(2, 1) + word_line(3, 1)),
            "test:3: range 2-3 overlaps with the one before");
  EXPECT_EQ(error(range("2-1")), "test:1: '2-1' is not a range of words");
  EXPECT_EQ(error("1-2\tw\tlemma\t_\t_\t_\t_\t_\t_\t_\n"), "test:1: LEMMA of a multiword token must be _");
  EXPECT_EQ(error(word_line(1, 0) + range("1.2")), "test:2: expected empty node 1.1, found 1.2");
  EXPECT_EQ(error(word_line(1, 0) + range("0.1")), "test:2: expected empty node 1.1, found 0.1");
  EXPECT_EQ(error("0.1\tw\t_\t_\t_\t_\t1\t_\t_\t_\n"), "test:1: HEAD of an empty node must be _");
  EXPECT_EQ(error(range("1-2") + range("0.1")), "test:2: expected empty node 0.1, found 0.1");
}

TEST(ConlluTest, PointsAtTheRightLineThroughRangesAndEmptyNodes) {
  const std::string text = "# a\n0.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n1-2\tx\t_\t_\t_\t_\t_\t_\t_\t_\n" + word_line(1, 0) +
                           word_line(2, 9) + "2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n3-4\tx\t_\t_\t_\t_\t_\t_\t_\t_\n" +
                           word_line(3, 1) + word_line(4, 1) + "\n";
  EXPECT_EQ(error_of(text, conllu_format()), "test:5: HEAD 9 of word 2 is beyond the sentence, which has 4 words");
}

TEST(ConlluTest, RefusesBadBytesAndPassedLimits) {
  EXPECT_EQ(error_of(word_line(1, 0) + "\n1\t\xC3(\t_\t_\t_\t_\t0\tx\t_\t_\n", conllu_format()),
            "test:3: not valid UTF-8");
  EXPECT_EQ(error_of(std::string("# a\n1\tx\0y\t_\t_\t_\t_\t0\tx\t_\t_\n", 24), conllu_format()), "test:2: NUL byte");
  ReadOptions options;
  options.limits.words = 2;
  EXPECT_EQ(error_of(word_line(1, 0) + word_line(2, 1) + word_line(3, 1), conllu_format(), options),
            "test:3: sentence longer than 2 words (--max-words)");
  options.limits.line_bytes = 100;
  const std::string long_comment = "# " + std::string(200, 'x') + "\n";
  EXPECT_EQ(error_of(word_line(1, 0) + "\n" + long_comment + word_line(1, 0), conllu_format(), options),
            "test:3: line longer than 100 bytes (--max-line)");
}

// Every cut of a valid text is either read or refused with a message; nothing else can happen.
TEST(ConlluTest, TruncatedAnywhere) {
  for (std::size_t size = 0; size < kRich.size(); ++size) {
    const std::string message = error_of(kRich.substr(0, size), conllu_format());
    EXPECT_TRUE(message.empty() || message.starts_with("test:")) << message;
  }
}

TEST(ConllxTest, KeepsEveryByte) {
  const std::string text =
      "1\tE\te\tconj\tconj-c\t_\t2\tCO\t_\t_\n2\tassim\tassim\tadv\tadv\t<kc>|M\t0\tROOT\t1\tPX\n\n1\ta\t_\t_\t_\t_\t_"
      "\t_\t_\t_\n\n";
  const std::vector<Sentence> sentences = read(text, conllx_format());
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0].upos(1), "conj");
  EXPECT_EQ(sentences[0].xpos(1), "conj-c");
  EXPECT_EQ(sentences[0].misc(2), "PHead=1|PDeprel=PX");
  EXPECT_EQ(write(sentences, conllx_format()), text);
}

TEST(ConllxTest, WhateverPdeprelHoldsComesBack) {
  const std::string text = "1\ta\t_\t_\t_\t_\t0\tx\t1|2\ta|b c\\p\r|=\n\n";
  const Sentence sentence = read_one(text, conllx_format());
  EXPECT_EQ(sentence.misc(1), "PHead=1\\p2|PDeprel=a\\pb\\sc\\\\p\r\\p=");
  EXPECT_EQ(write({sentence}, conllx_format()), text);
}

TEST(ConllxTest, RefusesWhatItHasNot) {
  EXPECT_EQ(error_of("# comment\n", conllx_format()),
            "test:1: expected 10 tab-separated columns (CoNLL-X has no comments)");
  EXPECT_EQ(error_of("1-2\tw\t_\t_\t_\t_\t_\t_\t_\t_\n", conllx_format()), "test:1: expected word 1, found '1-2'");
  EXPECT_EQ(error_of(word_line(1, 0) + word_line(2, 2) + word_line(3, 1) + "\n\n", conllx_format()),
            "test:2: the heads form a cycle through word 2");
}

}  // namespace
}  // namespace espalier::treebank
