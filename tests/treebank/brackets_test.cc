#include "treebank/brackets.h"

#include <gtest/gtest.h>

#include "tests/support/treebank.h"
#include "treebank/constituents.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

using testing::error_of;
using testing::read;
using testing::read_one;

std::string rewritten(std::string_view text, const Format& format = penn_format(), const WriteOptions& options = {}) {
  return testing::write(read(text, format), format, options);
}

TEST(PennTest, TreeBecomesWordsTagsAndConstituents) {
  const Sentence sentence = read_one("(ROOT (S (NP (DT The) (NN tree)) (VP (VBZ grows))))\n", penn_format());
  ASSERT_EQ(sentence.size(), 3);
  EXPECT_EQ(sentence.form(1), "The");
  EXPECT_EQ(sentence.xpos(2), "NN");
  EXPECT_EQ(sentence.upos(2), "");
  EXPECT_EQ(sentence.head(1), kNoHead);
  ConstituentTree expected;
  const auto root = expected.add(ConstituentTree::kNone, "ROOT");
  const auto s = expected.add(root, "S");
  const auto np = expected.add(s, "NP");
  expected.add_leaf(np, 1);
  expected.add_leaf(np, 2);
  const auto vp = expected.add(s, "VP");
  expected.add_leaf(vp, 3);
  EXPECT_EQ(sentence.constituents(), expected);
}

TEST(PennTest, OneTreeALineComesBackAsItWas) {
  for (const std::string text : {
           "(ROOT (S (NP (DT The) (NN tree)) (VP (VBZ grows))))\n",
           "( (S (NP (NN x)) (VP (VB y))))\n",  // unlabelled top
           "(NN tree)\n",                       // a preterminal alone
           "(TOP (NP (-LRB- -LRB-) (NN friend-LRB-s-RRB-) (-RRB- -RRB-)))\n",
           "(S (-NONE- *T*-1) (X -LSB-) (Y -LCB-x))\n",  // other escapes are not ours
           "(S (art->N o) (np-P< (n-H x)))\n(S (SYM <b>) (HYPH \\/) (_ x))\n",
       }) {
    EXPECT_EQ(rewritten(text), text);
  }
}

TEST(PennTest, RoundBracketsAreEscapedInWordsOnly) {
  const Sentence sentence = read_one("(S (-LRB- -LRB-) (NN a-LRB-s-RRB-) (-LCB- -LCB-))", penn_format());
  EXPECT_EQ(sentence.form(1), "(");
  EXPECT_EQ(sentence.xpos(1), "-LRB-");
  EXPECT_EQ(sentence.form(2), "a(s)");
  EXPECT_EQ(sentence.form(3), "-LCB-");
}

TEST(PennTest, LayoutDoesNotMatter) {
  const std::string plain = "( (S (NP (DT The) (NN tree)) (VP (VBZ grows))))\n(X (Y z))\n(NN a)\n";
  EXPECT_EQ(rewritten("((S(NP(DT The)(NN tree))(VP(VBZ grows))))(X(Y z))  (NN a)"), plain);
  EXPECT_EQ(rewritten("\n\n( (S\r\n    (NP (DT The)\t(NN tree))\r\n  (VP\n(VBZ\ngrows)))\n)\n\n\n(X (Y z)) (NN a)\n\n"),
            plain);
}

TEST(PennTest, SeveralLinesATree) {
  WriteOptions options;
  options.multi_line = true;
  const std::string text =
      "(ROOT\n"
      "  (S\n"
      "    (NP (DT The) (NN tree))\n"
      "    (VP (VBZ grows))\n"
      "    (. .)))\n"
      "(NN x)\n"
      "(\n"
      "  (S (NN x)))\n";
  EXPECT_EQ(rewritten(text, penn_format(), options), text);
}

TEST(PennTest, SentencesKnowTheirLines) {
  const auto sentences = read("(A (B\nc)) (D (E f))\n\n\n(G (H i))", penn_format());
  ASSERT_EQ(sentences.size(), 3u);
  EXPECT_EQ(sentences[0].line(), 1u);
  EXPECT_EQ(sentences[1].line(), 2u);
  EXPECT_EQ(sentences[2].line(), 5u);
}

TEST(PennTest, ErrorsNameTheLineAndTheReason) {
  const Format& penn = penn_format();
  EXPECT_EQ(error_of("(S (A b))\n(S (A b)\n", penn), "test:2: tree is not closed: a ')' is missing");
  EXPECT_EQ(error_of("(S (A b))\n\n(S (A", penn), "test:3: tree is not closed: a ')' is missing");
  EXPECT_EQ(error_of("(S (A b)))\n", penn), "test:1: closing bracket without an opening one");
  EXPECT_EQ(error_of("(S (A b))\nwhat is (S (A b))", penn), "test:2: text outside of a tree: 'what'");
  EXPECT_EQ(error_of("(S (A b)) tail\n", penn), "test:1: text outside of a tree: 'tail'");
  EXPECT_EQ(error_of("(S\n(A b)\n())\n", penn), "test:3: empty brackets");
  EXPECT_EQ(error_of("()\n", penn), "test:1: empty brackets");
  EXPECT_EQ(error_of("(S\n (NN))\n", penn), "test:2: no word under 'NN'");
  EXPECT_EQ(error_of("(S\n\n ((NN x)))\n", penn), "test:3: label is missing after '('");
  EXPECT_EQ(error_of("(S (NN x\n y))\n", penn), "test:2: more than one word under 'NN'");
  EXPECT_EQ(error_of("(S (NN x (A b)))\n", penn), "test:1: more than one word under 'NN'");
  EXPECT_EQ(error_of("(S (NN x)\nstray)\n", penn), "test:2: word 'stray' has no tag of its own");
  EXPECT_EQ(error_of("# a comment\n(S (NN x))\n", penn), "test:1: text outside of a tree: '#'");
}

