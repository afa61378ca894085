#include "selection/gain_induction.h"

#include <gtest/gtest.h>

#include "parsing/graph_schema.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

constexpr parsing::GraphSection kArc = parsing::GraphSection::kArc;
using Templates = std::vector<features::Template>;

const features::Schema& schema() { return parsing::graph_schema(parsing::GraphSection::kArc); }

Templates parse(const std::vector<std::string>& texts) { return tests::parse_templates(texts, schema()); }

/// Words 1, 2, 3 with heads 2, 0, 2; word 1 has one candidate, word 2 two, word 3 all.
TEST(GainInduction, AChoiceAWordThatHasOne) {
  Sentence sentence;
  for (const char* form : {"a", "b", "c"}) sentence.add_word(form);
  sentence.set_head(1, 2);
  sentence.set_head(2, 0);
  sentence.set_head(3, 2);
  decoding::ArcSet arcs;
  arcs.start(3);
  for (const std::vector<std::int32_t>& heads : {std::vector{2}, std::vector{0, 3}, std::vector{0, 1, 2}}) {
    for (const std::int32_t head : heads) arcs.add_head(head);
    arcs.end_word();
  }
  const Choices choices =
      choose_heads({std::span(&sentence, 1), {}}, std::span(&arcs, 1), kArc, parse({"form(h)"}), 100);
  ASSERT_EQ(choices.groups(), 2U);
  EXPECT_EQ(choices.rows(), 5U);
  EXPECT_EQ(choices.right(0), 0U);
  EXPECT_EQ(choices.begin(1), 2U);
  EXPECT_EQ(choices.right(1), 2U) << "the true one comes first";
  const auto& forms = choices.column(0);
  EXPECT_EQ(forms[0], forms[3]) << "the root is the root";
  EXPECT_NE(forms[2], forms[4]);
}

TEST(GainInduction, SentencesAreLeftOutWhereThereAreTooMany) {
  std::vector<Sentence> sentences(10);
  std::vector<decoding::ArcSet> arcs(10);
  for (std::size_t i = 0; i < 10; ++i) {
    for (const char* form : {"a", "b"}) sentences[i].add_word(form);
    sentences[i].set_head(1, 0);
    sentences[i].set_head(2, 1);
    arcs[i].fill(2);
  }
  EXPECT_EQ(choose_heads({sentences, {}}, arcs, kArc, parse({"form(h)"}), 1000).groups(), 20U);
  const Choices some = choose_heads({sentences, {}}, arcs, kArc, parse({"form(h)"}), 20);
  EXPECT_LE(some.rows(), 20U);
  EXPECT_GT(some.rows(), 0U);
}

}  // namespace
}  // namespace espalier::selection
