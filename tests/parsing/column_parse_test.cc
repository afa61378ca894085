#include <gtest/gtest.h>

#include "base/random.h"
#include "parsing/parser_kinds.h"
#include "parsing/pipeline.h"
#include "parsing/span_training.h"
#include "tests/support/allocations.h"
#include "tests/support/clauses.h"
#include "tests/support/graph_models.h"
#include "tests/support/tagged.h"
#include "treebank/document_writer.h"

namespace espalier::parsing {
namespace {

constexpr const char* kGraphFeatures =
    "[prune]\ncolumn.chunk(h)\n[arc]\ncolumn.chunk(h)\ncolumn.chunk(h) & column.chunk(m)\n[label]\ncolumn.chunk(m)\n";
constexpr const char* kLocalFeatures =
    "[move]\ncolumn.chunk(s0) & column.chunk(b0)\ncolumn.chunk(s1) & column.chunk(s0) & column.chunk(b0)\n";
constexpr const char* kMoveFeatures =
    "[move]\ncolumn.chunk(s0) & column.chunk(b0)\ncolumn.chunk(s1) & column.chunk(s0) & column.chunk(b0)\n"
    "[label]\ncolumn.chunk(m)\n";

/// All words are alike; the one whose chunk is TOP is the head of all others.
TrainingData treebank_of_columns(std::size_t size) {
  base::Random random(7);
  TrainingData data;
  for (std::size_t i = 0; i < size; ++i) {
    Sentence sentence;
    const auto words = static_cast<std::int32_t>(2 + random.below(6));
    for (std::int32_t node = 1; node <= words; ++node) tests::add_tagged(sentence, "x", "X", "", "x");
    const auto top = static_cast<std::int32_t>(1 + random.below(static_cast<std::uint64_t>(words)));
    features::ExtraColumns columns;
    clear_columns(columns, words);
    for (std::int32_t node = 1; node <= words; ++node) {
      sentence.set_head(node, node == top ? 0 : top);
      sentence.set(node, Column::kDeprel, node == top ? "root" : "dep");
      columns.values[0][static_cast<std::size_t>(node)] = node == top ? "TOP" : "LOW";
    }
    data.train.push_back(std::move(sentence));
    data.train_columns.push_back(std::move(columns));
  }
  return data;
}

struct Kind {
  const char* recipe;
  const char* features;
};
constexpr Kind kKinds[] = {{"mst1", kGraphFeatures}, {"transition-fast", kMoveFeatures}, {"mdparser", kLocalFeatures}};

std::unique_ptr<const ParserModel> trained(const Kind& kind, const TrainingData& data) {
  TrainRequest request = tests::request_for(kind.recipe);
  if (request.recipe.uses("epochs")) request.recipe.set("epochs", "5");
  request.recipe.set_features(kind.features, "test");
  const Control control = tests::threads(1);
  const auto training = make_parser_training(request, control);
  EXPECT_TRUE(training->encoder().reads_extra());
  return open_parser(model_file::File::from_bytes(training->run(data).sections.bytes()));
}

std::size_t wrong_heads(const ParserModel& model, const TrainingData& data, bool shows_columns) {
  const auto workspace = model.make_workspace();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < data.train.size(); ++i) {
    Sentence sentence = data.train[i];
    workspace->columns = shows_columns ? &data.train_columns[i] : nullptr;
    model.parse(sentence, {}, *workspace);
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      wrong += sentence.head(node) != data.train[i].head(node) ? 1U : 0U;
    }
  }
  return wrong;
}

TEST(ColumnParse, OnlyAColumnTellsTheHead) {
  const TrainingData data = treebank_of_columns(60);
  for (const Kind& kind : kKinds) {
    const auto model = trained(kind, data);
    EXPECT_EQ(wrong_heads(*model, data, true), 0U) << kind.recipe;
    EXPECT_GT(wrong_heads(*model, data, false), 20U) << kind.recipe;
  }
}

/// All words are alike; constituents of their own are the words up to each whose column is END.
TrainingData brackets_of_columns(std::size_t size) {
  base::Random random(7);
  TrainingData data;
  for (std::size_t i = 0; i < size; ++i) {
    Sentence sentence;
    const auto words = static_cast<std::int32_t>(2 + random.below(6));
    features::ExtraColumns columns;
    columns.names = column_names(std::vector<std::string>{"edge"});
    clear_columns(columns, words);
    ConstituentTree& tree = sentence.constituents();
    const std::int32_t top = tree.add(ConstituentTree::kNone, "S");
    std::int32_t part = ConstituentTree::kNone;
    for (std::int32_t node = 1; node <= words; ++node) {
      tests::add_tagged(sentence, "x", "X", "", "x");
      if (part == ConstituentTree::kNone) part = tree.add(top, "P");
      tree.add_leaf(part, node);
      const bool ends = random.below(2) == 0;
      columns.values.back()[static_cast<std::size_t>(node)] = ends ? "END" : "IN";
      if (ends) part = ConstituentTree::kNone;
    }
    data.train.push_back(std::move(sentence));
    data.train_columns.push_back(std::move(columns));
  }
  return data;
}