TEST(PennTest, LimitsAreErrorsAtTheirLine) {
  ReadOptions options;
  options.limits.depth = 3;
  options.limits.words = 2;
  const Format& penn = penn_format();
  EXPECT_EQ(error_of("(A (B (C (x y))))", penn, options), "");
  EXPECT_EQ(error_of("(A (B (C\n(D (x y)))))", penn, options),
            "test:2: constituents are nested more than 3 deep (--max-depth)");
  EXPECT_EQ(error_of("(A (x y) (x y))", penn, options), "");
  EXPECT_EQ(error_of("(A (x y) (x y)\n\n(x y))", penn, options),
            "test:3: sentence has more than 2 words (--max-words)");
}

TEST(PennTest, WriterRefusesWhatBracketsCannotSay) {
  std::string out;
  Sentence sentence;
  sentence.add_word("x");
  sentence.set_line(7);
  const auto message = [&] {
    try {
      penn_format().piece(sentence, {}, out);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(), "line 7: sentence has no constituents (convert --heads makes them from dependencies)");
  sentence.constituents().add(ConstituentTree::kNone, "S");
  EXPECT_EQ(message(), "line 7: constituent 'S' is empty");
  sentence.constituents().add_leaf(0, 1);
  sentence.add_word("y");
  EXPECT_EQ(message(), "line 7: word 2 is in no constituent");
  sentence.constituents().add_leaf(0, 1);
  EXPECT_EQ(message(), "line 7: word 1 is in the constituents twice");
  sentence = read_one("(S (VP (A 0=a) (C 2=c)) (B 1=b))", discbracket_format());
  EXPECT_EQ(message(), "line 1: constituents are discontinuous, which these brackets cannot show (discbracket can)");
  EXPECT_EQ(out, "");
}

TEST(PennTest, WriterSortsChildrenThatAreOutOfOrder) {
  const Sentence sentence = read_one("(S (VP (B 1=b) (C 2=c)) (A 0=a))", discbracket_format());
  std::string out;
  penn_format().piece(sentence, {}, out);
  EXPECT_EQ(out, "(S (A a) (VP (B b) (C c)))\n");
}

TEST(PennTest, WhatOtherFormatsMayHoldStaysWellFormed) {
  Sentence sentence;
  sentence.add_word("xe máy");
  sentence.set(1, Column::kUpos, "NOUN");
  sentence.add_word("(");
  sentence.set(2, Column::kXpos, "(");
  sentence.add_word("");
  const auto top = sentence.constituents().add(ConstituentTree::kNone, "A (B)");
  for (const int word : {1, 2, 3}) sentence.constituents().add_leaf(top, word);
  std::string out;
  penn_format().piece(sentence, {}, out);
  EXPECT_EQ(out, "(A_-LRB-B-RRB- (NOUN xe_máy) (-LRB- -LRB-) (_ _))\n");
}

TEST(DiscbracketTest, LeavesSayTheirPlaces) {
  const std::string text = "(S (VP (VB 0=Wake) (PRT 2=up)) (NP (PRP 1=me)) (. 3==))\n";
  const Sentence sentence = read_one(text, discbracket_format());
  EXPECT_EQ(sentence.form(1), "Wake");
  EXPECT_EQ(sentence.form(2), "me");
  EXPECT_EQ(sentence.form(3), "up");
  EXPECT_EQ(sentence.xpos(3), "PRT");
  EXPECT_EQ(sentence.form(4), "=");
  EXPECT_FALSE(is_continuous(sentence.constituents()));
  EXPECT_EQ(rewritten(text, discbracket_format()), text);
  EXPECT_EQ(rewritten("(punc 0=-LRB-)\n", discbracket_format()), "(punc 0=-LRB-)\n");
}

TEST(DiscbracketTest, PlacesAreAPermutation) {
  const Format& format = discbracket_format();
  EXPECT_EQ(error_of("(S (A 0=a)\n(B 0=b))", format), "test:2: index 0 is used twice");
  EXPECT_EQ(error_of("(S (A 0=a)\n(B 2=b))", format), "test:2: index 2 is out of range: the tree has 2 words");
  EXPECT_EQ(error_of("(S (A 99999999999999999999=a))", format), "test:1: index 99999999999999999999 is out of range");
  EXPECT_EQ(error_of("(S (A a))", format), "test:1: 'a' is not of the form index=word");
  EXPECT_EQ(error_of("(S (A 0))", format), "test:1: '0' is not of the form index=word");
  EXPECT_EQ(error_of("(S (A =a))", format), "test:1: '=a' is not of the form index=word");
  EXPECT_EQ(error_of("(S (A -1=a))", format), "test:1: '-1=a' is not of the form index=word");
  EXPECT_EQ(error_of("(S (A 0=))", format), "test:1: no word after '0='");
}

std::vector<std::string> cut(std::string_view bytes) {
  std::vector<std::string> records;
  while (!bytes.empty()) {
    const std::size_t end = bracket_record_end(bytes, 0, true);
    records.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end);
  }
  return records;
}

