#include <gtest/gtest.h>

#include "tests/support/treebank.h"

namespace espalier::treebank {
namespace {

using espalier::testing::error_of;
using espalier::testing::read;
using espalier::testing::read_one;
using espalier::testing::write;

constexpr std::string_view kConllu =
    "# sent_id = 1\n# text = al \"bar\"\n0.1\tse\t_\tPRON\t_\t_\t_\t_\t2:obj\t_\n"
    "1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tADP\t_\t_\t3\tcase\t_\t_\n2\tel\tel\tDET\t_\tDefinite=Def\t3\tdet\t_\t_"
    "\n"
    "3\t\"bar\"\tbar\tNOUN\t_\t_\t0\troot\t_\tX=\\p\n4\t?\t?\tPUNCT\t_\t_\t_\t_\t_\t_\n\n";

TEST(JsonTest, CarriesAllOfConllu) {
  const std::string json = write(read(kConllu, conllu_format()), json_format());
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 1);
  EXPECT_EQ(write(read(json, json_format()), conllu_format()), kConllu);
  EXPECT_EQ(write(read(json, json_format()), json_format()), json);
}

TEST(JsonTest, CarriesConstituentsWithHeads) {
  Sentence sentence = read_one(kConllu, conllu_format());
  ConstituentTree& tree = sentence.constituents();
  const auto top = tree.add(ConstituentTree::kNone, "");
  const auto pp = tree.add(top, "PP");
  const auto head = tree.add_leaf(pp, 1);
  tree.set_head(pp, head);
  const auto np = tree.add(pp, "NP");
  tree.add_leaf(np, 2);
  tree.add_leaf(np, 4);  // discontinuous
  tree.add_leaf(top, 3);
  const Sentence back = read_one(write({sentence}, json_format()), json_format());
  EXPECT_EQ(back.constituents(), sentence.constituents());
}

TEST(JsonTest, AWordMayBeTheWholeTree) {
  const Sentence sentence = read_one("(N a)", penn_format());
  const Sentence back = read_one(write({sentence}, json_format()), json_format());
  EXPECT_EQ(back.constituents(), sentence.constituents());
  EXPECT_EQ(write({back}, penn_format()), "(N a)\n");
  EXPECT_EQ(error_of(R"({"words": [{"form": "a"}, {"form": "b"}], "constituents": {"word": 1}})", json_format()),
            "test:1: word 2 is missing from \"constituents\"");
}

TEST(JsonTest, CarriageReturnsWithinALineComeBack) {
  const std::string conllu = "# a\rb\n1\ta\rb\t_\t_\t_\t_\t0\troot\r\t_\tX=\rY\n\n";
  const Sentence back = read_one(write({read_one(conllu, conllu_format())}, json_format()), json_format());
  EXPECT_EQ(write({back}, conllu_format()), conllu);
}

TEST(JsonTest, SmallestInput) {
  const Sentence sentence = read_one("{\"text\": \"Hi\", \"words\": [{\"form\": \"Hi\"}]}\n", json_format());
  EXPECT_EQ(sentence.comment("text"), "Hi");
  EXPECT_EQ(sentence.form(1), "Hi");
  EXPECT_EQ(sentence.head(1), kNoHead);
}

TEST(JsonTest, SaysWhatIsWrong) {
  const auto error = [](const std::string& text) { return error_of(text, json_format()); };
  EXPECT_TRUE(error("{\"words\": [}\n").starts_with("test:1: not JSON: ")) << error("{\"words\": [}\n");
  EXPECT_EQ(error("[]\n"), "test:1: expected one JSON object a line");
  EXPECT_EQ(error("\n{}\n"), "test:2: no \"words\" array");
  EXPECT_EQ(error("{\"words\": [{\"form\": \"a\\tb\"}]}"), "test:1: \"form\" holds a tab, a line feed or a NUL");
  EXPECT_EQ(error("{\"words\": [{\"form\": \"a\", \"misc\": \"b\\r\"}]}"),
            "test:1: \"misc\" ends with a carriage return");
  EXPECT_EQ(error("{\"words\": [{\"form\": 3}]}"), "test:1: \"form\" is not a string");
  EXPECT_EQ(error("{\"words\": [{\"form\": \"a\", \"head\": 1}]}"), "test:1: the heads form a cycle through word 1");
  EXPECT_EQ(error("{\"words\": [{\"form\": \"a\", \"head\": 2}]}"),
            "test:1: HEAD 2 of word 1 is beyond the sentence, which has 1 words");
  EXPECT_EQ(error("{\"words\": [{\"form\": \"a\"}], \"constituents\": {\"label\": \"S\", \"children\": []}}"),
            "test:1: a constituent without \"children\"");
  EXPECT_EQ(error("{\"words\": [{\"form\": \"a\"}], \"multiword_tokens\": [{\"first\": 1, \"last\": 2}]}"),
            "test:1: \"last\" is out of range");
}

TEST(JsonTest, DeepNestingIsRefused) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"label\":\"X\",\"children\":[";
  deep += "{\"word\":1}";
  for (int i = 0; i < 100'000; ++i) deep += "]}";
  ReadOptions options;
  options.limits.line_bytes = std::size_t{64} << 20;
  EXPECT_EQ(error_of("{\"words\":[{\"form\":\"a\"}],\"constituents\":" + deep + "}", json_format(), options),
            "test:1: constituents nested deeper than 1000 (--max-depth)");
}

}  // namespace
}  // namespace espalier::treebank
