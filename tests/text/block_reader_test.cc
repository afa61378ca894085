#include "text/block_reader.h"

#include <gtest/gtest.h>

#include "espalier/error.h"
#include "tests/support/expect_error.h"

namespace espalier::text {
namespace {

std::vector<Block> blocks_of(std::string_view text, bool whole_lines = false) {
  BlockReader reader(base::memory_source(text), "test.txt", whole_lines);
  std::vector<Block> blocks;
  for (Block block; reader.next(block);) blocks.push_back(block);
  return blocks;
}

/// Gives few bytes at a time.
class Dripping final : public base::ByteSource {
 public:
  Dripping(std::string_view text, std::size_t drop) : text_(text), drop_(drop) {}
  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t count = std::min({size, drop_, text_.size()});
    text_.copy(bytes, count);
    text_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view text_;
  std::size_t drop_;
};

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

TEST(BlockReaderTest, BlocksEndAtBlankLinesAndCoverTheText) {
  const std::string text = "  \n" + repeated("A line of words.\nAnother one.\n\n", 100'000) + "The end";
  const auto blocks = blocks_of(text);
  ASSERT_GT(blocks.size(), 4u);
  std::string joined;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(blocks[i].offset, joined.size());
    EXPECT_EQ(blocks[i].line, 1 + std::count(joined.begin(), joined.end(), '\n'));
    EXPECT_EQ(blocks[i].starts_document, i == 0);
    EXPECT_EQ(blocks[i].ends_document, i + 1 == blocks.size());
    EXPECT_TRUE(blocks[i].starts_paragraph);
    EXPECT_EQ(blocks[i].text.ends_with("\n\n"), i + 1 < blocks.size());
    joined += blocks[i].text;
  }
  EXPECT_EQ(joined, text);
}

TEST(BlockReaderTest, BlocksDoNotDependOnHowBytesComeIn) {
  const std::string text = repeated("Eins zwei, drei. Vier\r\n", 90'000) + repeated("\r\n", 100) +
                           repeated("一二三。", 90'000) + repeated("abc ", 80'000) + repeated("d", 70'000) + "\n";
  const auto blocks = blocks_of(text);
  for (const std::size_t drop : {std::size_t{1}, std::size_t{1000}, std::size_t{65'537}}) {
    BlockReader reader(std::make_unique<Dripping>(text, drop), "test.txt");
    Block block;
    std::size_t i = 0;
    for (; reader.next(block); ++i) {
      ASSERT_LT(i, blocks.size());
      ASSERT_EQ(block.text, blocks[i].text) << drop;
      EXPECT_EQ(block.starts_paragraph, blocks[i].starts_paragraph);
    }
    EXPECT_EQ(i, blocks.size());
  }
}

TEST(BlockReaderTest, TheFirstParagraphDoesNotWaitForTheSecond) {
  // Nobody reads on once it is known where the first block ends.
  class Waiting final : public base::ByteSource {
   public:
    std::size_t read(char* bytes, std::size_t size) override {
      if (text_.empty()) throw Error(ErrorKind::kInput, "would wait");
      const std::size_t count = text_.copy(bytes, std::min<std::size_t>(size, 3));
      text_.remove_prefix(count);
      return count;
    }

   private:
    std::string_view text_ = "\nA tree.\nIt grows.\n \n\nI";
  };
  BlockReader reader(std::make_unique<Waiting>(), "test.txt");
  Block block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.text, "\nA tree.\nIt grows.\n \n\n");
  EXPECT_FALSE(block.ends_document);
  EXPECT_EQ(tests::error_of([&] { reader.next(block); }).reason(), "would wait");
}

TEST(BlockReaderTest, LongParagraphsAreCutAtSafePlaces) {
  const auto sentences = blocks_of(repeated("Eins zwei, drei. Vier fünf ", 150'000));
  ASSERT_GT(sentences.size(), 2u);
  EXPECT_TRUE(sentences[0].text.ends_with(". "));
  EXPECT_FALSE(sentences[1].starts_paragraph);
  EXPECT_TRUE(blocks_of(repeated("一二三。四", 150'000))[0].text.ends_with("。"));
  EXPECT_TRUE(blocks_of(repeated("one two\nthree ", 150'000))[0].text.ends_with("\n"));
  EXPECT_TRUE(blocks_of(repeated("one two three ", 150'000))[0].text.ends_with(" "));
  for (const Block& block : blocks_of(repeated("é", 150'000))) EXPECT_EQ(block.text.size() % 2, 0u);
}

TEST(BlockReaderTest, LinesThatMeanSomethingStayWhole) {
  const auto blocks = blocks_of(repeated("One. Two. Three four.\n", 3'000'000), true);
  ASSERT_GT(blocks.size(), 2u);
  for (const Block& block : blocks) EXPECT_TRUE(block.text.ends_with("\n"));
}

TEST(BlockReaderTest, ALongRunOfWhiteSpaceGoesWithWhatIsBeforeIt) {
  const auto blocks = blocks_of("a" + repeated("\n", 190'000) + "b" + repeated(" ", 190'000));
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].text.size(), 190'001u);
  EXPECT_TRUE(blocks[1].ends_document);
  EXPECT_TRUE(blocks_of(repeated(" \n", 190'000)).empty());
}

TEST(BlockReaderTest, BadBytesAreRefusedWithTheirLine) {
  const auto message = [](const std::string& text) {
    return std::string(tests::error_of([&] { blocks_of(text); }).what());
  };
  EXPECT_EQ(message("a\nb\n\xFF"), "test.txt:3: not valid UTF-8");
  EXPECT_EQ(message(repeated("word\n\n", 100'000) + std::string("c\0d", 3)), "test.txt:33335: NUL byte");
  EXPECT_EQ(message("a\n" + std::string(200'000, ' ') + "b"),
            "test.txt:1: too much white space in a row: more than 195,000 spaces or line ends");
  EXPECT_EQ(message("cut \xE4\xB8"), "test.txt:1: not valid UTF-8");
}

}  // namespace
}  // namespace espalier::text
