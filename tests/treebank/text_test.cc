#include <gtest/gtest.h>

#include "base/byte_sink.h"
#include "tests/support/treebank.h"
#include "treebank/document_writer.h"
#include "treebank/surface_text.h"

namespace espalier {
namespace {

using treebank::conllu_format;
using treebank::sentence_text;
using treebank::text_format;

struct Token {
  std::string form;
  std::string misc;
};

Sentence sentence_of(const std::vector<Token>& tokens, const std::vector<std::string>& comments = {}) {
  Sentence sentence;
  for (const std::string& comment : comments) sentence.add_comment(comment);
  for (const Token& token : tokens) {
    const std::int32_t node = sentence.add_word(token.form);
    sentence.set(node, Column::kMisc, token.misc);
  }
  return sentence;
}

/// A document, its pieces made in batches of `batch` sentences, as threads do.
std::string document_of(const std::vector<Sentence>& sentences, std::size_t batch, const WriteOptions& options = {}) {
  std::string out;
  treebank::DocumentWriter writer(base::memory_sink(out), text_format(), options);
  treebank::Pieces pieces;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    pieces.add(text_format(), sentences[i], options);
    if ((i + 1) % batch != 0) continue;
    writer.write(pieces);
    pieces.clear();
  }
  writer.write(pieces);
  writer.close();
  return out;
}

TEST(SentenceTextTest, WordsAreSetApartUnlessMiscSaysOtherwise) {
  EXPECT_EQ(sentence_text(sentence_of({{"a", ""}, {"b", "SpaceAfter=No"}, {"c", "X=1|SpaceAfter=No"}, {"d", ""}})),
            "a bcd");
  EXPECT_EQ(sentence_text(Sentence()), "");
}

TEST(SentenceTextTest, WhiteSpaceIsAsEscaped) {
  EXPECT_EQ(sentence_text(
                sentence_of({{"a", "SpacesAfter=\\s\\s"}, {"b", "SpacesAfter="}, {"c", "SpacesAfter=\\t"}, {"d", ""}})),
            "a  bc\td");
  EXPECT_EQ(sentence_text(sentence_of({{"a", "SpacesBefore=\\s"}, {"1000", "SpacesInToken=1\\s000"}})), " a 1 000");
  EXPECT_EQ(sentence_text(sentence_of({{"a", "SpacesAfter=\\p\\\\\\x"}, {"b", ""}})), "a|\\\\xb");
}

TEST(SentenceTextTest, OtherWhiteSpaceIsEscapedByNumber) {
  EXPECT_EQ(treebank::unescape_spaces("\\u00A0\\u3000x\\u00g0\\u00"), "\u00A0\u3000x\\u00g0\\u00");
  std::string escaped;
  treebank::escape_spaces("a \t\r\n|\\\u00A0\u2028\v", escaped);
  EXPECT_EQ(escaped, "a\\s\\t\\r\\n\\p\\\\\\u00A0\\u2028\\u000B");
  EXPECT_EQ(treebank::unescape_spaces(escaped), "a \t\r\n|\\\u00A0\u2028\v");
}

TEST(SentenceTextTest, LineBreaksBecomeOneSpace) {
  EXPECT_EQ(sentence_text(sentence_of({{"a", "SpacesAfter=\\s\\r\\n\\n\\s"}, {"b", ""}})), "a b");
}

TEST(SentenceTextTest, MultiwordTokensStandForTheirWords) {
  const Sentence sentence = testing::read_one(
      "1-2\tim\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tin\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdem\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "3\t!\t_\t_\t_\t_\t_\t_\t_\t_\n\n",
      conllu_format());
  EXPECT_EQ(sentence_text(sentence), "im!");
}

TEST(SentenceTextTest, FormsAreJoinedOnRequestWhereTheTreebankIsSilent) {
  EXPECT_EQ(sentence_text(sentence_of({{"我", ""}, {"爱", "SpacesAfter=\\s"}, {"你", ""}}), false), "我爱 你");
}

TEST(TextFormatTest, SentencesParagraphsAndDocuments) {
  const std::vector<Sentence> sentences = {
      sentence_of({{"A", ""}, {".", ""}}, {"# newdoc id = d", "# newpar"}),
      sentence_of({{"B", "SpaceAfter=No"}}),
      sentence_of({{"C", "SpacesAfter=\\n\\n"}}, {"# newparticle = no"}),
      sentence_of({{"D", ""}}, {"# newpar id = p"}),
      sentence_of({{"E", "SpaceAfter=No"}}),
      sentence_of({{"F", ""}}, {"# newdoc"}),
  };
  for (std::size_t batch = 1; batch <= 7; ++batch) {
    EXPECT_EQ(document_of(sentences, batch), "A . BC\n\nD E\n\nF\n") << batch;
  }
}

TEST(TextFormatTest, SentencesAreSetApartEvenWhereWordsAreNot) {
  WriteOptions options;
  options.spaces = false;
  EXPECT_EQ(document_of({sentence_of({{"我", ""}, {"。", ""}}), sentence_of({{"你", ""}})}, 1, options), "我。 你\n");
}

TEST(TextFormatTest, WhiteSpaceBetweenSentencesIsAsTheTreebankSays) {
  const std::vector<Sentence> sentences = {
      sentence_of({{"A", "SpacesBefore=\\n\\s|SpacesAfter=\\n"}, {".", "SpacesAfter=\\s\\s"}}, {"# newdoc"}),
      sentence_of({{"B", "SpacesAfter=\\r\\n\\u00A0\\r\\n"}}),
      sentence_of({{"C", "SpacesAfter=\\n"}}, {"# newpar"}),
      sentence_of({{"D", "SpacesAfter=\\u2029"}}, {"# newdoc"}),
      sentence_of({{"E", "SpaceAfter=No"}}, {"# newpar"}),
  };
  for (std::size_t batch = 1; batch <= 6; ++batch) {
    EXPECT_EQ(document_of(sentences, batch), "\n A\n.  B\r\n\u00A0\r\nC\n\nD\u2029E") << batch;
  }
}

TEST(TextFormatTest, ADocumentWithoutSentencesIsEmpty) { EXPECT_EQ(document_of({}, 1), ""); }

TEST(TextFormatTest, ADocumentEndsWithOneNewline) {
  EXPECT_EQ(document_of({sentence_of({{"a", ""}})}, 1), "a\n");
  EXPECT_EQ(document_of({sentence_of({{"a", "SpacesAfter=\\n"}})}, 1), "a\n");
}

}  // namespace
}  // namespace espalier
