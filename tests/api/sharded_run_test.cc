// Work in shards, by one or several ranks: the bytes of one process, whatever was cut where and whoever was there
// before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "api/shard_plan.h"
#include "base/random.h"
#include "espalier/pipeline.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using tests::TemporaryFolder;

const Pipeline& tokenizer() {
  static const Pipeline pipeline = [] {
    TrainRequest request = tests::request_for("transition", {{"epochs", "1"}}, {tests::sample_path("en")});
    request.only = {Stage::kTokens};
    PipelineOptions options;
    options.last = Stage::kTokens;
    options.offsets = true;
    return Pipeline(train(request, tests::threads(2)), options);
  }();
  return pipeline;
}

/// Paragraphs with all kinds of blank lines between them, some of them longer than a block may be.
std::string random_text(std::uint64_t seed, std::size_t paragraphs) {
  base::Random random(seed);
  const std::vector<std::string> words = {"Gardeners",     "train",   "trees.", "Why?",
                                          "\u00c9t\u00e9", "(pears)", "Dr.",    "\u3002"};
  const std::vector<std::string> ends = {"\n\n", "\n \n", "\n\n\n\n", "\r\n\r\n", "\n\u2003\n\n", "\n\t\n  "};
  std::string text = random.below(2) == 0 ? "" : " \n\n\n ";
  for (std::size_t i = 0; i < paragraphs; ++i) {
    const std::size_t length = random.below(20) == 0 ? 20'000 : 1 + random.below(60);
    for (std::size_t word = 0; word < length; ++word) {
      if (word > 0) text += random.below(9) == 0 ? "\n" : " ";
      text += words[random.below(words.size())];
    }
    text += ends[random.below(ends.size())];
  }
  return text;
}

AnnotateRequest request_of(const std::vector<std::string>& inputs, const std::string& output,
                           const std::string& format = "conllu") {
  AnnotateRequest request;
  for (const std::string& input : inputs) request.inputs.push_back({input});
  request.output = output;
  request.write.format = format;
  return request;
}

std::string in_one(AnnotateRequest request) {
  request.output += ".one";
  tokenizer().annotate(request, tests::threads(1));
  return tests::slurp(request.output);
}

std::string on_ranks(const AnnotateRequest& request, int size) {
  testing::run_ranks(size, [&](Ranks& ranks) {
    Control control = tests::threads(1);
    control.ranks = &ranks;
    tokenizer().annotate(request, control);
  });
  return tests::slurp(request.output);
}

TEST(ShardedRun, TextIsCutWhereParagraphsBegin) {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    tests::spill(folder / "a.txt", random_text(seed, 30));
    tests::spill(folder / "b.txt", random_text(seed + 100, 5));
    for (const std::uint64_t bytes : {40U, 3000U, 70'000U}) {
      AnnotateRequest request =
          request_of({folder / "a.txt", tests::sample_path("en"), folder / "b.txt"}, folder / "out");
      request.shards.bytes = bytes * (seed % 2 + 1);
      EXPECT_EQ(in_one(request), on_ranks(request, 3)) << seed << ' ' << bytes;
      EXPECT_FALSE(std::filesystem::exists(folder / "out.shards"));
      request.write.format = "text";
      EXPECT_EQ(in_one(request), on_ranks(request, 2)) << seed << ' ' << bytes;
    }
  }
}

TEST(ShardedRun, RecordsAreCutAtBlankLinesHoweverManyThereAre) {
  const TemporaryFolder folder;
  base::Random random(3);
  const std::string sample = tests::slurp(tests::sample_path("en"));
  std::string many;
  for (int i = 0; i < 6; ++i) many += sample + std::string(random.below(5), '\n') + (i % 2 == 0 ? "\r\n\r\n" : "");
  tests::spill(folder / "in.conllu", many);
  for (const std::uint64_t bytes : {17U, 400U, 9000U}) {
    AnnotateRequest request = request_of({folder / "in.conllu"}, folder / "out");
    request.shards.bytes = bytes;
    EXPECT_EQ(in_one(request), on_ranks(request, 3)) << bytes;
  }
}

