// On the treebank with clauses, where it is at hand: its columns fit its sentences, and can be learned.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "parsing/span_file.h"
#include "parsing/span_model.h"
#include "parsing/span_training.h"
#include "tests/support/places.h"

namespace espalier::parsing {
namespace {

/// A treebank and its columns; nothing where they are not there.
struct Clauses {
  std::vector<Sentence> sentences;
  std::vector<features::ExtraColumns> columns;
};

Clauses read(const std::string& part) {
  const std::filesystem::path data = tests::treebank_folder();
  for (const char* ending : {".xz", ""}) {
    const std::string stem = (data / "pt_floresta" / ("pt_floresta-" + part)).string();
    if (!std::filesystem::exists(stem + ".clauses.tsv" + ending)) continue;
    Clauses clauses;
    TreebankReader reader(stem + ".conllx" + ending);
    for (Sentence sentence; reader.next(sentence);) clauses.sentences.push_back(sentence);
    clauses.columns = read_columns(stem + ".clauses.tsv" + ending, clauses.sentences, {}, {});
    return clauses;
  }
  return {};
}

TEST(SpansOfRealTreebanks, AreReadAndLearned) {
  const Clauses train = read("train");
  if (train.sentences.empty()) GTEST_SKIP() << "no treebank with clauses; set ESPALIER_DATA";
  Clauses dev = read("dev");
  EXPECT_EQ(train.columns.size(), train.sentences.size());
  base::Team team(2);
  const Control control;
  const std::size_t few = 600;
  SpanOptions options;
  options.folds = 2;
  const TrainedColumns trained = train_columns(std::span(train.sentences).first(few),
                                               std::span(train.columns).first(few), options, team, Watch(control));
  model_file::Writer writer;
  trained.add_to(writer);
  const SpanModel model(model_file::File::from_bytes(writer.bytes()));
  std::vector<features::ExtraColumns> found;
  SpanWorkspace workspace;
  for (const Sentence& sentence : dev.sentences) {
    model.tag(sentence, workspace);
    found.push_back(workspace.columns);
  }
  const std::vector<SpanScore> scores = score_columns(dev.columns, found);
  ASSERT_EQ(scores.size(), kSpanColumns);
  const std::array<double, kSpanColumns> least = {88, 80, 75, 60};
  for (std::size_t i = 0; i < kSpanColumns; ++i) EXPECT_GT(scores[i].f1(), least[i]);
}

}  // namespace
}  // namespace espalier::parsing
