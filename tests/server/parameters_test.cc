#include "server/parameters.h"

#include <gtest/gtest.h>

#include <random>

#include "server/gzip.h"
#include "server/json_text.h"
#include "server/parse_request.h"
#include "server/utf8.h"

namespace espalier::server {
namespace {

Parameters form(std::string_view text) {
  Parameters parameters;
  read_form(text, parameters);
  return parameters;
}

Parameters multipart(std::string_view body, std::string_view boundary = "x") {
  Parameters parameters;
  read_multipart(body, boundary, parameters);
  return parameters;
}

int status_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const HttpError& error) {
    return error.status();
  }
  return 200;
}

TEST(FormTest, Pairs) {
  EXPECT_EQ(form("a=1&b=x+y%21&tokenizer=&c"), (Parameters{{"a", "1"}, {"b", "x y!"}, {"tokenizer", ""}, {"c", ""}}));
  EXPECT_EQ(form("&&a=1&&"), (Parameters{{"a", "1"}}));
  EXPECT_EQ(form("data=S%C3%A3o%20Paulo%0A"), (Parameters{{"data", "São Paulo\n"}}));
  EXPECT_EQ(form("a=1&a=2=3"), (Parameters{{"a", "2=3"}})) << "the last counts";
  EXPECT_TRUE(form("").empty());
}

TEST(FormTest, WhatIsNoEscapeStands) {
  EXPECT_EQ(form("a=%zz%4&b=100%"), (Parameters{{"a", "%zz%4"}, {"b", "100%"}}));
  EXPECT_EQ(form("a=%4").at("a"), "%4");
  EXPECT_EQ(form("a=%41").at("a"), "A");
}

TEST(FormTest, TooMany) {
  std::string text;
  for (std::size_t i = 0; i <= kMostParameters; ++i) text += "p" + std::to_string(i) + "=&";
  EXPECT_EQ(status_of([&] { form(text); }), 400);
}

TEST(MultipartTest, Parts) {
  const std::string body =
      "--x\r\nContent-Disposition: form-data; name=\"data\"; filename=\"a;b.txt\"\r\nContent-Type: text/plain\r\n\r\n"
      "Two\r\nlines.\n\r\n--x\r\ncontent-disposition: form-data; name=tokenizer\r\n\r\n\r\n--x--\r\n";
  EXPECT_EQ(multipart(body), (Parameters{{"data", "Two\r\nlines.\n"}, {"tokenizer", ""}}));
  EXPECT_EQ(multipart("what comes before\r\n" + body), multipart(body));
}

TEST(MultipartTest, WhatClientsOfUdpipeSend) {
  const std::string body =
      "--===1==\r\nContent-Type: text/plain; charset=\"utf-8\"\r\nMIME-Version: 1.0\r\nContent-Disposition: form-data; "
      "name=\"data\"\r\nContent-Transfer-Encoding: 8bit\r\n\r\nOlá.\r\n--===1==--\r\n";
  EXPECT_EQ(multipart(body, "===1=="), (Parameters{{"data", "Olá."}}));
}

TEST(MultipartTest, Malformed) {
  const std::string part = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1";
  EXPECT_EQ(status_of([&] { multipart(part + "\r\n--x--"); }), 200);
  EXPECT_EQ(status_of([&] { multipart(part); }), 400) << "no end";
  EXPECT_EQ(status_of([&] { multipart(part + "\r\n--x"); }), 400);
  EXPECT_EQ(status_of([&] { multipart(part + "\r\n--x--", "y"); }), 400) << "another boundary";
  EXPECT_EQ(status_of([&] { multipart(part + "\r\n--x--", ""); }), 400);
  EXPECT_EQ(status_of([&] { multipart("--x\r\n\r\n1\r\n--x--"); }), 400) << "no name";
  EXPECT_EQ(status_of([&] { multipart("--x\r\nno colon\r\n\r\n1\r\n--x--"); }), 400);
  EXPECT_EQ(
      status_of([&] {
        multipart(
            "--x\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--x--");
      }),
      400);
}

TEST(HeaderTest, Attributes) {
  EXPECT_EQ(media_type("Text/HTML ; charset=x"), "text/html");
  EXPECT_EQ(header_attribute("multipart/form-data; boundary=abc", "boundary"), "abc");
  EXPECT_EQ(header_attribute("multipart/form-data; a=1; Boundary=\"a;\\\"b\"; c=2", "boundary"), "a;\"b");
  EXPECT_EQ(header_attribute("multipart/form-data; boundary", "boundary"), "");
  EXPECT_EQ(header_attribute("x; name=\"not ended", "name"), "not ended");
}

