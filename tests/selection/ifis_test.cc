#include "selection/ifis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "selection/word_examples.h"
#include "tests/support/expect_error.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using tests::same_sign;
using tests::words_with_signs;

std::vector<features::Template> parse(const std::vector<std::string>& texts) {
  return tests::parse_templates(texts, word_schema());
}

std::vector<std::string> texts(const std::vector<features::Template>& templates) {
  std::vector<std::string> out;
  for (const features::Template& each : templates) out.push_back(features::to_text(each, word_schema()));
  return out;
}

TEST(IfisTest, FindsTheConjunctionThatALinearLearnerLacks) {
  const std::vector<Sentence> sentences = words_with_signs(600);
  WordExamples source({sentences, {}}, 2, same_sign);
  IfisOptions options;
  options.cycles = 3;
  options.selection.epochs = 6;
  base::Team team(2);
  std::vector<std::size_t> heard;
  const IfisResult result = run_ifis(source, parse({"form(w)", "upos(w)", "xpos(w)"}), options, team,
                                     [&](const IfisCycle& cycle) { heard.push_back(cycle.cycle); });
  const auto found = texts(result.templates);
  EXPECT_NE(std::find(found.begin(), found.end(), "upos(w) & xpos(w)"), found.end());
  ASSERT_GE(result.cycles.size(), 2U);
  EXPECT_EQ(heard.size(), result.cycles.size());
  EXPECT_GT(result.cycles[0].mistakes, 60U);
  EXPECT_EQ(result.cycles.back().mistakes, 0U);
  EXPECT_EQ(result.cycles[0].features, 40 + 2 + 2U);
  EXPECT_EQ(result.cycles[1].templates, 3 + result.cycles[1].induced);
  EXPECT_GE(result.cycles[1].kept, result.cycles[0].kept);  // what is selected stays
  EXPECT_EQ(result.examples.size(), sentences.size());
  EXPECT_LE(result.examples.features(), result.cycles.back().kept);
}

TEST(IfisTest, TheSameOnAnyNumberOfThreads) {
  const std::vector<Sentence> sentences = words_with_signs(300);
  WordExamples source({sentences, {}}, 2, same_sign);
  base::Team one(1);
  base::Team two(2);
  const auto basic = parse({"form(w)", "upos(w)", "xpos(w)"});
  const IfisResult a = run_ifis(source, basic, {}, one);
  const IfisResult b = run_ifis(source, basic, {}, two);
  EXPECT_EQ(a.templates, b.templates);
  ASSERT_EQ(a.examples.features(), b.examples.features());
  for (std::uint32_t id = 0; id < a.examples.features(); ++id)
    EXPECT_EQ(a.examples.feature(id), b.examples.feature(id));
}

TEST(IfisTest, NoCyclesIsSelectionAlone) {
  const std::vector<Sentence> sentences = words_with_signs(200);
  WordExamples source({sentences, {}}, 2, same_sign);
  base::Team team(1);
  IfisOptions options;
  options.cycles = 0;
  const IfisResult result = run_ifis(source, parse({"upos(w)", "xpos(w)"}), options, team);
  EXPECT_EQ(result.cycles.size(), 1U);
  EXPECT_EQ(result.cycles[0].nodes, 0U);
}

TEST(WordExamplesTest, OneFeatureATemplateInTheOrderOfTheList) {
  std::vector<Sentence> sentences(2);
  for (const char* form : {"a", "b", "a"}) sentences[0].add_word(form);
  sentences[1].add_word("a");
  const auto label = [](const Sentence& sentence, std::int32_t word) {
    return static_cast<std::uint32_t>(sentence.size() - word);
  };
  WordExamples source({sentences, {}}, 3, label);
  const auto both = source.examples(parse({"form(w-1)", "form(w) & form(w+1)", "form(w)"}));
  const auto alone = source.examples(parse({"form(w)"}));
  ASSERT_EQ(both.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_EQ(both.ids(i).size(), 3U);
    EXPECT_EQ(both.feature(both.ids(i)[2]), alone.feature(alone.ids(i)[0]));
  }
  EXPECT_EQ(both.ids(0)[2], both.ids(2)[2]);
  EXPECT_EQ(both.ids(0)[2], both.ids(3)[2]);
  EXPECT_EQ(both.ids(2)[1], both.ids(3)[1]);  // a, then the end
  EXPECT_EQ(both.ids(0)[0], both.ids(3)[0]);  // after the root
  EXPECT_NE(both.ids(0)[0], both.ids(1)[0]);
  EXPECT_EQ(both.label(0), 2U);
  EXPECT_EQ(tests::error_of([&] { source.examples(parse({"morph(w)"})); }).kind(), ErrorKind::kUsage);
}

TEST(WordExamplesTest, ExtraColumnsAreSeen) {
  std::vector<Sentence> sentences(2);
  for (Sentence& sentence : sentences) sentence.add_word("a");
  const std::vector<features::ExtraColumns> extra{{{"chunk"}, {{"", "B-NP"}}}, {{"chunk"}, {{"", "O"}}}};
  const auto label = [](const Sentence&, std::int32_t) { return 0U; };
  const auto chunk = parse({"column.chunk(w)"});
  const auto without = WordExamples({sentences, {}}, 2, label).examples(chunk);
  EXPECT_EQ(without.ids(0)[0], without.ids(1)[0]);
  const auto with = WordExamples({sentences, extra}, 2, label).examples(chunk);
  EXPECT_NE(with.ids(0)[0], with.ids(1)[0]);
}

}  // namespace
}  // namespace espalier::selection
