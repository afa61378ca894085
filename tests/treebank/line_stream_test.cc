// Lines, or texts that end with another byte: all of them, whatever pieces the bytes come in, and none is waited for in
// vain.
#include "treebank/line_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace espalier::treebank {
namespace {

using ::testing::ElementsAre;

/// Gives so many bytes at a time, and counts how often it was asked.
class Trickle final : public base::ByteSource {
 public:
  Trickle(std::string bytes, std::size_t step, int* reads = nullptr)
      : bytes_(std::move(bytes)), step_(step), reads_(reads) {}
  std::size_t read(char* out, std::size_t size) override {
    if (reads_ != nullptr) ++*reads_;
    const std::size_t got = std::string_view(bytes_).substr(at_).copy(out, std::min(size, step_));
    at_ += got;
    return got;
  }

 private:
  std::string bytes_;
  std::size_t step_;
  std::size_t at_ = 0;
  int* reads_;
};

std::vector<std::string> lines_of(const std::string& bytes, std::size_t step, std::size_t limit, char end) {
  LineStream stream(std::make_unique<Trickle>(bytes, step), limit, end);
  std::vector<std::string> lines;
  for (LinePart part; stream.next(part);) {
    std::string line(part.bytes);
    if (!part.is_first) line = "…" + line;
    if (!part.is_last) line += "…";
    lines.push_back(std::to_string(part.number) + ":" + line);
  }
  return lines;
}

TEST(LineStream, EndsLinesAtTheByteThatIsAskedFor) {
  const std::string bytes("a\nb\0\0c\nd", 8);
  for (const std::size_t step : {1U, 3U, 100U}) {
    EXPECT_THAT(lines_of(bytes, step, 100, '\0'), ElementsAre("1:a\nb", "2:", "3:c\nd")) << step;
    EXPECT_THAT(lines_of(bytes, step, 100, '\n'), ElementsAre("1:a", std::string("2:b\0\0c", 6), "3:d")) << step;
  }
  EXPECT_THAT(lines_of(std::string("a\0", 2), 1, 100, '\0'), ElementsAre("1:a"));
}

TEST(LineStream, HandsLongLinesOutInStretchesThatDoNotDependOnTheBuffer) {
  for (const std::size_t step : {1U, 2U, 100U}) {
    EXPECT_THAT(lines_of("abcdefg\nh\n", step, 3, '\n'), ElementsAre("1:abc…", "1:…def…", "1:…g", "2:h")) << step;
  }
}

TEST(LineStream, KnowsWhetherItWouldHaveToWait) {
  int reads = 0;
  LineStream stream(std::make_unique<Trickle>("ab\ncd\nef\ngh", 8, &reads), 100);
  EXPECT_FALSE(stream.has_line());
  LinePart part;
  ASSERT_TRUE(stream.next(part));
  EXPECT_EQ(reads, 1);
  EXPECT_TRUE(stream.has_line());
  ASSERT_TRUE(stream.next(part));
  EXPECT_EQ(part.bytes, "cd");
  EXPECT_EQ(reads, 1);
  EXPECT_FALSE(stream.has_line());
  ASSERT_TRUE(stream.next(part));
  EXPECT_EQ(part.bytes, "ef");
  EXPECT_GT(reads, 1);
}

}  // namespace
}  // namespace espalier::treebank
