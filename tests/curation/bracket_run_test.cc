// The search for wrong brackets from a request to its result, on a treebank of one pattern.
#include "curation/bracket_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "tests/support/bracket_treebank.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/local_ranks.h"
#include "tests/support/small_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tests::error_of;
using tests::threads;

class BracketRunTest : public ::testing::Test {
 protected:
  BracketRunTest() : lines_(tests::bracket_pattern()) {
    request_.folds = 3;
    request_.heads = "english";
    request_.treebanks = {folder_ / "a.mrg"};
  }

  std::string text() const {
    std::string out;
    for (const std::string& each : lines_) out += each;
    return out;
  }
  ErrorResult run(int count = 1) {
    write_file(request_.treebanks[0], text());
    return find_errors(request_, threads(count));
  }
  void make_wrong() {
    lines_[10] = "(ROOT (S (NP (DT the) (NN cat)) (VP (VB likes) (DT a) (JJ red) (NN tree)) (. .)))\n";
    lines_[40] = "(ROOT (S (PP (DT the) (NN bird)) (VP (VB sees) (NP (DT a) (JJ red) (NN tree))) (. .)))\n";
    lines_[60] = "(ROOT (S (NP (DT the) (NN child)) (VP (VB likes)) (NP (DT a) (JJ old) (NN tree)) (. .)))\n";
  }

  tests::TemporaryFolder folder_;
  std::vector<std::string> lines_;
  ErrorRequest request_;
};

std::string bytes_of(const ErrorResult& result) {
  return report::render(error_table(result), report::TableFormat::kTsv) +
         report::render(error_counts(result), report::TableFormat::kTsv) + error_page(result, 10) +
         tests::penn_of(result.sentences);
}

TEST_F(BracketRunTest, NothingIsFoundWhereNothingIsWrong) {
  const ErrorResult result = run();
  EXPECT_TRUE(result.brackets);
  EXPECT_EQ(result.words, 4 * 72U);
  EXPECT_EQ(result.candidates, 0U);
  EXPECT_THAT(result.suspects, IsEmpty());
  ASSERT_THAT(result.parsers, SizeIs(3));
  for (const ErrorParser& each : result.parsers) EXPECT_EQ(each.las, 100) << each.name;
  EXPECT_EQ(result.parsers[1].name, "constituency-best, backwards");
}

TEST_F(BracketRunTest, WrongBracketsAreFoundAndCorrected) {
  const std::string right = text();
  make_wrong();
  ErrorResult result = run();
  std::map<std::tuple<std::size_t, std::int32_t, std::int32_t>, std::pair<std::string, std::string>> found;
  for (const Suspect& each : result.suspects) {
    found[{each.sentence, each.word, each.last}] = {each.gold.deprel, each.proposed.deprel};
    EXPECT_EQ(each.place.line, each.sentence + 1);
    EXPECT_EQ(each.place.file, request_.treebanks[0]);
    EXPECT_THAT(each.said, SizeIs(3));
    EXPECT_GT(each.score, 0);
  }
  using Change = std::pair<std::string, std::string>;
  ASSERT_THAT(found, SizeIs(4));
  EXPECT_EQ((found[{10, 4, 6}]), (Change{"", "NP"}));
  EXPECT_EQ((found[{40, 1, 2}]), (Change{"PP", "NP"}));
  EXPECT_EQ((found[{60, 3, 3}]), (Change{"VP", ""}));
  EXPECT_EQ((found[{60, 3, 6}]), (Change{"", "VP"}));
  const std::string page = error_page(result, 4);
  EXPECT_THAT(page, HasSubstr("4 brackets are suspect, or missing, beside 287 of the treebank; here are the first 4."));
  EXPECT_THAT(page, HasSubstr("<h2>1. "));
  EXPECT_THAT(page, HasSubstr("class=\"category marked\""));
  EXPECT_THAT(page, HasSubstr("class=\"word marked\"")) << "where a bracket is missing, its words show the place";
  EXPECT_THAT(page, HasSubstr("treebank: PP"));
  EXPECT_THAT(page, HasSubstr("proposed: no bracket"));
  const CorrectionCounts counts = correct(result.suspects, result.sentences);
  EXPECT_EQ(counts.made, 4U);
  EXPECT_EQ(counts.left_out, 0U);
  EXPECT_EQ(tests::penn_of(result.sentences), right);
}

