#include "selection/arc_examples.h"

#include <gtest/gtest.h>

#include <string>

#include "parsing/graph_schema.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

/// she saw the old man there; there has no head known.
std::vector<Sentence> one_sentence() {
  std::vector<Sentence> out(1);
  const struct {
    const char* form;
    const char* tag;
    std::int32_t head;
  } kWords[] = {{"she", "PRON", 2}, {"saw", "VERB", 0}, {"the", "DET", 5},
                {"old", "ADJ", 5},  {"man", "NOUN", 2}, {"there", "ADV", kNoHead}};
  for (const auto& word : kWords) {
    const std::int32_t node = out[0].add_word(word.form);
    out[0].set(node, Column::kUpos, word.tag);
    out[0].set_head(node, word.head);
  }
  return out;
}

std::vector<features::Template> parse(const std::vector<std::string>& texts) {
  return tests::parse_templates(texts, parsing::graph_schemas()[static_cast<std::size_t>(parsing::GraphSection::kArc)]);
}

TEST(ArcExamplesTest, AllArcsOfWordsWithHeads) {
  const auto sentences = one_sentence();
  const auto examples = ArcExamples({sentences, {}}).examples(parse({"form(m)", "form(h) & upos(m)", "dir(h,m)"}));
  ASSERT_EQ(examples.size(), 5 * 6U);  // five words, each from the root or one of the five others
  std::size_t right = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    right += examples.label(i);
    ASSERT_EQ(examples.ids(i).size(), 3U);
    EXPECT_EQ(examples.ids(i)[0] == examples.ids(0)[0], i < 6) << i;  // she
  }
  EXPECT_EQ(right, 5U);
  // Heads of she in order: root, saw, the, old, man, there.
  EXPECT_EQ(examples.label(1), 1U);
  EXPECT_NE(examples.ids(0)[2], examples.ids(1)[2]);
  EXPECT_EQ(examples.ids(1)[2], examples.ids(5)[2]);
}

TEST(ArcExamplesTest, TheFilterWithGoldInformation) {
  const auto sentences = one_sentence();
  const Sentence& sentence = sentences[0];
  const auto left = [&](std::int32_t word) {
    std::vector<std::int32_t> heads;
    for (std::int32_t head = 0; head <= sentence.size(); ++head) {
      if (head != word && is_like_true_head(sentence, head, word)) heads.push_back(head);
    }
    return heads;
  };
  EXPECT_EQ(left(1), (std::vector<std::int32_t>{2}));
  EXPECT_EQ(left(2), (std::vector<std::int32_t>{0}));  // the root's word has no other arc
  EXPECT_EQ(left(3), (std::vector<std::int32_t>{5}));
  auto more = sentences;
  more[0].set(6, Column::kUpos, "NOUN");
  EXPECT_TRUE(is_like_true_head(more[0], 6, 4));   // a noun on the right, as man is
  EXPECT_FALSE(is_like_true_head(more[0], 2, 4));  // a verb on the left
  EXPECT_EQ(ArcExamples({sentences, {}}, is_like_true_head).examples(parse({"form(m)"})).size(), 5U);
  EXPECT_EQ(ArcExamples({more, {}}, is_like_true_head).examples(parse({"form(m)"})).size(), 7U);
}

}  // namespace
}  // namespace espalier::selection
