// Files to a file, with an edit on the way.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <set>

#include "espalier/error.h"
#include "espalier/treebank.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

/// So many sentences of one word, which is their number; some lines are no CoNLL-U.
std::string numbered(int count, const std::set<int>& bad) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += bad.contains(i) ? "1\tbad\n\n" : "1\t" + std::to_string(i) + "\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
  }
  return text;
}

TEST(Convert, EditsEverySentenceOnce) {
  const tests::TemporaryFolder folder;
  constexpr int kSentences = 40'000;
  tests::spill(folder / "in.conllu", numbered(kSentences, {0, 1, 7}));
  for (const char* format : {"conllu", "json"}) {
    for (const int threads : {1, 3}) {
      std::mutex mutex;
      std::vector<int> edits(kSentences, 0);
      ConvertOptions options;
      options.write.format = format;
      options.read.skip_invalid = true;
      options.edit = [&](Sentence& sentence) {
        const std::lock_guard lock(mutex);
        const int number = std::stoi(std::string(sentence.form(1)));
        ++edits[static_cast<std::size_t>(number)];
        if (number == 2) throw Error(ErrorKind::kInput, "not this one");
        return number != 3;
      };
      Control control;
      control.threads = threads;
      const ConvertSummary summary = convert({folder / "in.conllu"}, folder / "out", options, control);
      EXPECT_EQ(summary.sentences, kSentences - 5u);
      EXPECT_EQ(summary.words, kSentences - 5u);
      ASSERT_EQ(summary.skipped.size(), 4u);
      EXPECT_EQ(summary.skipped[2].place().line, 5u) << "what the edit refused";
      for (int i = 0; i < kSentences; ++i) {
        const bool is_bad = i < 2 || i == 7;
        ASSERT_EQ(edits[static_cast<std::size_t>(i)], is_bad ? 0 : 1) << i;
      }
    }
  }
}

TEST(Convert, DoesNotCountWhatTheFormatCannotHold) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "in.conllu", numbered(5, {}));
  ConvertOptions options;
  options.write.format = "native";  // of constituents, of which there are none
  options.read.skip_invalid = true;
  const ConvertSummary summary = convert({folder / "in.conllu"}, folder / "out", options);
  EXPECT_EQ(summary.sentences, 0u);
  EXPECT_EQ(summary.words, 0u);
  EXPECT_EQ(summary.skipped.size(), 5u);
}

TEST(Convert, PlacesAreKeptUpToALimitAndCountedBeyond) {
  const std::vector<Error> some(4'000, Error(ErrorKind::kInput, Place{"x", 1, 0}, "wrong"));
  ConvertSummary summary;
  for (int i = 0; i < 4; ++i) summary.skip(some);
  EXPECT_EQ(summary.skipped.size(), 10'000U);
  EXPECT_EQ(summary.skipped_beyond, 6'000U);
  ConvertSummary part;
  part.skip({some.front()});
  part.skipped_beyond = 5;
  summary.add(part);
  EXPECT_EQ(summary.skipped.size(), 10'000U);
  EXPECT_EQ(summary.skipped_beyond, 6'006U);

  // The same through files: memory does not grow with what is passed over.
  const tests::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 12'000; ++i) text += "1\tx\n\n";
  tests::spill(folder / "in.conllu", text);
  ConvertOptions options;
  options.read.skip_invalid = true;
  const ConvertSummary all = convert({folder / "in.conllu"}, folder / "out", options);
  EXPECT_EQ(all.skipped.size(), 10'000U);
  EXPECT_EQ(all.skipped.back().place().line, 2 * 9'999U + 1);
  EXPECT_EQ(all.skipped_beyond, 2'000U);
}

TEST(Convert, SaysWhatIsWrongWithTheFirstSentence) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "in.conllu", numbered(3, {0}));
  ConvertOptions options;
  const Error error = tests::error_of([&] { convert({folder / "in.conllu"}, folder / "out", options); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.place().line, 1u);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

}  // namespace
}  // namespace espalier
