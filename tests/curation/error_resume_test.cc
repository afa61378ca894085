// The search for errors, cut in the middle: what parsers have said is not asked again, and the result is the same.
#include <gtest/gtest.h>

#include <string>

#include "curation/error_run.h"
#include "tests/support/bracket_treebank.h"
#include "tests/support/expect_error.h"
#include "tests/support/inductions.h"
#include "tests/support/small_treebank.h"

namespace espalier::curation {
namespace {

using tests::error_of;
using tests::slurp;
using tests::spill;

struct Killed {};

class ErrorResumeTest : public testing::TestWithParam<bool> {
 protected:
  ErrorResumeTest() {
    request_.folds = 3;
    request_.inject.share = 0.05;
    request_.treebanks = {folder_ / (GetParam() ? "a.mrg" : "a.conllu")};
    request_.state = folder_ / "list.tsv.state";
    request_.checkpoint = 0;
    std::string text;
    if (GetParam()) {
      request_.heads = "english";
      for (const std::string& line : tests::bracket_pattern()) text += line;
    } else {
      text = tests::conllu_of(tests::pattern_treebank());
    }
    write_file(request_.treebanks[0], text);
  }

  /// Until so many trainings are done; 0: all.
  std::string run(bool resumes, std::uint64_t last) {
    request_.resume = resumes;
    Control control = tests::threads(1);
    control.progress = [&](const Progress& progress) {
      if (progress.what == "parsers" && last > 0 && progress.done == last) throw Killed();
    };
    const ErrorResult result = find_errors(request_, control);
    return report::render(error_table(result), report::TableFormat::kTsv) +
           report::render(error_counts(result), report::TableFormat::kTsv) + error_page(result, 100);
  }

  tests::TemporaryFolder folder_;
  ErrorRequest request_;
};

TEST_P(ErrorResumeTest, EndsWithTheSameList) {
  const std::string expected = run(false, 0);
  for (const std::uint64_t last : {1U, 3U, 4U}) {
    std::filesystem::remove(request_.state);
    EXPECT_THROW(run(false, last), Killed);
    const std::string state = slurp(request_.state);
    EXPECT_FALSE(state.empty());
    EXPECT_EQ(run(true, 0), expected);
  }
}

TEST_P(ErrorResumeTest, StatesOfOtherSearchesAreRefused) {
  EXPECT_THROW(run(false, 2), Killed);
  const std::string state = slurp(request_.state);
  ++request_.folds;
  const Error error = error_of([&] { run(true, 0); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_NE(error.reason().find("folds was 3, now it is 4"), std::string::npos) << error.reason();
  --request_.folds;
  spill(request_.state, state.substr(0, state.size() - 10));
  EXPECT_EQ(error_of([&] { run(true, 0); }).kind(), ErrorKind::kInput);
  request_.state.clear();
  EXPECT_EQ(error_of([&] { run(true, 0); }).kind(), ErrorKind::kUsage);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ErrorResumeTest, testing::Values(false, true),
                         [](const auto& item) { return item.param ? "Brackets" : "Words"; });

}  // namespace
}  // namespace espalier::curation
