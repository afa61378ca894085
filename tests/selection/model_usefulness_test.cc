// What templates are worth to models: by the scores of models without them, each found in another way.
#include "selection/model_usefulness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "espalier/evaluation.h"
#include "espalier/parser.h"
#include "parsing/graph_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/temporary_folder.h"

namespace espalier::selection {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using tests::error_of;

Model model_of(const std::string& recipe, const std::string& features, const std::string& treebank) {
  TrainRequest request = tests::request_for(recipe, {}, {tests::source_path(treebank)});
  request.recipe.set_features(features, "test");
  return train(request, tests::threads(1));
}

/// By the scorer of files.
double score_of(const Model& model, const std::string& treebank, const std::string& measure) {
  const tests::TemporaryFolder folder;
  const bool brackets = treebank.ends_with(".mrg");
  const std::string out = folder / (brackets ? "out.mrg" : "out.conllu");
  const Parser parser{Ensemble(model)};
  WriteOptions options;
  options.format = brackets ? "penn" : "conllu";
  TreebankWriter writer(out, options);
  TreebankReader reader(tests::source_path(treebank), {});
  for (Sentence sentence; reader.next(sentence);) {
    parser.parse(sentence);
    writer.write(sentence);
  }
  writer.close();
  return evaluate(tests::source_path(treebank), {out}).systems[0].find(measure)->value();
}

const std::string kArcs =
    "[arc]\ntag(h) & tag(m)\nform(m) & tag(h)\ndist(h,m) & dir(h,m)\n[label]\ntag(h) & tag(m)\nform(m)\n";

TEST(ModelUsefulnessTest, ListsAndLines) {
  const auto list = list_templates("[arc]\ntag(h)\ntag(m)\n\n[label]\nform(m)\n");
  ASSERT_THAT(list, SizeIs(3));
  EXPECT_EQ(list[1].section + ": " + list[1].text, "arc: tag(m)");
  EXPECT_FALSE(list[1].is_alone);
  EXPECT_TRUE(list[2].is_alone);
  EXPECT_EQ(without_line("[arc]\ntag(h)\ntag(m)\n\n[label]\nform(m)\n", list[1].line),
            "[arc]\ntag(h)\n\n[label]\nform(m)\n");
}

TEST(ModelUsefulnessTest, ScoresAreThoseOfTheModelWithoutTheTemplate) {
  const Model model = model_of("mst1", kArcs, "samples/en.conllu");
  const ModelUsefulness found = usefulness_of(model, tests::source_path("samples/de.conllu"), {}, tests::threads(1));
  EXPECT_EQ(found.measure, "LAS");
  EXPECT_NEAR(found.score, score_of(model, "samples/de.conllu", "LAS"), 1e-9);
  ASSERT_THAT(found.templates, SizeIs(5));
  const tests::TemporaryFolder folder;
  model.save(folder / "whole.model");
  const auto file = model_file::File::open(folder / "whole.model");
  for (const TemplateUsefulness& each : found.templates) {
    // The same list by leaving the line out of the text, section by section.
    std::string features;
    for (const ListedTemplate& listed : list_templates(model.features())) {
      if (listed.section != each.section || listed.text != each.text)
        features += "[" + listed.section + "]\n" + listed.text + "\n";
    }
    const Model without = Model::from_bytes(with_templates(*file, "graph/features", features));
    ASSERT_TRUE(each.score);
    EXPECT_NEAR(*each.score, score_of(without, "samples/de.conllu", "LAS"), 1e-9) << each.text;
    EXPECT_EQ(std::lround((found.score - *each.score) * static_cast<double>(found.words) / 100),
              static_cast<long>(each.lost) - static_cast<long>(each.won))
        << each.text;
  }
  for (std::size_t i = 1; i < found.templates.size(); ++i)
    EXPECT_LE(*found.templates[i - 1].score, *found.templates[i].score);
  // Something must be decided by the templates.
  EXPECT_LT(*found.templates[0].score, found.score);
  EXPECT_GT(found.templates[0].changed, 0U);
}

TEST(ModelUsefulnessTest, WeightsOfTheOthersStay) {
  const Model model = model_of("mst1", kArcs, "samples/en.conllu");
  const Model without = Model::from_bytes(
      with_templates(*model_file::File::from_bytes(model.bytes()), "graph/features", "[arc]\ntag(h) & tag(m)\n"));
  EXPECT_EQ(without.features(), "[arc]\ntag(h) & tag(m)\n");
  auto sections = tests::sections_of(model);
  sections["graph/features"] = "[arc]\ntag(h) & tag(m)\n";
  EXPECT_EQ(tests::sections_of(without), sections);
}

TEST(ModelUsefulnessTest, ATemplateWithoutWeightsIsWorthNothing) {
  // What it learned is of sequences of six words, none of which is in both languages.
  const Model model = model_of("mst1", kArcs + "form(m) & form(m+1) & form(m+2) & form(m+3) & form(m-1) & form(m-2)\n",
                               "samples/en.conllu");
  const ModelUsefulness found = usefulness_of(model, tests::source_path("samples/de.conllu"), {}, tests::threads(1));
  const auto at = std::find_if(found.templates.begin(), found.templates.end(), [](const TemplateUsefulness& each) {
    return each.text.find("form(m+3)") != std::string::npos;
  });
  ASSERT_NE(at, found.templates.end());
  EXPECT_EQ(at->changed + at->lost + at->won, 0U);
  EXPECT_EQ(*at->score, found.score);
}

TEST(ModelUsefulnessTest, UsesAndWeightsAreThoseOfTheArcsInTheModelsTrees) {
  const Model model = model_of("mst1", kArcs, "samples/en.conllu");
  const ModelUsefulness found = usefulness_of(model, tests::sample_path("en"), {}, tests::threads(1));
  const parsing::GraphModel graph(model_file::File::from_bytes(model.bytes()));
  for (const char* text : {"tag(h) & tag(m)", "form(m) & tag(h)"}) {
    const parsing::GraphPrograms alone = tests::programs_of("[arc]\n" + std::string(text) + "\n");
    std::size_t uses = 0;
    double sum = 0;
    for (Sentence sentence : read_treebank(tests::sample_path("en"))) {
      Parser(model).parse(sentence);
      features::Encoded encoded;
      alone.encoder().encode(sentence, encoded);
      features::Extractor extractor;
      extractor.prepare(alone.program(parsing::GraphSection::kArc), encoded);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        const std::int32_t places[] = {sentence.head(word), word};
        const float weight = graph.weights().weight(extractor.features(places)[0]);
        uses += weight != 0 ? 1 : 0;
        sum += std::abs(weight);
      }
    }
    const auto at = std::find_if(found.templates.begin(), found.templates.end(), [&](const TemplateUsefulness& each) {
      return each.section == "arc" && each.text == text;
    });
    ASSERT_NE(at, found.templates.end());
    EXPECT_GT(uses, 0U);
    EXPECT_EQ(at->uses, uses) << text;
    EXPECT_NEAR(at->weight, sum / static_cast<double>(uses), 1e-6) << text;
  }
}

