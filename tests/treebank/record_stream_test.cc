#include "treebank/record_stream.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/treebank.h"

namespace espalier::treebank {
namespace {

// Gives its bytes in pieces of a chosen size, so that records are cut at every place.
class DribblingSource final : public base::ByteSource {
 public:
  DribblingSource(std::string bytes, std::size_t piece) : bytes_(std::move(bytes)), piece_(piece) {}
  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t got = bytes_.copy(bytes, std::min(size, piece_), at_);
    at_ += got;
    return got;
  }

 private:
  std::string bytes_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

std::vector<std::pair<std::size_t, std::string>> cut(const std::string& text, std::size_t piece,
                                                     const ReadOptions& options = {}) {
  RecordStream stream(std::make_unique<DribblingSource>(text, piece), "test", &conllu_format(), options);
  std::vector<std::pair<std::size_t, std::string>> records;
  for (Block block; stream.next(block);) {
    for (const Record& record : block.records) records.emplace_back(record.line, block.text(record));
  }
  return records;
}

TEST(RecordStreamTest, RecordsDoNotDependOnHowBytesArrive) {
  const std::string text = "a\nb\n\nc\r\n\r\n\nd\n\n\n\ne";
  const std::vector<std::pair<std::size_t, std::string>> expected = {
      {1, "a\nb\n\n"}, {4, "c\r\n\r\n"}, {6, "\nd\n\n"}, {9, "\n\ne"}};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const auto records = cut(text, piece);
    std::string joined;
    for (const auto& [line, record] : records) joined += record;
    EXPECT_EQ(joined, text) << "nothing is lost, piece " << piece;
  }
}

TEST(RecordStreamTest, LongLinesAreRefusedBeforeTheyAreHeld) {
  // A line without end: the source would go on for ever.
  class EndlessSource final : public base::ByteSource {
   public:
    explicit EndlessSource(std::size_t& given) : given_(given) {}
    std::size_t read(char* bytes, std::size_t size) override {
      std::fill_n(bytes, size, 'x');
      given_ += size;
      return size;
    }

   private:
    std::size_t& given_;
  };
  std::size_t given = 0;
  RecordStream stream(std::make_unique<EndlessSource>(given), "test", &conllu_format(), {});
  Block block;
  EXPECT_THROW(stream.next(block), Error);
  EXPECT_LT(given, std::size_t{8} << 20);
}

TEST(RecordStreamTest, SkipInvalidGoesOnAfterAnOverlongLine) {
  ReadOptions options;
  options.skip_invalid = true;
  options.limits.line_bytes = 50;
  const std::string good = "1\tw\t_\t_\t_\t_\t0\tx\t_\t_\n\n";
  RecordStream stream(std::make_unique<DribblingSource>(good + "# " + std::string(100'000, 'x') + "\n" + good, 40),
                      "test", &conllu_format(), options);
  std::size_t records = 0;
  for (Block block; stream.next(block);) records += block.records.size();
  EXPECT_EQ(records, 2u);
  ASSERT_EQ(stream.skipped().size(), 1u);
  EXPECT_STREQ(stream.skipped()[0].what(), "test:3: line longer than 50 bytes (--max-line)");
}

TEST(RegistryTest, GuessesFromNameAndContent) {
  const auto guess = [](std::string_view path, std::string_view bytes) {
    const Format* format = guess_format(path, bytes);
    return format == nullptr ? "none" : std::string(format->name());
  };
  EXPECT_EQ(guess("a.conllu.xz", ""), "conllu");
  EXPECT_EQ(guess("a.mrg", ""), "penn");
  EXPECT_EQ(guess("-", "(ROOT (S (NN x)))"), "penn");
  EXPECT_EQ(guess("-", "( (S (NN x)))"), "penn");
  EXPECT_EQ(guess("-", "(ROOT (S (NN 0=x)))"), "discbracket");
  EXPECT_EQ(guess("-", "{\"words\": []}"), "json");
  EXPECT_EQ(guess("-", "word\ttag\n<ROOT>"), "native");
  EXPECT_EQ(guess("-", "# text = x\n"), "conllu");
  EXPECT_EQ(guess("-", "1\ta\t_\t_\t_\t_\t0\tx\t_\t_\n"), "conllu");
  EXPECT_EQ(guess("-", "Just some text."), "none");
}

TEST(RegistryTest, UnknownFormatsAreSuggested) {
  try {
    format_named("conlu");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_TRUE(std::string(error.what()).starts_with("unknown format 'conlu' (did you mean 'conllu'?)"))
        << error.what();
  }
}

}  // namespace
}  // namespace espalier::treebank
