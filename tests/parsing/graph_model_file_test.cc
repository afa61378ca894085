#include <gtest/gtest.h>

#include <cmath>

#include "model_file/writer.h"
#include "parsing/model_sections.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/damaged_models.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

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
  std::string swapped = tests::with_section(model, "graph/weights", tests::sections_of(other).at("graph/weights"));
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
  for (const Model& model : models()) tests::expect_cut_sections_refused(model, "graph/");
}

TEST(ModelFile, LabelsThatBreakLinesAreRefused) {
  const Model model = tests::trained_model("mst1", {{"epochs", "1"}});
  std::vector<std::string> labels = model.labels();
  EXPECT_EQ(Model::from_bytes(tests::with_section(model, "graph/labels", parsing::pack_labels(labels))).labels(),
            labels);
  using namespace std::string_literals;
  for (const std::string& bad : {"a\tb"s, "a\n1\tb"s, "a\r"s, "a\0b"s, "\xC3"s}) {
    labels.back() = bad;
    const Error error = tests::error_of(
        [&] { Model::from_bytes(tests::with_section(model, "graph/labels", parsing::pack_labels(labels))); });
    EXPECT_EQ(error.reason(), "section 'graph/labels' is damaged: it has a label that cannot be written");
  }
}

TEST(ModelFile, AFilterOfOtherThanNumbersIsRefused) {
  const Model model = tests::trained_model("graph-best", {{"epochs", "1"}});
  const std::string filter = tests::sections_of(model).at("graph/filter");
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    const std::string damaged = tests::with_number(filter, filter.size() - sizeof bad, bad);
    const Error error =
        tests::error_of([&] { Model::from_bytes(tests::with_section(model, "graph/filter", damaged)); });
    EXPECT_EQ(error.reason(), "section 'graph/filter' is damaged: it has a weight that is no number");
  }
}

TEST(ModelFile, DamagedSectionsAreRefusedOrParseAllTheSame) {
  for (const Model& model : models()) tests::expect_damage_harmless(model, model.parser_kind() + "/");
}

}  // namespace
}  // namespace espalier