TEST(ParametersTest, ByContentType) {
  Request request{.method = "POST",
                  .path = "/process",
                  .query = "a=1&b=2",
                  .content_type = "application/x-www-form-urlencoded",
                  .body = "b=3"};
  EXPECT_EQ(parameters_of(request), (Parameters{{"a", "1"}, {"b", "3"}}));
  request.content_type = "application/json";
  EXPECT_EQ(status_of([&] { parameters_of(request); }), 415);
  request.method = "GET";
  EXPECT_EQ(parameters_of(request), (Parameters{{"a", "1"}, {"b", "2"}})) << "a body of GET means nothing";
}

TEST(ParseRequestTest, Keys) {
  const ParseRequest request = read_parse_request(
      R"({"texts": ["a", "b"], "model": "pt", "lines": "sentence", "confidence": true, "beam": 4, "projective": true, "last": "tags"})");
  EXPECT_EQ(request.texts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(request.model, "pt");
  EXPECT_EQ(request.options.lines, Lines::kSentences);
  EXPECT_TRUE(request.options.parse.confidence);
  EXPECT_FALSE(request.options.parse.crossing);
  EXPECT_EQ(request.options.parse.beam, 4);
  EXPECT_EQ(request.options.last, Stage::kTags);
}

TEST(ParseRequestTest, Refused) {
  for (const char* json : {"", "{", "[]", "1", R"({"text": 1})", R"({"text": "a", "texts": ["b"]})",
                           R"({"texts": "a"})", R"({"texts": [1]})", R"({})", R"({"text": "a", "txet": 1})",
                           R"({"text": "a", "confidence": "yes"})", R"({"text": "a", "beam": 1.5})",
                           "{\"text\": \"\xff\"}", R"({"text": "a"} x)", R"({"text": {"a": {"b": {"c": {}}}}})"}) {
    EXPECT_EQ(status_of([&] { read_parse_request(json); }), 400) << json;
  }
  EXPECT_THROW(read_parse_request(R"({"text": "a", "lines": "none"})"), Error);
  EXPECT_THROW(read_parse_request(R"({"text": "a", "beam": -1})"), Error);
  EXPECT_EQ(status_of([] { read_parse_request(std::string(100'000, '[')); }), 400) << "nesting is bounded";
}

TEST(Utf8Test, Strict) {
  for (const char* good : {"", "a", "é", "\u20ac", "\U0010ffff", "\ud7ff\ue000"}) EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80", "a\xff", "\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(bad));
  }
}

TEST(JsonTextTest, Escapes) {
  std::string out;
  append_quoted(out, std::string_view("a\"\\\n\t\x01\0é", 9));
  EXPECT_EQ(out, "\"a\\\"\\\\\\n\\t\\u0001\\u0000é\"");
}

TEST(GzipTest, ThereAndBack) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += std::to_string(i);
  EXPECT_EQ(gunzipped(gzipped(text), text.size()), text);
  EXPECT_EQ(gunzipped(gzipped(""), 0), "");
  EXPECT_EQ(status_of([&] { gunzipped(gzipped(text), text.size() - 1); }), 413);
  EXPECT_EQ(status_of([&] { gunzipped(gzipped(text).substr(0, 1'000), text.size()); }), 400);
  EXPECT_EQ(status_of([&] { gunzipped("no gzip", 100); }), 400);
  EXPECT_EQ(status_of([&] { gunzipped("", 100); }), 400);
}

TEST(GzipTest, Accepted) {
  for (const char* yes : {"gzip", "deflate, gzip", "gzip;q=0.5", "*", "br;q=1.0, gzip;q=0.8, *;q=0.1"})
    EXPECT_TRUE(accepts_gzip(yes)) << yes;
  for (const char* no : {"", "deflate", "gzip;q=0", "gzip; q=0.000", "gzipped"}) EXPECT_FALSE(accepts_gzip(no)) << no;
}

// Bytes drawn from those that mean something to the decoders: whatever they are, it ends in values or in HttpError.
TEST(ParametersTest, HostileBytes) {
  std::mt19937 random(1);
  static constexpr char kBytes[] = "--x\r\n:;=\"\\&%+a\0\xff name=Content-Disposition";
  static constexpr std::string_view kAlphabet(kBytes, sizeof kBytes - 1);
  for (int round = 0; round < 5'000; ++round) {
    std::string bytes;
    for (std::size_t size = random() % 60; size > 0; --size) bytes += kAlphabet[random() % kAlphabet.size()];
    form(bytes);
    header_attribute(bytes, "name");
    accepts_gzip(bytes);
    is_utf8(bytes);
    EXPECT_NO_FATAL_FAILURE(status_of([&] { multipart(bytes); }));
    EXPECT_NO_FATAL_FAILURE(status_of([&] { multipart("--x\r\n" + bytes + "\r\n--x--"); }));
    EXPECT_NO_FATAL_FAILURE(status_of([&] { read_parse_request(bytes); }));
  }
}

}  // namespace
}  // namespace espalier::server
