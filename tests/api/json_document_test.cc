// A line of JSON and its answer: what the sender had comes back byte for byte, and what is no text is said to be none.
#include "api/json_document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

namespace espalier {
namespace {

constexpr std::size_t kDeepest = 5;

JsonDocument read(std::string_view line) { return read_json_document(line, "conllu", kDeepest); }

std::string answer_to(std::string_view line) {
  const JsonDocument document = read(line);
  EXPECT_EQ(document.fault, "");
  std::string out;
  document.answer("conllu", quoted_json("a\tb\n"), out);
  return out;
}

std::string refusal_of(std::string_view line) {
  std::string out;
  read(line).refuse("why \"so\"", out);
  return out;
}

TEST(JsonDocument, KeepsAllThatTheSenderHad) {
  EXPECT_EQ(answer_to(R"({"text":"Trees."})"), "{\"text\":\"Trees.\",\"conllu\":\"a\\tb\\n\"}\n");
  // Numbers that no double holds, escapes, spaces and equal keys stay as they are.
  EXPECT_EQ(
      answer_to(
          "{ \"n\" : 12345678901234567890123.10 , \"text\":\"\\u00e9\\/\" ,\"a\":{\"text\":1,\"a\":[]},\"a\":2 }"),
      "{ \"n\" : 12345678901234567890123.10 , \"text\":\"\\u00e9\\/\" ,\"a\":{\"text\":1,\"a\":[]},\"a\":2 ,"
      "\"conllu\":\"a\\tb\\n\"}\n");
  EXPECT_EQ(answer_to("\xEF\xBB\xBF {\"text\":\"\"}\t\r\n"), "{\"text\":\"\",\"conllu\":\"a\\tb\\n\"}\n");
}

TEST(JsonDocument, TakesStringsForTexts) {
  EXPECT_EQ(answer_to(" \"Trees \\\"grow\\\".\"\r"), "{\"text\":\"Trees \\\"grow\\\".\",\"conllu\":\"a\\tb\\n\"}\n");
  EXPECT_EQ(read(R"("a\u00e9\ud83c\udf33")").text, "a\u00e9\U0001F333");
  EXPECT_EQ(read(R"({"id":1,"text":"x\ty"})").text, "x\ty");
}

TEST(JsonDocument, BlankLinesAreNone) {
  for (const char* line : {"", "\r\n", " \t ", "\n"}) EXPECT_TRUE(read(line).is_blank) << line;
  EXPECT_FALSE(read("\"\"").is_blank);
}

TEST(JsonDocument, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"{}", "the object has no \"text\""},
      {R"({"a":{"text":"x"}})", "the object has no \"text\""},
      {R"({"text":1})", "\"text\" is not a string"},
      {R"({"text":null})", "\"text\" is not a string"},
      {R"({"text":["x"]})", "\"text\" is not a string"},
      {R"({"text":{"text":"x"}})", "\"text\" is not a string"},
      {R"({"text":"a","text":"b"})", "\"text\" is there twice"},
      {R"({"conllu":1,"text":"a"})", "the object has \"conllu\" already"},
      {"[\"x\"]", "neither an object with \"text\" nor a string"},
      {"3", "neither an object with \"text\" nor a string"},
      {R"({"text":"x","a":[[[[[1]]]]]})", "nested deeper than 5 (--max-depth)"},
  };
  for (const auto& [line, fault] : cases) EXPECT_EQ(read(line).fault, fault) << line;
  for (const char* line : {"{", "\xEF\xBB\xBF\xEF\xBB\xBF\"x\"", " \xEF\xBB\xBF\"x\"", "{\"text\":\"x\"} {}", "'x'",
                           "\"\xFF\"", R"("\ud800")", "{\"text\":\"x\",}", "\"a\tb\""}) {
    EXPECT_TRUE(read(line).fault.starts_with("not JSON: ")) << line << ": " << read(line).fault;
  }
}

TEST(JsonDocument, NothingComesAfterANul) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view line :
       {"\"x\"\0"sv, "{\"text\":\"x\"}\0"sv, "{\"text\":\"x\"}\r\0junk"sv, "{\"id\":7}\0,"sv, "\0"sv}) {
    EXPECT_EQ(read(line).fault, "not JSON: a NUL byte");
    EXPECT_EQ(refusal_of(line), "{\"error\":\"why \\\"so\\\"\"}\n");
  }
}

TEST(JsonDocument, ARefusalKeepsTheObjectWhereThereIsOne) {
  EXPECT_EQ(refusal_of(R"({"id":7})"), "{\"id\":7,\"error\":\"why \\\"so\\\"\"}\n");
  EXPECT_EQ(refusal_of("{}"), "{\"error\":\"why \\\"so\\\"\"}\n");
  EXPECT_EQ(refusal_of(R"({"id":7)"), "{\"error\":\"why \\\"so\\\"\"}\n");
  EXPECT_EQ(refusal_of("[7]"), "{\"error\":\"why \\\"so\\\"\"}\n");
  EXPECT_EQ(refusal_of(R"({"error":"old","id":7})"), "{\"error\":\"why \\\"so\\\"\"}\n");
  EXPECT_EQ(refusal_of(R"("x")"), "{\"text\":\"x\",\"error\":\"why \\\"so\\\"\"}\n");
  EXPECT_EQ(refusal_of(R"({"a":[[[[[[1]]]]]]})"), "{\"error\":\"why \\\"so\\\"\"}\n");
}

}  // namespace
}  // namespace espalier
