// The list of `curate errors`, read again: what it says, what is wrong with it, and which words it means.
#include "evaluation/suspect_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis_fixture.h"
#include "tests/support/expect_error.h"

namespace espalier::evaluation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kHeader = "rank\tscore\tfile\tline\tsent_id\tid\tform\thead\n";

std::string complaint(const std::string& text) {
  return tests::error_of([&] { read_suspects(text, "list"); }).what();
}

TEST(SuspectListTest, HasPlacesOfWords) {
  const auto list = read_suspects(kHeader + "1\t7.25\ta.conllu\t4\ts-1\t2\tx\t0\n2\t1\tb.conllu\t9\t\t1", "list");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].file, "a.conllu");
  EXPECT_EQ(list[0].line, 4u);
  EXPECT_EQ(list[0].sentence, "s-1");
  EXPECT_EQ(list[0].word, 2u);
  EXPECT_EQ(list[0].row, 2u);
  EXPECT_EQ(list[1].sentence, "");
  EXPECT_EQ(list[1].word, 1u);
  EXPECT_TRUE(read_suspects(kHeader, "list").empty());
}

TEST(SuspectListTest, RefusesOtherFiles) {
  const std::string reason = "this is no table as 'curate errors' writes it";
  EXPECT_EQ(complaint(""), "list:1: " + reason);
  EXPECT_EQ(complaint("# sent_id = 1\n1\ta\n"), "list:1: " + reason);
  for (const char* row :
       {"1\t7\ta\tfour\ts\t2\n", "1\t7\ta\t4\ts\t0\n", "1\t7\ta\t4\ts\t2-3\n", "1\t7\ta\t4\ts\n", "\n"}) {
    EXPECT_EQ(complaint(kHeader + row), "list:2: " + reason) << row;
  }
}

TEST(SuspectListTest, FindsWordsByTheNameOfTheirSentence) {
  const std::string gold = "a _ N _ _ 0 root\nb _ N _ _ 1 obj\n\nc _ N _ _ 0 root\nd _ N _ _ 1 obj\n";
  const testing::Judged judged(gold, gold);
  const std::string second(judged.pair.gold.sentence_id(1));
  const auto marked = [&](std::vector<ListedSuspect> list) { return mark_suspects(list, "list", judged.pair.gold); };
  // The same word twice, one of another treebank, one without a name.
  const MarkedSuspects some =
      marked({{"x", 9, second, 2, 2}, {"x", 9, second, 2, 3}, {"x", 9, "elsewhere", 7, 4}, {"x", 9, "", 1, 5}});
  EXPECT_THAT(some.words, ElementsAre(0, 0, 0, 1));
  EXPECT_EQ(some.found, 1u);
  const Error error = tests::error_of([&] { marked({{"x", 9, second, 3, 6}}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("list:6: sentence '" + second + "' of the gold standard has 2 words, not 3"));
}

TEST(SuspectListTest, FindsWordsOfTheSameFileByLine) {
  const std::string gold = "a _ N _ _ 0 root\nb _ N _ _ 1 obj\n\nc _ N _ _ 0 root\nd _ N _ _ 1 obj\n";
  const testing::Judged judged(gold, gold);
  const Document& document = judged.pair.gold;
  const std::size_t begin = document.sentence_line(1);
  // The name of the sentence does not matter then.
  const MarkedSuspects some = mark_suspects(
      {{document.file(), begin + 1, "x", 2, 2}, {document.file(), begin - 1, "", 1, 3}}, "list", document);
  EXPECT_THAT(some.words, ElementsAre(1, 0, 0, 1));
  EXPECT_EQ(some.found, 2u);
}

}  // namespace
}  // namespace espalier::evaluation