TEST_F(BracketRunTest, TheSameOnAnyNumberOfThreadsAndRanks) {
  for (std::size_t i = 0; i < 24; i += 3) {  // so that there are confusions
    lines_[i] = "(ROOT (S (PP (DT the) (NN cat)) (VP (VB likes) (DT a) (JJ red) (NN tree)) (. .)))\n";
  }
  request_.inject.share = 0.02;
  const ErrorResult result = run(1);
  ASSERT_TRUE(result.injection.has_value());
  EXPECT_GT(result.injection->words, 0U);
  EXPECT_EQ(bytes_of(run(3)), bytes_of(result));
  for (const int size : {2, 3}) {
    const auto found = testing::results_on_ranks<std::string>(
        size, [&](Ranks& ranks) { return bytes_of(find_errors(request_, testing::control_on(ranks))); });
    EXPECT_THAT(found, ::testing::Each(bytes_of(result)));
  }
}

TEST_F(BracketRunTest, RefusesWhatDoesNotGoTogether) {
  const auto refused = [&](const std::vector<std::string>& parsers) {
    request_.parsers.clear();
    for (const std::string& each : parsers) request_.parsers.push_back(Recipe::load(each));
    const Error error = error_of([&] { run(); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return std::string(error.what());
  };
  EXPECT_THAT(refused({"constituency-fast", "constituency-best"}), HasSubstr("three parsers"));
  EXPECT_THAT(refused({"constituency-fast", "constituency-best", "token"}), HasSubstr("finds no wrong heads"));
  request_.heads.clear();
  EXPECT_THAT(refused({"transition", "graph-fast", "token"}), HasSubstr("a.mrg:1: these are constituents"));
  request_.inject.share = 0.1;
  request_.inject.trees = true;
  EXPECT_THAT(refused({}), HasSubstr("whole wrong trees"));
  request_.inject = {};
  request_.constituents = false;
  EXPECT_THAT(refused({}), HasSubstr("these are constituents"));
  request_.constituents = true;
  EXPECT_THAT(refused({"transition", "graph-fast", "token"}), HasSubstr("find no wrong brackets"));
}

TEST_F(BracketRunTest, SaysWhereBadDataIs) {
  lines_.resize(2);
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("too few for 3 folds"));
  request_.treebanks = {folder_ / "b.conllu"};
  write_file(request_.treebanks[0], tests::conllu_of(tests::pattern_treebank()));
  request_.constituents = true;
  EXPECT_THAT(error_of([&] { find_errors(request_); }).what(), HasSubstr("b.conllu:1: these are dependencies"));
  request_.treebanks = {tests::source_path("samples/de.discbracket")};
  const Error error = error_of([&] { find_errors(request_); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("a constituent has a gap"));
}

Suspect bracket_proposal(std::int32_t first, std::int32_t last, const std::string& label) {
  Suspect out;
  out.word = first;
  out.last = last;
  out.proposed.deprel = label;
  return out;
}

TEST(CorrectBracketsTest, WhatWouldCrossIsLeftOut) {
  auto sentences = tests::brackets_of("(S (NP (D a) (N b)) (V c) (P d))\n");
  // The first goes with the second alone: all three together cross.
  const CorrectionCounts counts =
      correct({bracket_proposal(3, 4, "VP"), bracket_proposal(2, 3, "XP"), bracket_proposal(1, 2, "DP")}, sentences);
  EXPECT_EQ(counts.made, 2U);
  EXPECT_EQ(counts.left_out, 1U);
  EXPECT_EQ(tests::penn_of(sentences), "(S (DP (D a) (N b)) (VP (V c) (P d)))\n");
  // One that goes makes room for one that comes, whatever their order.
  EXPECT_EQ(correct({bracket_proposal(2, 4, "XP"), bracket_proposal(1, 2, "")}, sentences).made, 2U);
  EXPECT_EQ(tests::penn_of(sentences), "(S (D a) (XP (N b) (VP (V c) (P d))))\n");
}

}  // namespace
}  // namespace espalier::curation
