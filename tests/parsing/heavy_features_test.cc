#include "parsing/heavy_features.h"

#include <gtest/gtest.h>

#include <map>

#include "features/render.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

/// The features of all arcs by name; each template's texts come in the order of its features.
std::map<std::string, std::uint64_t> name_arcs(const GraphPrograms& programs, const std::vector<Sentence>& sentences) {
  const auto section = static_cast<std::size_t>(GraphSection::kArc);
  const features::Program& program = programs.program(GraphSection::kArc);
  const auto& templates = programs.sections()[section].templates;
  std::map<std::string, std::uint64_t> names;
  for (const Sentence& sentence : sentences) {
    features::Encoded encoded;
    programs.encoder().encode(sentence, encoded);
    features::Extractor extractor;
    extractor.prepare(program, encoded);
    const features::Renderer renderer(graph_schemas()[section], sentence);
    for (std::int32_t m = 1; m <= sentence.size(); ++m) {
      for (std::int32_t h = 0; h <= sentence.size(); ++h) {
        if (h == m) continue;
        const std::int32_t places[] = {h, m};
        std::vector<std::vector<std::uint64_t>> found(templates.size());
        extractor.visit(places, features::NoState(),
                        [&](std::size_t at, std::uint64_t feature) { found[program.source(at)].push_back(feature); });
        for (std::size_t i = 0; i < templates.size(); ++i) {
          const std::vector<std::string> texts = renderer.render(templates[i], program.slots(), places);
          EXPECT_EQ(texts.size(), found[i].size());
          for (std::size_t k = 0; k < texts.size(); ++k) names[texts[k]] = found[i][k];
        }
      }
    }
  }
  return names;
}

TEST(HeavyFeatures, AreTheHeaviestOfAllThatTheTreebankHolds) {
  TrainRequest request = tests::request_for("mst1", {{"filter", "no"}});
  request.recipe.set_features(
      "[arc]\nmorph(h) & morph(m)\nupos(h) & upos(m) & dir(h,m)\nbetween.upos(h,m) & upos(m)\n[label]\nupos(m)\n",
      "few");
  const Model trained = train(request, tests::threads(1));
  const GraphModel model(model_file::File::from_bytes(trained.bytes()));
  const std::vector<Sentence> sentences = read_treebank(tests::sample_path("en"));
  const auto names = name_arcs(model.programs(), sentences);
  std::vector<float> sizes;
  for (const auto& [name, feature] : names) sizes.push_back(std::abs(model.weights().weight(feature)));
  std::sort(sizes.rbegin(), sizes.rend());
  std::size_t count = 0;
  std::size_t of_bags = 0;
  for (const HeavyFeature& heavy : trained.heaviest()) {
    if (heavy.section != "arc") continue;
    ASSERT_TRUE(names.contains(heavy.text)) << heavy.text;
    EXPECT_EQ(model.weights().weight(names.at(heavy.text)), heavy.weight) << heavy.text;
    EXPECT_EQ(std::abs(heavy.weight), sizes[count]) << heavy.text;
    of_bags += heavy.text.starts_with("morph") || heavy.text.starts_with("between") ? 1 : 0;
    ++count;
  }
  EXPECT_EQ(count, 10u);
  EXPECT_GT(of_bags, 0u);
}

TEST(HeavyFeatures, OfLabelsSpeakForThem) {
  const Model model = tests::trained_model("mst1", {{"label-epochs", "4"}});
  std::map<std::string, std::string> first;
  for (const HeavyFeature& heavy : model.heaviest()) {
    if (!heavy.label.empty()) first.emplace(heavy.label, heavy.text);
  }
  EXPECT_EQ(first.at("det").substr(0, 9), "tag(m)=DT");
  EXPECT_EQ(first.at("punct").substr(0, 8), "tag(m)=.");
}

}  // namespace
}  // namespace espalier::parsing