std::string brackets(const Sentence& sentence) {
  return treebank::document_of({&sentence, 1}, treebank::penn_format(), {});
}

TEST(ColumnParse, OnlyAColumnTellsTheConstituents) {
  const TrainingData data = brackets_of_columns(80);
  const auto model = trained({"constituency-best",
                              "[reduce]\ncat(s0) & cat(s1) & column.edge(last(s0)) & column.edge(last(s1))\n"
                              "cat(s0) & column.edge(s0) & column.edge(first(s0)-1) & column.edge(q0)\n"},
                             data);
  const auto wrong = [&](bool shows_columns) {
    const auto workspace = model->make_workspace();
    std::size_t count = 0;
    for (std::size_t i = 0; i < data.train.size(); ++i) {
      Sentence sentence = data.train[i];
      workspace->columns = shows_columns ? &data.train_columns[i] : nullptr;
      model->parse(sentence, {}, *workspace);
      count += brackets(sentence) == brackets(data.train[i]) ? 0U : 1U;
    }
    return count;
  };
  EXPECT_LT(3 * wrong(true), wrong(false));
}

TEST(ColumnParse, DevelopmentDataIsParsedWithItsColumns) {
  TrainingData data = treebank_of_columns(60);
  data.dev = data.train;
  data.dev_columns = data.train_columns;
  TrainRequest request = tests::request_for("mst1");
  request.recipe.set_features(kGraphFeatures, "test");
  const Control control = tests::threads(2);
  const TrainedParser result = make_parser_training(request, control)->run(data);
  ASSERT_FALSE(result.scores.empty());
  EXPECT_EQ(result.scores[0].value, 100);
}

/// The taggers of a model show the parser what they decide.
class ColumnPipeline : public ::testing::Test {
 protected:
  static constexpr std::size_t kSentences = 60;

  ColumnPipeline() {
    data_.train = tests::made_up_treebank(kSentences, 1);
    data_.train_columns = tests::made_up_columns(data_.train);
    for (std::size_t i = 0; i < kSentences; ++i) attach(data_.train[i], data_.train_columns[i]);
    base::Team team(1);
    const Control control;
    train_columns(data_.train, data_.train_columns, {}, team, Watch(control)).add_to(writer_);
    TrainRequest request = tests::request_for("transition-fast");
    request.recipe.set_features(kMoveFeatures, "test");
    TrainedParser parser = make_parser_training(request, control)->run(data_);
    writer_.take_all(parser.sections);
  }

  /// Words hang from the first word of their chunk, and that from the first of the sentence.
  static void attach(Sentence& sentence, const features::ExtraColumns& columns) {
    std::int32_t first = 1;
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      const bool is_inside = columns.values[0][static_cast<std::size_t>(node)].starts_with("I-");
      if (!is_inside) first = node;
      sentence.set_head(node, is_inside ? first : node == 1 ? 0 : 1);
      sentence.set(node, Column::kDeprel, is_inside ? "in" : "begin");
    }
  }

  TrainingData data_;
  model_file::Writer writer_;
};

TEST_F(ColumnPipeline, TaggersShowTheirColumnsToTheParser) {
  const PipelineModel model(model_file::File::from_bytes(writer_.bytes()));
  const auto workspace = model.make_workspace();
  std::size_t wrong = 0;
  for (const Sentence& gold : data_.train) {
    Sentence sentence = gold;
    model.parse(sentence, {}, *workspace);
    for (std::int32_t node = 1; node <= gold.size(); ++node) wrong += sentence.head(node) != gold.head(node) ? 1U : 0U;
    const auto best = model.parse_best(gold, 1, {}, *workspace);
    EXPECT_EQ(best[0].heads, tests::heads_of(sentence));
  }
  EXPECT_EQ(wrong, 0U);
}

TEST_F(ColumnPipeline, AsksForNoMemoryOnceWarm) {
  const PipelineModel model(model_file::File::from_bytes(writer_.bytes()));
  const auto workspace = model.make_workspace();
  std::vector<Sentence> copies = data_.train;
  const auto parse_all = [&] {
    for (std::size_t i = 0; i < copies.size(); ++i) {
      copies[i] = data_.train[i];
      model.parse(copies[i], {}, *workspace);
    }
  };
  parse_all();
  parse_all();
  const std::size_t before = allocations;
  parse_all();
  EXPECT_EQ(allocations - before, 0U);
}

}  // namespace
}  // namespace espalier::parsing
