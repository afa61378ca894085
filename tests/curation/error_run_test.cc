// The search for errors from a request to its result, on a treebank of one pattern.
#include "curation/error_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/inductions.h"
#include "tests/support/local_ranks.h"
#include "tests/support/small_treebank.h"

namespace espalier::curation {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using tests::error_of;
using tests::threads;

class ErrorRunTest : public ::testing::Test {
 protected:
  ErrorRunTest() : sentences_(tests::pattern_treebank()) {
    for (const std::string& name : default_error_parsers()) request_.parsers.push_back(Recipe::load(name));
    request_.folds = 3;
    request_.treebanks = {folder_ / "a.conllu"};
  }

  ErrorResult run(int count = 1) {
    write_file(request_.treebanks[0], tests::conllu_of(sentences_));
    return find_errors(request_, threads(count));
  }

  tests::TemporaryFolder folder_;
  std::vector<Sentence> sentences_;
  ErrorRequest request_;
};

std::string bytes_of(const ErrorResult& result) {
  return report::render(error_table(result), report::TableFormat::kTsv) +
         report::render(error_counts(result), report::TableFormat::kTsv) + error_page(result, 10) +
         tests::conllu_of(result.sentences);
}

TEST_F(ErrorRunTest, NothingIsFoundWhereNothingIsWrong) {
  const ErrorResult result = run();
  EXPECT_EQ(result.words, 7 * 72U);
  EXPECT_EQ(result.candidates, 0U);
  EXPECT_THAT(result.suspects, SizeIs(0));
  for (const ErrorParser& each : result.parsers) EXPECT_EQ(each.las, 100) << each.name;
}

TEST_F(ErrorRunTest, WrongHeadsAndLabelsAreFoundAndCorrected) {
  const std::vector<Sentence> right = sentences_;
  sentences_[10].set_head(5, 3);                     // the adjective on the verb
  sentences_[10].set(5, Column::kDeprel, "advmod");  // a label that nothing else has
  sentences_[40].set(2, Column::kDeprel, "obj");
  ErrorResult result = run();
  ASSERT_THAT(result.suspects, SizeIs(2));
  for (const Suspect& each : result.suspects) {
    const Sentence& was = right[each.sentence];
    EXPECT_THAT(each.sentence, ::testing::AnyOf(10U, 40U));
    EXPECT_EQ(each.proposed, (Attachment{was.head(each.word), std::string(was.deprel(each.word))}));
    EXPECT_EQ(each.place.file, request_.treebanks[0]);
    EXPECT_EQ(each.place.line, each.sentence * 8 + static_cast<std::size_t>(each.word));
    EXPECT_THAT(each.said, SizeIs(3));
    EXPECT_GT(each.score, 0);
  }
  const std::string page = error_page(result, 1);
  EXPECT_THAT(page, HasSubstr("2 of 504 words are suspect; here are the first 1."));
  EXPECT_NE(page.find("<svg"), page.rfind("<svg"));
  EXPECT_THAT(page, HasSubstr(fmt::format("data-gold=\"{}\"", result.suspects[0].gold.deprel)));
  // Both drawings show the arc in question, and the script is the one that the page's policy lets run.
  const std::string mark = " marked\"";
  EXPECT_NE(page.find(mark), std::string::npos);
  EXPECT_NE(page.find(mark), page.rfind(mark));
  const std::string allowed = "script-src 'nonce-";
  const std::size_t at = page.find(allowed);
  ASSERT_NE(at, std::string::npos);
  EXPECT_THAT(page, HasSubstr(fmt::format("<script nonce=\"{}\">", page.substr(at + allowed.size(), 16))));
  EXPECT_EQ(correct(result.suspects, result.sentences).made, 2U);
  EXPECT_EQ(tests::conllu_of(result.sentences), tests::conllu_of(right));
}

TEST_F(ErrorRunTest, TheListCanBeCut) {
  sentences_[10].set(5, Column::kDeprel, "obj");
  sentences_[40].set(2, Column::kDeprel, "obj");
  request_.most = 1;
  const ErrorResult result = run();
  EXPECT_THAT(result.suspects, SizeIs(1));
  EXPECT_EQ(result.left_off, 1U);
  request_.most = 0;
  request_.least = result.suspects[0].score + 1;
  EXPECT_EQ(run().left_off, 2U);
}

TEST_F(ErrorRunTest, TheSameOnAnyNumberOfThreadsAndRanks) {
  request_.inject.share = 0.04;
  request_.inject.trees = false;
  for (std::size_t i = 0; i < 8; ++i) sentences_[9 * i].set(2, Column::kDeprel, "obj");  // so that there are confusions
  const std::string one = bytes_of(run(1));
  EXPECT_EQ(bytes_of(run(3)), one);
  for (const int size : {2, 3}) {
    const auto found = testing::results_on_ranks<std::string>(
        size, [&](Ranks& ranks) { return bytes_of(find_errors(request_, testing::control_on(ranks))); });
    EXPECT_THAT(found, ::testing::Each(one));
  }
}

TEST_F(ErrorRunTest, InjectedTreesAreFound) {
  sentences_.push_back(tests::sentence_of(
      "a/DET/3/det b/NOUN/0/root c/VERB/2/acl the/DET/3/det d/ADJ/3/amod e/NOUN/4/obj ./PUNCT/2/punct"));
  request_.inject.share = 0.02;
  request_.inject.trees = true;
  const ErrorResult result = run();
  ASSERT_TRUE(result.injection.has_value());
  EXPECT_EQ(result.injection->words, 7U);
  EXPECT_GT(result.injection->found, 3U);
}

TEST_F(ErrorRunTest, RefusesWhatDoesNotGoTogether) {
  request_.parsers[1] = request_.parsers[0];
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("of different kinds"));
  request_.parsers.pop_back();
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("three parsers"));
}

TEST_F(ErrorRunTest, RefusesTreebanksThatItCannotLookAt) {
  request_.treebanks = {tests::source_path("samples/en.mrg")};
  const Error error = error_of([&] { find_errors(request_); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr("en.mrg:1: these are constituents"));
  request_.treebanks = {folder_ / "a.conllu"};
  sentences_.resize(2);
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("too few for 3 folds"));
}

}  // namespace
}  // namespace espalier::curation
