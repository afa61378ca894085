// Damaged sections, and memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/count_allocations.h"
#include "tests/support/expect_error.h"
#include "tests/support/model_seal.h"
#include "tests/support/segmenters.h"

namespace espalier {
namespace {

using testing::segment;

const std::string& model_bytes() {
  static const std::string bytes = testing::segmenter_bytes(testing::english_treebank(200));
  return bytes;
}

text::SegmenterModel read(const std::string& bytes) {
  return text::SegmenterModel(model_file::File::from_bytes(bytes));
}

/// The model with one section changed.
std::string with_section(std::string_view name, const std::string& text) {
  model_file::Writer writer;
  const auto file = model_file::File::from_bytes(model_bytes());
  for (const model_file::Section& section : file->list()) {
    writer.add(std::string(section.name), section.version, section.name == name ? text : std::string(section.text()));
  }
  return writer.bytes();
}

TEST(SegmenterModelTest, IsFoundInAFileThatHasOne) {
  EXPECT_TRUE(text::SegmenterModel::is_in(*model_file::File::from_bytes(model_bytes())));
  model_file::Writer writer;
  writer.add("other", 1, "x");
  const auto other = model_file::File::from_bytes(writer.bytes());
  EXPECT_FALSE(text::SegmenterModel::is_in(*other));
  EXPECT_EQ(tests::error_of([&] { text::SegmenterModel{other}; }).kind(), ErrorKind::kInput);
}

TEST(SegmenterModelTest, CutSectionsAreRefusedByName) {
  const auto file = model_file::File::from_bytes(model_bytes());
  for (const model_file::Section& section : file->list()) {
    const std::string text(section.text());
    for (const std::string& damaged : {text.substr(0, text.size() / 2 + 1), text.substr(0, text.size() - 1)}) {
      const Error error = tests::error_of([&] { read(with_section(section.name, damaged)); });
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_THAT(error.what(), ::testing::HasSubstr(std::string(section.name)));
    }
  }
}

TEST(SegmenterModelTest, DamageIsRefusedOrHarmless) {
  base::Random random(9);
  const std::string text = testing::raw_text_of(testing::english_treebank(30, 10)) + "\"I couldn't,\" 农夫 said. 3.5!";
  const auto file = model_file::File::from_bytes(model_bytes());
  std::size_t refused = 0;
  for (const model_file::Section& section : file->list()) {
    const std::size_t begin = model_bytes().find(section.text());
    ASSERT_NE(begin, std::string::npos);
    for (std::size_t i = 0; i < 150; ++i) {
      const std::size_t at = i < 64 ? i : random.below(section.bytes.size());
      if (at >= section.bytes.size()) continue;
      std::string damaged = model_bytes();
      damaged[begin + at] = static_cast<char>(damaged[begin + at] ^ static_cast<char>(1 + random.below(255)));
      tests::seal(damaged);
      try {
        EXPECT_EQ(testing::raw_text_of(segment(read(damaged), text)), text) << section.name << " at " << at;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 50u);
}

TEST(SegmenterModelTest, NoMemoryIsAskedForAfterTheFirstTime) {
  const text::SegmenterModel model = read(model_bytes());
  text::Block block;
  block.text = testing::raw_text_of(testing::english_treebank(100, 11)) + "She\u00A0couldn't  find\n\n 3.5 trees.";
  text::SegmenterWorkspace workspace;
  std::size_t words = 0;
  const text::SegmenterModel::Sink sink = [&](Sentence& sentence) {
    words += static_cast<std::size_t>(sentence.size());
  };
  text::SegmenterOptions options;
  options.offsets = true;
  model.segment(block, options, workspace, sink);
  const std::size_t first = words;
  const std::size_t before = allocations;
  model.segment(block, options, workspace, sink);
  EXPECT_EQ(allocations - before, 0u);
  EXPECT_EQ(words, 2 * first);
}

}  // namespace
}  // namespace espalier