TEST(BracketRecordTest, RecordsEndWithTheirTrees) {
  using Records = std::vector<std::string>;
  EXPECT_EQ(cut("(A b)(C d) \n\n(E\n(F g)) "), (Records{"(A b)", "(C d) \n\n", "(E\n(F g)) "}));
  EXPECT_EQ(cut("\n (A b)"), (Records{"\n (A b)"}));
  EXPECT_EQ(cut(" \n"), (Records{" \n"}));
}

TEST(BracketRecordTest, OneBadTreeDoesNotSwallowTheNext) {
  using Records = std::vector<std::string>;
  EXPECT_EQ(cut("(ROOT (A b)\n(ROOT (C d))\n"), (Records{"(ROOT (A b)\n", "(ROOT (C d))\n"}));
  EXPECT_EQ(cut("( (A b)\n( (C d))\n"), (Records{"( (A b)\n", "( (C d))\n"}));
  EXPECT_EQ(cut("(A b))\n(C d)"), (Records{"(A b)", ")\n", "(C d)"}));
  EXPECT_EQ(cut("text here\n(C d)"), (Records{"text here\n", "(C d)"}));
  EXPECT_EQ(cut("text (C d)"), (Records{"text ", "(C d)"}));
  // Other labels may nest in themselves, however the lines are broken.
  EXPECT_EQ(cut("(S\n(S (A b))\n(S (C d)))\n"), (Records{"(S\n(S (A b))\n(S (C d)))\n"}));
  EXPECT_EQ(cut("(ROOT\n(S (A b)))\n"), (Records{"(ROOT\n(S (A b)))\n"}));
}

TEST(BracketRecordTest, CutsDoNotDependOnHowBytesArrive) {
  const std::string text = "(ROOT (A b)\n(ROOT (C d)) x\n)( (E f))\n\n (G h)";
  const std::vector<std::string> whole = cut(text);
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    std::string trees;
    std::size_t at = 0, held = 0, scanned = 0;
    while (at < text.size()) {
      const bool at_end = held == text.size();
      const std::size_t end = bracket_record_end(std::string_view(text).substr(at, held - at), scanned, at_end);
      if (end == Format::kMore) {
        ASSERT_FALSE(at_end);
        scanned = held - at;
        held = std::min(text.size(), held + piece);
        continue;
      }
      ASSERT_GT(end, 0u);
      const std::string record = text.substr(at, end);
      if (record.find_first_not_of(" \n") != std::string::npos) trees += record.substr(record.find_first_not_of(" \n"));
      while (!trees.empty() && (trees.back() == ' ' || trees.back() == '\n')) trees.pop_back();
      trees += '|';
      if (record.find_first_not_of(" \n") == std::string::npos) trees.pop_back();
      at += end;
      scanned = 0;
    }
    EXPECT_EQ(trees, "(ROOT (A b)|(ROOT (C d))|x|)|( (E f))|(G h)|") << "pieces of " << piece;
  }
}

// A record that arrives in 64 KB pieces: started over at each, 64 MB would be 33 GB to look at.
TEST(BracketRecordTest, LongTreesAreNotScannedAgainAtEveryPiece) {
  constexpr std::size_t kPiece = std::size_t{64} << 10;
  constexpr std::size_t kSize = std::size_t{64} << 20;
  std::size_t looked_at = 0;
  std::size_t last = 0;
  for (std::size_t scanned = 0, size = kPiece; size <= kSize; scanned = size, size += kPiece) {
    if (!is_worth_scanning(scanned, size)) continue;
    looked_at += size;
    EXPECT_LE(size, last + last / 4 + kPiece) << "found at most a quarter late";
    last = size;
  }
  EXPECT_LE(looked_at, 7 * kSize);
  for (std::size_t size = 1; size <= kAlwaysScanned; ++size) EXPECT_TRUE(is_worth_scanning(size - 1, size));

  std::string bytes = "(S";
  while (bytes.size() < kSize / 16) bytes += " (NN word)";
  bytes += ")\n";
  for (std::size_t scanned = 0, size = kPiece;; scanned = size, size = std::min(size + kPiece, bytes.size())) {
    const std::size_t end = bracket_record_end(std::string_view(bytes).substr(0, size), scanned, scanned == size);
    if (end == Format::kMore) continue;
    EXPECT_EQ(end, bytes.size());
    break;
  }
}

}  // namespace
}  // namespace espalier::treebank
