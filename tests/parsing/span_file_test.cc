#include "parsing/span_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/clauses.h"
#include "tests/support/expect_error.h"
#include "tests/support/tagged.h"
#include "tests/support/temporary_folder.h"

namespace espalier::parsing {
namespace {

using tests::columns_text;
using tests::made_up_columns;
using tests::made_up_treebank;

class SpanFile : public ::testing::Test {
 protected:
  std::vector<features::ExtraColumns> read(const std::string& text, const std::vector<Sentence>& sentences,
                                           bool skip = false) const {
    std::ofstream(path_, std::ios::binary) << text;
    ReadOptions options;
    options.skip_invalid = skip;
    return read_columns(path_, sentences, options, {});
  }
  /// What is wrong, after the name of the file.
  std::string error(const std::string& text, const std::vector<Sentence>& sentences) const {
    const Error error = tests::error_of([&] { read(text, sentences); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.place().file, path_);
    return std::to_string(error.place().line) + ": " + error.reason();
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "x.clauses.tsv";
};

Sentence words(const std::vector<std::string>& forms) {
  Sentence sentence;
  for (const std::string& form : forms) sentence.add_word(form);
  return sentence;
}

TEST_F(SpanFile, WhatIsWrittenIsRead) {
  const std::vector<Sentence> sentences = made_up_treebank(20, 1);
  const auto columns = read(columns_text(sentences), sentences);
  ASSERT_EQ(columns.size(), sentences.size());
  for (std::size_t i = 0; i < columns.size(); ++i) EXPECT_EQ(columns[i].values, made_up_columns(sentences[i]).values);
  EXPECT_EQ(columns[0].names, (std::vector<std::string>{"chunk", "clause-start", "clause-end", "clause"}));
}

TEST_F(SpanFile, LineEndsAndMissingValues) {
  const auto columns = read("\r\n1\ta\tx\tO\t_\t_\t_\r\n2\tb\tx\tB-NP\tX\tX\t*", {words({"a", "b"})});
  EXPECT_EQ(columns[0].values[0], (std::vector<std::string>{"", "O", "B-NP"}));
  EXPECT_EQ(columns[0].values[3], (std::vector<std::string>{"", "", "*"}));
}

TEST_F(SpanFile, TheFirstLineNamesTheColumns) {
  const auto columns =
      read("ID\tFORM\tnumber\tCHUNK\tPOSTAG\tMood2\n1\ta\tsing\tO\tx\t_\n2\tb\tplur\t_\tx\tind\n", {words({"a", "b"})});
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(columns[0].names,
            (std::vector<std::string>{"chunk", "clause-start", "clause-end", "clause", "number", "Mood2"}));
  EXPECT_EQ(columns[0].values[0], (std::vector<std::string>{"", "O", ""}));
  EXPECT_EQ(columns[0].values[3], (std::vector<std::string>{"", "", ""}));
  EXPECT_EQ(columns[0].values[4], (std::vector<std::string>{"", "sing", "plur"}));
  EXPECT_EQ(columns[0].values[5], (std::vector<std::string>{"", "", "ind"}));
}

TEST_F(SpanFile, WordsMayHaveWhatValuesMayNot) {
  const auto columns = read("ID\tFORM\tnumber\n1\t|\tna\n2\ta b\tsing\n", {words({"|", "a b"})});
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(columns[0].values[4], (std::vector<std::string>{"", "na", "sing"}));
}

TEST_F(SpanFile, NamesThatAreNoneAreRefused) {
  const std::vector<Sentence> one = {words({"a"})};
  const std::string none = "1: the names of fields are ID, FORM and at least one column";
  EXPECT_EQ(error("ID\tFORM\n1\ta\n", one), none);
  EXPECT_EQ(error("ID\tWORD\tnumber\n1\ta\tx\n", one), none);
  EXPECT_EQ(error("ID\tFORM\tx\tx\n1\ta\tx\tx\n", one), "1: the column 'x' is there twice");
  for (const char* name : {"chunk", "Chunk", "9x", "a=b", "a.b", ""}) {
    EXPECT_EQ(error("ID\tFORM\t" + std::string(name) + "\n1\ta\tx\n", one),
              "1: '" + std::string(name) + "' is no name of a column; letters, digits and - are");
  }
  EXPECT_EQ(error("ID\tFORM\tnumber\n1\ta\n", one), "2: 2 fields where 3 are due: ID FORM number");
  EXPECT_EQ(error("ID\tFORM\tnumber\n1\ta\tx|y\n", one), "2: 'x|y' has a space or | in it");
}

TEST_F(SpanFile, WhatDoesNotFitIsToldWithItsPlace) {
  const std::vector<Sentence> two = {words({"a", "b"}), words({"c"})};
  const std::string first = "1\ta\tx\tO\tX\tX\t*\n2\tb\tx\tO\tX\tX\t*\n\n";
  EXPECT_EQ(error(first + "1\td\tx\tO\tX\tX\t*\n", two), "4: the word is 'd' here and 'c' in the treebank");
  EXPECT_EQ(error(first, two), "3: it ends after 1 sentences; the treebank has 2");
  EXPECT_EQ(error("", two), "0: it ends after 0 sentences; the treebank has 2");
  EXPECT_EQ(error(first + first, {two[0]}), "4: it goes on after 1 sentences, which are all that the treebank has");
  EXPECT_EQ(error("1\ta\tx\tO\tX\tX\t*\n\n", {two[0]}), "1: the sentence has 1 words here and 2 in the treebank");
  EXPECT_EQ(error(first.substr(0, first.size() - 1) + "3\tc\tx\tO\tX\tX\t*\n", {two[0]}),
            "3: the sentence has 3 words here and 2 in the treebank");
  EXPECT_EQ(error("1\ta\tx\tO\tX\tX\n", {two[0]}),
            "1: 6 fields where 7 are due: ID FORM POSTAG CHUNK CSTART CEND CLAUSE");
  EXPECT_EQ(error("1\ta\tx\tO\tX\tX\t*\t\n", {two[0]}),
            "1: 8 fields where 7 are due: ID FORM POSTAG CHUNK CSTART CEND CLAUSE");
  EXPECT_EQ(error("1\ta\tx\t\tX\tX\t*\n", {two[0]}), "1: a field is empty; _ stands for no value");
  EXPECT_EQ(error("1\ta\tx\tO\tX\tX\t*\n3\tb\tx\tO\tX\tX\t*\n", {two[0]}), "2: the ID is '3' where 2 is due");
  EXPECT_EQ(error("1x\ta\tx\tO\tX\tX\t*\n", {two[0]}), "1: the ID is '1x' where 1 is due");
  EXPECT_EQ(error("1\tc\tx\tO\tX\tX\t(S\n", {two[1]}), "1: '(S' is no bracket of clauses, such as (S*, * or *S)");
  EXPECT_EQ(error("1\tc\tx\tO\tX\tX\t(S*\n", {two[1]}), "1: the brackets of the sentence's clauses are not balanced");
}

TEST_F(SpanFile, SentencesThatTheTreebankLeftOutAreLeftOut) {
  const std::vector<Sentence> all = made_up_treebank(10, 1);
  std::vector<Sentence> some = all;
  some.erase(some.begin() + 9);
  some.erase(some.begin() + 3);
  const auto columns = read(columns_text(all), some, true);
  ASSERT_EQ(columns.size(), 8u);
  for (std::size_t i = 0; i < columns.size(); ++i) EXPECT_EQ(columns[i].values, made_up_columns(some[i]).values);
}

}  // namespace
}  // namespace espalier::parsing
