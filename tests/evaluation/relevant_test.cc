// Lists of relevant words: what they say, what is wrong with them, and the scores that are left.
#include "evaluation/relevant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_treebank.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace espalier::evaluation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RelevantList list_of(const std::string& text) {
  RelevantList list;
  add_relevant(text, "list", list);
  return list;
}

std::string complaint(const std::string& text) {
  return tests::error_of([&] { list_of(text); }).what();
}

TEST(RelevantListTest, HasRelationsFormsAndWords) {
  const RelevantList list = list_of("# what matters\n\nobl\nform:Against\r\ns-1\t4\ns-2\t2-3\n");
  EXPECT_THAT(list.relations, ElementsAre("obl"));
  EXPECT_THAT(list.forms, ElementsAre("against"));
  ASSERT_EQ(list.words.size(), 2u);
  EXPECT_EQ(list.words[0].sentence, "s-1");
  EXPECT_EQ(list.words[0].first, 4u);
  EXPECT_EQ(list.words[0].last, 4u);
  EXPECT_EQ(list.words[0].line, 5u);
  EXPECT_EQ(list.words[1].first, 2u);
  EXPECT_EQ(list.words[1].last, 3u);
}

TEST(RelevantListTest, WhatIsNoEntryIsReportedWithItsLine) {
  EXPECT_THAT(complaint("obl\ns-1\tx\n"), HasSubstr("list:2: 'x' is not the number of a word"));
  EXPECT_THAT(complaint("s-1\t4.1\n"), HasSubstr("list:1: '4.1'"));
  EXPECT_THAT(complaint("s-1\t4\tword\n"), HasSubstr("list:1: '4\tword'"));
  EXPECT_THAT(complaint("s-1\t0\n"), HasSubstr("they count from 1"));
  EXPECT_THAT(complaint("s-1\t5-4\n"), HasSubstr("'5-4' are no words"));
  EXPECT_THAT(complaint("\t4\n"), HasSubstr("no sentence stands before the tab"));
  EXPECT_THAT(complaint("s-1 4\n"), HasSubstr("list:1: 's-1 4' is no relation"));
  EXPECT_THAT(complaint("form:\n"), HasSubstr("list:1: form:"));
  EXPECT_THAT(complaint("# nothing\n"), HasSubstr("list: the list names nothing"));
}

class RelevantTest : public ::testing::Test {
 protected:
  static std::string line(int id, const std::string& form, int head, const std::string& label) {
    return std::to_string(id) + "\t" + form + "\t_\t_\t_\t_\t" + std::to_string(head) + "\t" + label + "\t_\t_\n";
  }
  static std::string trees(int head_of_c, int head_of_e, const std::string& label_of_f) {
    return "# sent_id = s-1\n" + line(1, "A", 2, "nsubj") + line(2, "b", 0, "root") + line(3, "c", head_of_c, "obj") +
           "\n# sent_id = s-2\n" + line(1, "d", 0, "root") + line(2, "e", head_of_e, "obl:arg") +
           line(3, "f", 1, label_of_f) + "\n" + line(1, "a", 0, "root") + "\n";
  }
  std::string write(const std::string& name, const std::string& text) {
    tests::spill(folder_ / name, text);
    return folder_ / name;
  }
  Score las(const std::string& metrics, const std::string& list) {
    EvaluationOptions options;
    options.metrics = metrics;
    options.relevant_files = {write("list.tsv", list)};
    result_ = evaluate(gold_, {system_}, options);
    return result_.systems[0].find("LAS")->score;
  }

  tests::TemporaryFolder folder_;
  std::string gold_ = write("gold.conllu", trees(2, 1, "obj"));
  std::string system_ = write("system.conllu", trees(1, 3, "obl"));  // c and e: head; f: label
  EvaluationResult result_;
};

TEST_F(RelevantTest, OnlyTheWordsListedCount) {
  for (const char* metrics : {"conllx", "conll18"}) {
    Score score = las(metrics, "s-1\t2-3\ns-2\t1\n");  // b right, c wrong, d right
    EXPECT_EQ(score.gold, 3u) << metrics;
    EXPECT_EQ(score.system, 3u) << metrics;
    EXPECT_EQ(score.correct, 2u) << metrics;
    score = las(metrics, "form:A\n");  // the first and the last word, both right
    EXPECT_EQ(score.gold, 2u) << metrics;
    EXPECT_EQ(score.correct, 2u) << metrics;
    score = las(metrics, "obj\n");  // gold c and f, both wrong; of the output only c is one
    EXPECT_EQ(score.gold, 2u) << metrics;
    EXPECT_EQ(score.system, 1u) << metrics;
    EXPECT_EQ(score.correct, 0u) << metrics;
    score = las(metrics, "obl\nform:f\n3\t1\n");  // e by its relation, f by its form, a by the number of its sentence
    EXPECT_EQ(score.gold, 3u) << metrics;
    EXPECT_EQ(score.correct, 1u) << metrics;
    EXPECT_THAT(result_.notes, IsEmpty());
  }
}

TEST_F(RelevantTest, WordsThatTheGoldStandardDoesNotHaveAreErrors) {
  const auto complaint_of = [&](const std::string& list) {
    return std::string(tests::error_of([&] { las("conllx", list); }).what());
  };
  EXPECT_THAT(complaint_of("obj\ns-9\t1\n"), HasSubstr("list.tsv:2: the gold standard has no sentence 's-9'"));
  EXPECT_THAT(complaint_of("s-1\t2-4\n"), HasSubstr("list.tsv:1: sentence 's-1' has 3 words, not 4"));
  gold_ = write("twice.conllu", trees(2, 1, "obj") + trees(2, 1, "obj"));
  system_ = gold_;
  EXPECT_THAT(complaint_of("s-1\t2\n"), HasSubstr("list.tsv:1: several sentences are called 's-1'"));
}

TEST_F(RelevantTest, EntriesThatNoWordHasAreTold) {
  las("conllx", "nsbuj\nobl\nform:zzz\n");
  EXPECT_THAT(result_.notes,
              ElementsAre(HasSubstr("relation 'nsbuj', which is listed as relevant (did you mean 'nsubj'"),
                          HasSubstr("form 'zzz'")));
  EXPECT_THAT(to_text(result_), HasSubstr("'nsbuj'"));
  EXPECT_THAT(to_json(result_), HasSubstr("'nsbuj'"));
}

}  // namespace
}  // namespace espalier::evaluation
