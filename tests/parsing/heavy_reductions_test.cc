#include "parsing/heavy_reductions.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "features/extractor.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

/// Templates of one word each, so that every feature can be made anew from its text.
TEST(HeavyReductions, AreTheHeaviestOfEachAction) {
  TrainRequest request = tests::request_for("constituency-best", {{"min-updates", "0"}, {"beam", "2"}},
                                            {tests::source_path("samples/en.mrg")});
  request.recipe.set_features("[reduce]\nform(q0)\ncat(s0) & size(left(s0))\n", "few");
  const Model trained = train(request, tests::threads(1));
  const ConstituencyModel model(model_file::File::from_bytes(trained.bytes()));
  std::map<std::string, std::uint64_t> names;  // of form(q0), for every word of the sample that is ever in the queue
  for (const Sentence& sentence : read_treebank(tests::source_path("samples/en.mrg"))) {
    features::Encoded encoded;
    model.encoder().encode(sentence, encoded);
    features::Extractor extractor;
    extractor.prepare(model.programs().reduce(), encoded);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::vector<std::int32_t> places(model.programs().reduce().slots().size(), word);
      extractor.visit(
          places, [](auto...) { return std::uint64_t{0}; },
          [&](std::size_t at, std::uint64_t feature) {
            if (model.programs().reduce().source(at) == 0)
              names["form(q0)=" + std::string(sentence.form(word))] = feature;
          });
    }
  }
  std::map<std::string, std::size_t> actions;
  for (std::size_t i = 0; i < model.grammar().actions(); ++i) {
    const auto action = static_cast<decoding::Action>(i);
    static constexpr const char* kKinds[] = {"shift", "ghost", "unary ", "left ", "right "};
    std::string name = kKinds[static_cast<std::size_t>(model.grammar().kind(action))];
    if (model.grammar().label(action) >= 0)
      name += model.labels()[static_cast<std::size_t>(model.grammar().label(action))];
    actions[name] = i;
  }
  const auto weight = [&](std::uint64_t feature, const std::string& action) {
    std::vector<std::int32_t> row(model.grammar().actions(), 0);
    model.weights().add_scores({&feature, 1}, row.data());
    return static_cast<float>(row[actions.at(action)]) * model.weights().scale();
  };
  std::map<std::string, std::vector<float>> lists;
  std::map<std::string, std::set<std::string>> texts;
  std::size_t checked = 0;
  std::size_t states = 0;
  for (const HeavyFeature& heavy : trained.heaviest()) {
    EXPECT_EQ(heavy.section, "reduce");
    lists[heavy.label].push_back(heavy.weight);
    texts[heavy.label].insert(heavy.text);
    states += heavy.text.starts_with("cat(s0)=") && heavy.text.find(" & size(left(s0))=") != std::string::npos ? 1 : 0;
    const auto known = names.find(heavy.text);
    if (known == names.end()) continue;
    EXPECT_FLOAT_EQ(heavy.weight, weight(known->second, heavy.label)) << heavy.label << " " << heavy.text;
    ++checked;
  }
  EXPECT_GT(checked, 5U);
  EXPECT_GT(states, 3U);
  for (const auto& [label, list] : lists) {
    EXPECT_LE(list.size(), 3U) << label;
    EXPECT_GT(list.back(), 0) << label;
    EXPECT_TRUE(std::is_sorted(list.rbegin(), list.rend())) << label;
    if (list.size() < 3) continue;
    for (const auto& [name, feature] : names) {
      if (!texts[label].contains(name)) {
        EXPECT_LE(weight(feature, label), list.back()) << label << " " << name;
      }
    }
  }
}

}  // namespace
}  // namespace espalier::parsing