TEST(ShardedRun, WhatIsThereIsNotMadeAgainUnlessSomethingIsDifferent) {
  const TemporaryFolder folder;
  tests::spill(folder / "a.txt", random_text(9, 12));
  AnnotateRequest request = request_of({folder / "a.txt"}, folder / "out");
  request.shards = {.wanted = true, .bytes = 500, .keep = true};
  const std::string expected = in_one(request);
  EXPECT_EQ(on_ranks(request, 2), expected);
  // As a kill would leave it: no output, some shards, one of them without its note. A mark shows who was made again.
  std::filesystem::remove(request.output);
  std::filesystem::remove(folder / "out.shards/00001.note");
  tests::spill(folder / "out.shards/00001.conllu", "half of");
  tests::spill(folder / "out.shards/00002.conllu", "# mark\n");
  const std::string marked = on_ranks(request, 3);
  EXPECT_THAT(marked, HasSubstr("# mark\n"));
  EXPECT_THAT(marked, ::testing::Not(HasSubstr("half of")));
  // Another byte of input, and all are made again.
  tests::spill(folder / "a.txt", tests::slurp(folder / "a.txt") + "More.\n");
  EXPECT_EQ(on_ranks(request, 3), in_one(request));
  // Another option, too.
  tests::spill(folder / "out.shards/00002.conllu", "# mark\n");
  request.read.limits.words = 40'000;
  EXPECT_EQ(on_ranks(request, 1), in_one(request));
  request.shards.keep = false;
  EXPECT_EQ(on_ranks(request, 1), in_one(request));
  EXPECT_FALSE(std::filesystem::exists(folder / "out.shards"));
}

TEST(ShardedRun, ANoteWithoutItsShardIsNone) {
  const TemporaryFolder folder;
  tests::spill(folder / "a.txt", random_text(9, 12));
  AnnotateRequest request = request_of({folder / "a.txt"}, folder / "out");
  request.shards = {.wanted = true, .bytes = 500, .keep = true};
  const std::string expected = on_ranks(request, 2);
  std::filesystem::remove(folder / "out.shards/00001.conllu");
  EXPECT_EQ(on_ranks(request, 2), expected);
}

TEST(ShardedRun, AllRanksTellOfTheFirstThatCannotBeMade) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += i == 17 || i == 50 ? "no line of a treebank\n\n" : "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n";
  }
  tests::spill(folder / "in.conllu", text);
  AnnotateRequest request = request_of({folder / "in.conllu"}, folder / "out");
  request.shards.bytes = 100;
  const std::string expected = tests::error_of([&] { in_one(request); }).what();
  EXPECT_THAT(expected, HasSubstr("in.conllu:35: "));
  for (int run = 0; run < 5; ++run) {
    testing::run_ranks(4, [&](Ranks& ranks) {
      Control control = tests::threads(1);
      control.ranks = &ranks;
      EXPECT_EQ(tests::error_of([&] { tokenizer().annotate(request, control); }).what(), expected);
    });
  }
  // Mended, what was told is forgotten.
  tests::spill(folder / "in.conllu", "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n");
  EXPECT_EQ(on_ranks(request, 3), in_one(request));
}

TEST(ShardedRun, RefusesWhatCannotBe) {
  const TemporaryFolder folder;
  tests::spill(folder / "a.txt", "Trees grow.\n");
  const auto refused = [&](AnnotateRequest request, const std::string& why) {
    request.shards.wanted = true;
    const Error error = tests::error_of([&] { tokenizer().annotate(request); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr(why));
  };
  refused(request_of({folder / "a.txt"}, folder / "out", "html"), "cannot be made in shards");
  refused(request_of({folder / "a.txt"}, folder / "out", "native"), "cannot be made in shards");
  refused(request_of({folder / "a.txt"}, "-"), "name a file with -o");
  refused(request_of({"-"}, folder / "out"), "name files");
  std::filesystem::create_directory(folder / "out.shards");
  tests::spill(folder / "out.shards/diary.txt", "mine");
  refused(request_of({folder / "a.txt"}, folder / "out"), "this is no shard");
  EXPECT_EQ(tests::slurp(folder / "out.shards/diary.txt"), "mine");
}

TEST(ShardPlan, SumsUpWhatComesBefore) {
  const auto plan = make_plan({to_line(2, {.input = 1, .end = 9, .lines = 7, .sentences = 4}) +
                                   to_line(0, {.end = 5, .is_cut = true, .lines = 2, .characters = 5, .sentences = 3}),
                               to_line(1, {.begin = 5, .end = 5, .is_cut = true}),
                               to_line(3, {.input = 1, .begin = 9, .end = 20, .is_cut = true, .sentences = 1})});
  ASSERT_EQ(plan.size(), 3U);
  EXPECT_EQ(plan[1].sentences, 3U);
  EXPECT_EQ(plan[1].lines, 0U);
  EXPECT_EQ(plan[2].sentences, 7U);
  EXPECT_EQ(plan[2].lines, 7U);
  EXPECT_TRUE(plan[0].is_last);
  EXPECT_FALSE(plan[1].is_last);
  EXPECT_TRUE(plan[2].is_last);
}

}  // namespace
}  // namespace espalier
