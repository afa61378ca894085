#include "parsing/heavy_moves.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "features/extractor.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

constexpr const char* kTemplates = "[move]\nform(s0)\nupos(b0) & upos(b0+1) & lefts(s0)\n";

Model trained_with(const std::string& recipe, const tests::Options& options, const std::string& features) {
  TrainRequest request = tests::request_for(recipe, options);
  request.recipe.set_features(features, "few");
  return train(request, tests::threads(1));
}

/// The feature of `form(s0)` for every form of the sample. Other templates of the place come after it.
std::map<std::string, std::uint64_t> name_forms(const TransitionPrograms& programs) {
  const auto place = static_cast<std::size_t>(MovePlace::kStack0);
  std::map<std::string, std::uint64_t> names;
  for (const Sentence& sentence : read_treebank(tests::sample_path("en"))) {
    features::Encoded encoded;
    programs.encoder().encode(sentence, encoded);
    features::Extractor extractor;
    extractor.prepare(programs.of_place(place), encoded);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::vector<std::int32_t> places(8, word);
      names["form(s0)=" + std::string(sentence.form(word))] = extractor.features(places)[0];
    }
  }
  return names;
}

/// Checks what is said of the forms against `weight(feature, label)`, and that the lists are in order.
template <class Weight>
std::size_t check(const std::vector<HeavyFeature>& heaviest, const TransitionPrograms& programs, std::size_t most,
                  const Weight& weight) {
  const auto names = name_forms(programs);
  std::map<std::string, std::vector<float>> lists;
  std::size_t forms = 0;
  for (const HeavyFeature& heavy : heaviest) {
    if (heavy.section != "move") continue;
    lists[heavy.label].push_back(heavy.weight);
    const auto found = names.find(heavy.text);
    if (found == names.end()) continue;
    EXPECT_FLOAT_EQ(heavy.weight, weight(found->second, heavy.label)) << heavy.label << " " << heavy.text;
    ++forms;
  }
  for (const auto& [label, list] : lists) {
    EXPECT_LE(list.size(), most) << label;
    EXPECT_GT(list.back(), 0) << label;
    EXPECT_TRUE(std::is_sorted(list.rbegin(), list.rend())) << label;
    if (list.size() < most) continue;
    for (const auto& [name, feature] : names) {
      const bool is_listed = std::any_of(heaviest.begin(), heaviest.end(), [&](const HeavyFeature& heavy) {
        return heavy.label == label && heavy.text == name;
      });
      if (!is_listed) {
        EXPECT_LE(weight(feature, label), list.back()) << label << " " << name;
      }
    }
  }
  return forms;
}

TEST(HeavyMoves, OfTransitionParsersAreTheHeaviestOfEachMove) {
  for (const char* beam : {"1", "4"}) {
    const Model trained = trained_with("transition", {{"system", "arc-eager"}, {"beam", beam}, {"min-updates", "0"}},
                                       kTemplates + std::string("[label]\nupos(m)\n"));
    const TransitionModel model(model_file::File::from_bytes(trained.bytes()));
    const decoding::SystemInfo& system = decoding::system_info(model.settings().kind());
    const MoveClasses classes = model.settings().classes();
    const auto weight = [&](std::uint64_t feature, const std::string& label) {
      MoveScores<std::int32_t> scores{};
      model.moves().add_scores({&feature, 1}, scores.data() + 1);
      float mean = 0;
      float own = 0;
      for (const decoding::Move move : system.moves) {
        const auto score = static_cast<float>(scores[classes.of(move)]);
        mean += score / 4;
        if (move_name(system.kind, move) == label) own = score;
      }
      return (own - mean) * model.moves().scale();
    };
    EXPECT_GT(check(trained.heaviest(), model.programs(), 10, weight), 5u);
    std::set<std::string> moves;
    std::map<std::string, std::string> first;
    for (const HeavyFeature& heavy : trained.heaviest()) {
      if (heavy.section == "move") moves.insert(heavy.label);
      if (heavy.section == "label") first.emplace(heavy.label, heavy.text);
    }
    EXPECT_EQ(moves, (std::set<std::string>{"left-arc", "reduce", "right-arc", "shift"}));
    EXPECT_EQ(first.at("det"), "upos(m)=DET");
    EXPECT_EQ(first.at("punct"), "upos(m)=PUNCT");
  }
}

TEST(HeavyMoves, OfLocalParsersAreTheHeaviestOfEachMoveAndLabel) {
  const Model trained = trained_with("malt-eager", {{"cost", "1"}}, kTemplates);
  const LocalModel model(model_file::File::from_bytes(trained.bytes()));
  const auto weight = [&](std::uint64_t feature, const std::string& label) {
    std::vector<float> row(model.classes().size(), 0);
    const std::uint64_t own = salted(feature, model.weights().parts[0].salt());
    model.weights().rows->add_scores({&own, 1}, row.data());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const LocalClass& item = model.classes()[i];
      std::string name(move_name(model.settings().kind(), item.kind()));
      if (item.label != LocalClass::kNoLabel) name += " " + model.labels()[item.label];
      if (name == label) return row[i];
    }
    ADD_FAILURE() << label;
    return 0.0F;
  };
  EXPECT_GT(check(trained.heaviest(), model.programs(), 3, weight), 10u);
}

TEST(HeavyMoves, OfSplitParsersSayWhoseTheyAre) {
  const Model trained =
      trained_with("mdparser", {{"split", "upos"}, {"split-least", "30"}}, "[move]\nupos(i)\nform(j)\n");
  std::set<std::string> starts;
  for (const HeavyFeature& heavy : trained.heaviest()) {
    starts.insert(heavy.text.substr(0, heavy.text.find('=')));
    if (heavy.text.starts_with("upos(b0)=")) {
      EXPECT_NE(heavy.text.find(" & "), std::string::npos) << heavy.text;
    }
  }
  EXPECT_TRUE(starts.contains("upos(b0)")) << "parts";
  EXPECT_TRUE(starts.contains("upos(s0)") || starts.contains("form(b0)")) << "what is left shares one";
}

}  // namespace
}  // namespace espalier::parsing
