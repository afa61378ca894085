#include "selection/head_examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::selection {
namespace {

/// a b c: b is the root and the head of both others; the guesses are right.
struct Guessed {
  Guessed() {
    for (const char* tag : {"D", "N", "D"}) {
      const std::int32_t node = sentence.add_word("x");
      sentence.set(node, Column::kUpos, tag);
      sentence.set_head(node, node == 2 ? 0 : 2);
    }
    heads.classes = parsing::HeadClasses({"D", "N"});
    parsing::HeadGuess& guess = heads.guesses.emplace_back();
    heads.classes.number_tags(sentence, guess.tags);
    guess.columns.names = {"arc-side"};
    guess.columns.values = {{"", "R", "ROOT", "L"}};
  }

  Sentence sentence;
  parsing::GuessedHeads heads;
};

TEST(HeadExamples, AnExampleAWord) {
  const Guessed data;
  HeadExamples source(std::span(&data.sentence, 1), data.heads, parsing::HeadQuestion::kSide);
  EXPECT_EQ(source.classes(), 3U);
  const features::Template item = features::parse_template("column.arc-side(w)", parsing::head_schemas()[0]);
  const learning::Examples examples = source.examples(std::span(&item, 1));
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples.label(0), parsing::HeadClasses::kRight);
  EXPECT_EQ(examples.label(1), 0U);
  EXPECT_EQ(examples.label(2), parsing::HeadClasses::kLeft);
  EXPECT_EQ(examples.features(), 3U) << "each has a value of its own";
}

TEST(HeadExamples, TemplatesAreInducedForEachQuestion) {
  const Guessed data;
  base::Team team(1);
  IfisOptions options;
  options.cycles = 1;
  options.selection.min_updates = 1;
  std::size_t cycles = 0;
  const std::string text =
      induce_head_features(std::span(&data.sentence, 1), data.heads, "[word]\ncolumn.arc-side(w)\nupos(w)\n", options,
                           team, [&](parsing::HeadQuestion, const IfisCycle&) { ++cycles; });
  const auto sections = features::parse_features(text, parsing::head_schemas());
  EXPECT_TRUE(sections[0].templates.empty());
  for (std::size_t i = 1; i < sections.size(); ++i) EXPECT_FALSE(sections[i].templates.empty());
  EXPECT_GE(cycles, 3U);
}

}  // namespace
}  // namespace espalier::selection
