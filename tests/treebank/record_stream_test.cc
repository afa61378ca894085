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

TEST(RecordStreamTest, ARecordIsGivenBeforeMoreIsReadThanItHas) {
  const std::string one = "1\ta\t_\t_\t_\t_\t0\tx\t_\t_\n\n";
  for (const Format* format : {&conllu_format(), static_cast<const Format*>(nullptr)}) {
    std::size_t given = 0;
    class OneByOne final : public base::ByteSource {
     public:
      OneByOne(const std::string& text, std::size_t& given) : text_(text), given_(given) {}
      std::size_t read(char* bytes, std::size_t) override {
        ++given_;
        return text_.copy(bytes, text_.size());
      }

     private:
      const std::string& text_;
      std::size_t& given_;
    };
    RecordStream stream(std::make_unique<OneByOne>(one, given), "test", format, {});
    Block block;
    for (std::size_t record = 1; record <= 5; ++record) {
      ASSERT_TRUE(stream.next(block));
      EXPECT_EQ(block.records.size(), 1U);
      EXPECT_EQ(given, record);
    }
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

struct Passed {
  std::vector<std::string> sentences;
  std::vector<std::string> complaints;
  bool operator==(const Passed&) const = default;
};

/// What is read past bad records when the bytes come in such pieces.
Passed pass(const std::string& text, std::size_t piece, const Format& format, const Limits& limits) {
  ReadOptions options;
  options.skip_invalid = true;
  options.limits = limits;
  RecordStream stream(std::make_unique<DribblingSource>(text, piece), "test", &format, options);
  Passed passed;
  Sentence sentence;
  for (Block block; stream.next(block);) {
    for (const Record& record : block.records) {
      try {
        if (!parse_record(format, block.text(record), stream.context(record), sentence)) continue;
        passed.sentences.push_back(std::to_string(sentence.line()) + ' ' + std::string(sentence.form(1)));
      } catch (const Error& error) {
        passed.complaints.emplace_back(error.what());
      }
    }
  }
  for (const Error& error : stream.skipped()) passed.complaints.emplace_back(error.what());
  return passed;
}

void expect_passed(const Format& format, const std::string& text, const Limits& limits, const Passed& expected) {
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Passed passed = pass(text, piece, format, limits);
    EXPECT_EQ(passed.sentences, expected.sentences) << format.name() << ", piece " << piece;
    EXPECT_EQ(passed.complaints, expected.complaints) << format.name() << ", piece " << piece;
  }
}

TEST(RecordStreamTest, ARecordWithAnOverlongLineIsPassedOverWholeHoweverBytesArrive) {
  const std::string x(100, 'x');
  const Limits limits{.line_bytes = 50};
  const auto word = [](const std::string& form) { return "1\t" + form + "\t_\t_\t_\t_\t0\tx\t_\t_\n"; };
  // A comment that is too long, and one word of a sentence whose other line would be one by itself.
  expect_passed(conllu_format(), word("a") + "\n# " + x + "\n" + word("b") + "\n\n" + word("c"), limits,
                {{"1 a", "7 c"}, {"test:3: line longer than 50 bytes (--max-line)"}});
  expect_passed(conllu_format(), word(x) + "\r\n" + word("b"), limits,
                {{"3 b"}, {"test:1: line longer than 50 bytes (--max-line)"}});
  expect_passed(penn_format(), "(S (A a))\n(S (B\n " + x + ")\n (C c))\n(S (D d))\n", limits,
                {{"1 a", "5 d"}, {"test:3: line longer than 50 bytes (--max-line)"}});
  expect_passed(native_format(), "<S>\n a\tA\n</S>\n<S>\n " + x + "\tB\n <T>\n  c\tC\n </T>\n</S>\n<S>\n d\tD\n</S>\n",
                limits, {{"1 a", "10 d"}, {"test:5: line longer than 50 bytes (--max-line)"}});
  expect_passed(json_format(),
                R"({"words":[{"form":"a"}]})"
                "\n{\"" +
                    x +
                    "\": 1}\n"
                    R"({"words":[{"form":"b"}]})",
                limits, {{"1 a", "3 b"}, {"test:2: line longer than 50 bytes (--max-line)"}});
}

TEST(RecordStreamTest, ASentenceThatIsTooLongIsPassedOverWholeHoweverBytesArrive) {
  std::string text;
  for (const int words : {3, 4, 3}) {
    for (int i = 1; i <= words; ++i) text += std::to_string(i) + "\tw\t_\t_\t_\t_\t0\tx\t_\t_\n";
    text += "\r\n\n";
  }
  expect_passed(conllu_format(), text, {.sentence_bytes = 65},
                {{"1 w", "12 w"}, {"test:6: sentence longer than 65 bytes"}});
  EXPECT_EQ(pass(text, 1, conllu_format(), {.sentence_bytes = 59}).sentences.size(), 2U) << "all but the line feed";
  EXPECT_EQ(pass(text, 1, conllu_format(), {.sentence_bytes = 58}).sentences.size(), 0U);
}

TEST(RecordStreamTest, BlankLinesAreNoLongSentence) {
  const std::string text = "(S (A a))" + std::string(200, '\n') + "(S (B b))\n" + std::string(200, '\n');
  for (const std::size_t piece : {std::size_t{1}, std::size_t{50}, text.size()}) {
    const Passed passed = pass(text, piece, penn_format(), {.sentence_bytes = 20});
    EXPECT_EQ(passed.sentences, (std::vector<std::string>{"1 a", "201 b"})) << piece;
    EXPECT_EQ(passed.complaints, std::vector<std::string>()) << piece;
  }
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
