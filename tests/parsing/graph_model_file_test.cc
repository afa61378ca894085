#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "model_file/layout.h"
#include "model_file/writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/model_seal.h"

namespace espalier {
namespace {

using tests::sample_path;

std::string parsed_text(const Model& model) {
  const Parser parser(model);
  std::string out;
  for (Sentence sentence : read_treebank(sample_path("en"))) {
    parser.parse(sentence);
    out += to_string(sentence);
  }
  return out;
}

/// Models whose files have all the sections there are.
std::vector<Model> models() {
  TrainRequest after = tests::request_for("graph-best", {{"epochs", "1"}});
  after.dev = sample_path("pt");
  TrainRequest moves = tests::request_for("transition-fast", {{"epochs", "1"}});
  moves.dev = sample_path("pt");
  return {train(after, tests::threads(1)), tests::trained_model("carreras", {{"epochs", "1"}}),
          train(moves, tests::threads(1))};
}

/// The file with one section changed, and its checksums right.
std::string with_section(const Model& model, const std::string& name, const std::string& text) {
  model_file::Writer writer;
  const auto file = model_file::File::from_bytes(model.bytes());
  for (const model_file::Section& section : file->list()) {
    writer.add(std::string(section.name), section.version, section.name == name ? text : std::string(section.text()));
  }
  return writer.bytes();
}

TEST(ModelFile, SaveAndLoadGiveTheSameModel) {
  const tests::TemporaryFolder folder;
  for (const Model& model : models()) {
    model.save(folder / "a.model");
    EXPECT_EQ(tests::slurp(folder / "a.model"), model.bytes());
    const Model loaded = Model::load(folder / "a.model");
    const Model copied = Model::from_bytes(model.bytes());
    for (const Model& other : {loaded, copied}) {
      EXPECT_EQ(other.bytes(), model.bytes());
      EXPECT_EQ(other.features(), model.features());
      EXPECT_EQ(other.labels(), model.labels());
      EXPECT_EQ(other.counts(), model.counts());
      EXPECT_EQ(other.origin().options, model.origin().options);
      EXPECT_EQ(other.self_test(), "");
      EXPECT_EQ(parsed_text(other), parsed_text(model));
    }
  }
}

TEST(ModelFile, TemplatesGiveTheSameModelAgain) {
  TrainRequest request = tests::request_for("mst2");
  const Model first = train(request, tests::threads(1));
  request.recipe.set_features(first.features(), "first");
  EXPECT_EQ(tests::graph_sections_of(train(request, tests::threads(1))), tests::graph_sections_of(first));
}

TEST(ModelFile, TheSelfTestNoticesOtherWeights) {
  const Model model = tests::trained_model("mst1", {{"epochs", "4"}});
  const Model other = tests::trained_model("mst1", {{"epochs", "4"}}, {sample_path("ja")});
  std::string swapped = with_section(model, "graph/weights", tests::sections_of(other).at("graph/weights"));
  EXPECT_NE(Model::from_bytes(swapped).self_test(), "");
}

TEST(ModelFile, AModelWithoutAParserIsRefused) {
  model_file::Writer writer;
  const auto file = model_file::File::from_bytes(tests::trained_model("mst1").bytes());
  for (const model_file::Section& section : file->list()) {
    if (section.name != "graph/options") {
      writer.add(std::string(section.name), section.version, std::string(section.text()));
    }
  }
  const Error error = tests::error_of([&] { Model::from_bytes(writer.bytes(), "half"); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.place().file, "half");
}

TEST(ModelFile, SectionsThatEndEarlyOrGoOnAreRefused) {
  for (const Model& model : models()) {
    for (const auto& [name, text] : tests::graph_sections_of(model)) {
      if (name == "graph/features") continue;  // a text of lines, good to any of them
      const std::size_t half = text.size() / 2;
      for (const std::string& damaged :
           {std::string(), text.substr(0, half), text.substr(0, text.size() - 1), text + std::string(64, '\0')}) {
        const Error error = tests::error_of([&] { Model::from_bytes(with_section(model, name, damaged)).heaviest(); });
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << name << " of " << damaged.size();
        EXPECT_THAT(error.what(), ::testing::HasSubstr(name));
      }
    }
  }
}

TEST(ModelFile, DamagedSectionsAreRefusedOrParseAllTheSame) {
  base::Random random(79);
  const Sentence sentence = read_treebank(sample_path("en"))[1];
  ParseOptions options;
  options.confidence = true;
  for (const Model& model : models()) {
    const std::string bytes = model.bytes();
    const auto file = model_file::File::from_bytes(bytes);
    std::size_t refused = 0;
    for (const model_file::Section& section : file->list()) {
      if (!section.name.starts_with("graph/") && !section.name.starts_with("transition/")) continue;
      const std::size_t begin = bytes.find(section.text());
      ASSERT_NE(begin, std::string::npos);
      for (int i = 0; i < 40; ++i) {
        // The first bytes hold counts and sizes: all of them in turn.
        const std::size_t at = i < 24 ? static_cast<std::size_t>(i) : random.below(section.bytes.size());
        if (at >= section.bytes.size()) continue;
        std::string damaged = bytes;
        damaged[begin + at] = static_cast<char>(damaged[begin + at] ^ static_cast<char>(1 + random.below(255)));
        tests::seal(damaged);
        try {
          const Model read = Model::from_bytes(damaged);
          Sentence parsed = sentence;
          Parser(read, options).parse(parsed);
          EXPECT_EQ(check_heads(parsed.heads()).fault, TreeFault::kNone) << section.name << " at " << at;
          Parser(read).parse_best(sentence, 3);
          read.heaviest();
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
          ++refused;
        }
      }
    }
    EXPECT_GT(refused, 20u);
  }
}

}  // namespace
}  // namespace espalier
