// Odd treebanks, and promises about bytes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/expect_error.h"
#include "tests/support/segmenters.h"

namespace espalier {
namespace {

using testing::english_treebank;
using testing::marked_lines;
using testing::marked_sentence;
using testing::marked_treebank;
using testing::segment;
using testing::segmenter_bytes;
using testing::segmenter_of;

TEST(SegmenterTrainingTest, SameBytesOnAnyNumberOfThreads) {
  const auto sentences = english_treebank(150);
  const std::string one = segmenter_bytes(sentences);
  EXPECT_EQ(segmenter_bytes(sentences, 3), one);
  EXPECT_EQ(segmenter_bytes(sentences), one);
  text::SegmenterTraining other;
  other.seed = 2;
  EXPECT_NE(segmenter_bytes(sentences, 1, other), one);
}

TEST(SegmenterTrainingTest, OneSentenceAndFive) {
  for (const std::size_t count : {1u, 5u}) {
    const auto sentences = english_treebank(count);
    const auto found = segment(segmenter_of(sentences), testing::raw_text_of(sentences));
    EXPECT_FALSE(found.empty());
  }
}

TEST(SegmenterTrainingTest, ATreebankWithoutSpaceAfterIsTextWithSpacesAndAsPeopleWrite) {
  std::vector<std::string> lines;
  for (const char* what : {"trees", "roots", "pears", "apples", "leaves", "plums", "figs", "limes", "nuts", "dates",
                           "quinces", "olives"}) {
    lines.push_back(std::string("The ") + what + " ( old ) fall , \" they say \" .");
    lines.push_back(std::string("They like ") + what + " !");
    lines.push_back(std::string("They like old ") + what + " !");
    lines.push_back(std::string("The ") + what + " fall .");
  }
  const auto model = segmenter_of(marked_treebank(lines));
  EXPECT_EQ(marked_lines(segment(model, "The trees fall .")).front(), "The trees fall .");
  EXPECT_EQ(marked_lines(segment(model, "They like old pears! The (old) plums fall, \"they say\".")),
            (std::vector<std::string>{"They like old pears|!", "The (|old|) plums fall|, \"|they say|\"|."}));
}

TEST(SegmenterTrainingTest, EveryMultiwordTokenOfItsOwnKind) {
  std::vector<std::string> lines;
  for (int i = 0; i < 300; ++i) lines.push_back(fmt::format("w{0}x=a{0}+{0}b sees q|.", i));
  const auto model = segmenter_of(marked_treebank(lines));
  EXPECT_EQ(marked_lines(segment(model, "w7x sees q.")).front(), "w7x=a7+7b sees q|.");
}

TEST(SegmenterTrainingTest, VeryLongSentences) {
  std::string line;
  for (int i = 0; i < 5000; ++i) line += "tree ";
  const auto sentences = marked_treebank({line + ".", "A root .", line + "."});
  const auto found = segment(segmenter_of(sentences), testing::raw_text_of(sentences));
  std::int32_t words = 0;
  for (const Sentence& sentence : found) words += sentence.size();
  EXPECT_EQ(words, 10'005);
}

TEST(SegmenterTrainingTest, NothingToLearnFromIsAnError) {
  const Error error = tests::error_of([] { segmenter_bytes({}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.reason(), "the treebank has no word to learn segmentation from");
}

TEST(SegmenterTrainingTest, ProgressGoesToTheEnd) {
  base::Team team(1);
  int last = 0;
  int total = 0;
  text::train_segmenter(english_treebank(20), {}, team, [&](int done, int all) {
    EXPECT_EQ(done, last + 1);
    last = done;
    total = all;
  });
  EXPECT_EQ(last, total);
  EXPECT_GT(total, 0);
}

TEST(TrainingTextTest, SpacesAreGuessedFromTheTreebank) {
  EXPECT_TRUE(text::has_spaces(marked_treebank({"a b"})));
  EXPECT_FALSE(text::has_spaces(marked_treebank({"我 爱 你"})));
  EXPECT_TRUE(text::has_spaces(marked_treebank({"我 爱|你"})));
  EXPECT_TRUE(text::has_spaces({{marked_sentence("我 爱 你", {"# text = 我 爱 你"})}}));
  EXPECT_TRUE(text::has_spaces({}));
}

}  // namespace
}  // namespace espalier