TEST(ModelUsefulnessTest, AnyKindOfParserOnAnyNumberOfThreads) {
  const std::string move = "[move]\ntag(s0) & tag(b0)\nform(s0)\ntag(b1)\n[label]\ntag(h) & tag(m)\n";
  for (const auto& [recipe, features] : {std::pair<std::string, std::string>{"transition", move},
                                         {"mdparser", "[move]\ntag(s0) & tag(b0)\ntag(s0)\ntag(b0) & tag(b1)\n"}}) {
    const Model model = model_of(recipe, features, "samples/en.conllu");
    const ModelUsefulness one = usefulness_of(model, tests::source_path("samples/en.conllu"), {}, tests::threads(1));
    const ModelUsefulness three = usefulness_of(model, tests::source_path("samples/en.conllu"), {}, tests::threads(3));
    EXPECT_EQ(report::render(usefulness_table(one), report::TableFormat::kTsv),
              report::render(usefulness_table(three), report::TableFormat::kTsv));
    EXPECT_NEAR(one.score, score_of(model, "samples/en.conllu", "LAS"), 1e-9) << recipe;
    for (const TemplateUsefulness& each : one.templates) {
      EXPECT_GT(each.uses, 0U) << recipe << ": " << each.text;
      EXPECT_GT(each.weight, 0) << recipe << ": " << each.text;
    }
  }
}

TEST(ModelUsefulnessTest, Constituents) {
  const Model model =
      model_of("constituency-best", "[reduce]\ncat(s0) & cat(s1)\ntag(q0) & cat(s0)\ntag(q1)\n", "samples/fr.mrg");
  const ModelUsefulness found = usefulness_of(model, tests::source_path("samples/fr.mrg"), {}, tests::threads(2));
  EXPECT_EQ(found.measure, "F1");
  EXPECT_NEAR(found.score, score_of(model, "samples/fr.mrg", "Labelled"), 1e-9);
  EXPECT_LT(*found.templates[0].score, found.score);
  for (const TemplateUsefulness& each : found.templates) EXPECT_GT(each.uses, 0U) << each.text;
  EXPECT_THAT(error_of([&] { usefulness_of(model, tests::sample_path("fr")); }).what(),
              HasSubstr("has no constituents"));
}

TEST(ModelUsefulnessTest, AloneInItsSectionItCannotBeTakenOut) {
  const Model model =
      model_of("transition", "[move]\ntag(s0) & tag(b0)\ntag(b1)\n[label]\ntag(h) & tag(m)\n", "samples/en.conllu");
  const ModelUsefulness found = usefulness_of(model, tests::sample_path("en"), {}, tests::threads(1));
  ASSERT_THAT(found.templates, SizeIs(3));
  EXPECT_EQ(found.templates[2].section, "label");
  EXPECT_FALSE(found.templates[2].score);
}

}  // namespace
}  // namespace espalier::selection
