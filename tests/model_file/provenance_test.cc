#include "model_file/provenance.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "model_file/self_test.h"
#include "tests/support/expect_error.h"

namespace espalier::model_file {
namespace {

Provenance sample() {
  Provenance out;
  out.program_version = "0.1.0";
  out.recipe = "graph-best";
  out.command = "espalier train --parser graph";
  out.options = {{"order", "2"}, {"epochs", "10"}, {"quote\"d", "ação"}};
  out.data = {{"pt_bosque-train", 8'000, 171'776, "00ff00ff00ff00ff"}, {"pt_bosque-dev", 1, 2, ""}};
  out.scores = {{"UAS", 0.1}, {"LAS", 87.53}, {"tiny", 5e-324}};
  out.language = "pt";
  out.licence = "CC BY-SA 4.0";
  out.credit = "Bosque";
  return out;
}

std::shared_ptr<const File> file_with(const std::string& json, std::uint32_t version = 1) {
  Writer writer;
  writer.add("provenance", version, json);
  return File::from_bytes(writer.bytes(), "m");
}

TEST(ProvenanceTest, RoundTrip) {
  Writer writer;
  add_provenance(writer, sample());
  EXPECT_EQ(read_provenance(*File::from_bytes(writer.bytes())), sample());
  EXPECT_EQ(read_provenance(*file_with(to_json({}))), Provenance());
}

TEST(ProvenanceTest, IsJsonInAFixedOrder) {
  Provenance small;
  small.recipe = "mst1";
  small.options = {{"b", "2"}, {"a", "1"}};
  small.scores = {{"LAS", 87.5}};
  const std::string expected = R"({
 "program_version": "",
 "recipe": "mst1",
 "command": "",
 "options": {
  "a": "1",
  "b": "2"
 },
 "data": [],
 "scores": [
  {
   "name": "LAS",
   "value": 87.5
  }
 ],
 "language": "",
 "licence": "",
 "credit": ""
}
)";
  EXPECT_EQ(to_json(small), expected);
}

TEST(ProvenanceTest, BadUtf8IsReplaced) {
  Provenance odd = sample();
  odd.credit = "a\xFFz";
  EXPECT_EQ(read_provenance(*file_with(to_json(odd))).credit, "a\xEF\xBF\xBDz");
}

TEST(ProvenanceTest, AScoreMustBeANumber) {
  Provenance odd = sample();
  odd.scores[0].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(tests::error_of([&] { to_json(odd); }).kind(), ErrorKind::kUsage);
}

TEST(ProvenanceTest, DamagedJsonIsRefused) {
  const std::string whole = to_json(sample());
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    const Error error = tests::error_of([&] { read_provenance(*file_with(whole.substr(0, length))); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_STREQ(error.what(), "m: section 'provenance' is damaged: expected a JSON object") << length;
  }
  for (const char* bad : {"[]", "3", "null", "\xFF"}) {
    EXPECT_EQ(tests::error_of([&] { read_provenance(*file_with(bad)); }).kind(), ErrorKind::kInput) << bad;
  }
  EXPECT_EQ(tests::error_of([&] { read_provenance(*file_with(std::string(100'000, '['))); }).kind(), ErrorKind::kInput);
}

TEST(ProvenanceTest, EveryFieldMustBeThereAndOfItsKind) {
  const nlohmann::ordered_json whole = nlohmann::ordered_json::parse(to_json(sample()));
  const auto refused = [](const nlohmann::ordered_json& json) {
    return tests::error_of([&] { read_provenance(*file_with(json.dump())); }).reason();
  };
  const std::string prefix = "section 'provenance' is damaged: ";
  for (const auto& item : whole.items()) {
    const std::string kind = item.value().is_string() ? "a string" : item.value().is_array() ? "an array" : "an object";
    auto json = whole;
    json[item.key()] = 7;
    EXPECT_EQ(refused(json), prefix + "\"" + item.key() + "\" is not " + kind);
    json.erase(item.key());
    EXPECT_EQ(refused(json), prefix + "\"" + item.key() + "\" is not " + kind);
  }
  auto json = whole;
  json["options"]["order"] = 2;
  EXPECT_EQ(refused(json), prefix + "\"order\" is not a string");
  json = whole;
  json["data"][1]["words"] = -1;
  EXPECT_EQ(refused(json), prefix + "\"words\" is not a count");
  json = whole;
  json["scores"][0]["value"] = "x";
  EXPECT_EQ(refused(json), prefix + "\"value\" is not a number");
  json = whole;
  json["scores"][0] = 1;
  EXPECT_EQ(refused(json), prefix + "expected a JSON object");
}

TEST(ProvenanceTest, UnknownKeysArePassedOver) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(to_json(sample()));
  json["mood"] = {1, 2};
  EXPECT_EQ(read_provenance(*file_with(json.dump())), sample());
}

TEST(ProvenanceTest, AFutureVersionIsRefused) {
  const Error error = tests::error_of([] { read_provenance(*file_with(to_json(sample()), 2)); });
  EXPECT_STREQ(error.what(), "m: made by a newer Espalier: section 'provenance' has version 2; this one reads 1");
}

TEST(SelfTestTest, RoundTrip) {
  const SelfTest test{"1\tTrees\t_\n\n", std::string("any\0bytes", 9)};
  Writer writer;
  add_self_test(writer, test);
  EXPECT_EQ(read_self_test(*File::from_bytes(writer.bytes())), test);
}

TEST(SelfTestTest, MissingOrDamaged) {
  const auto without = File::from_bytes(Writer().bytes(), "m");
  EXPECT_STREQ(tests::error_of([&] { read_self_test(*without); }).what(), "m: the model has no section 'self-test'");
  Writer good;
  add_self_test(good, {"in", "out"});
  const std::string whole(File::from_bytes(good.bytes())->section("self-test").text());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    Writer writer;
    writer.add("self-test", 1, whole.substr(0, length));
    const auto file = File::from_bytes(writer.bytes());
    EXPECT_EQ(tests::error_of([&] { read_self_test(*file); }).kind(), ErrorKind::kInput) << length;
  }
  Writer longer;
  longer.add("self-test", 1, whole + "x");
  const auto file = File::from_bytes(longer.bytes());
  EXPECT_EQ(tests::error_of([&] { read_self_test(*file); }).kind(), ErrorKind::kInput);
}

}  // namespace
}  // namespace espalier::model_file
