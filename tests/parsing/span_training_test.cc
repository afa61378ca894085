#include "parsing/span_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "parsing/model_sections.h"
#include "parsing/span_model.h"
#include "tests/support/allocations.h"
#include "tests/support/clauses.h"
#include "tests/support/expect_error.h"
#include "tests/support/model_seal.h"
#include "tests/support/tagged.h"

namespace espalier::parsing {
namespace {

using tests::made_up_columns;
using tests::made_up_treebank;

TrainedColumns trained(const std::vector<Sentence>& train, int threads = 1, const SpanOptions& options = {}) {
  base::Team team(threads);
  const Control control;
  return train_columns(train, made_up_columns(train), options, team, Watch(control));
}

std::string bytes_of(const TrainedColumns& columns) {
  model_file::Writer writer;
  columns.add_to(writer);
  return writer.bytes();
}

std::vector<features::ExtraColumns> tag_all(const SpanModel& model, const std::vector<Sentence>& sentences) {
  std::vector<features::ExtraColumns> found;
  SpanWorkspace workspace;
  for (const Sentence& sentence : sentences) {
    model.tag(sentence, workspace);
    found.push_back(workspace.columns);
  }
  return found;
}

TEST(SpanTraining, LearnsChunksAndClauses) {
  const std::vector<Sentence> dev = made_up_treebank(40, 2);
  const SpanModel model(model_file::File::from_bytes(bytes_of(trained(made_up_treebank(200, 1)))));
  const auto scores = score_columns(made_up_columns(dev), tag_all(model, dev));
  ASSERT_EQ(scores.size(), kSpanColumns);
  for (const SpanScore& score : scores) EXPECT_GT(score.f1(), 97) << score.name;
}

/// Number and mood, as the features of the made-up language have them; every third sentence is not known.
std::vector<features::ExtraColumns> made_up_others(const std::vector<Sentence>& sentences) {
  std::vector<features::ExtraColumns> all = made_up_columns(sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    all[i].names.insert(all[i].names.end(), {"number", "mood"});
    for (const char* name : {"Number=", "Mood="}) {
      auto& values = all[i].values.emplace_back(static_cast<std::size_t>(sentences[i].size()) + 1);
      for (std::int32_t node = 1; node <= sentences[i].size() && i % 3 != 2; ++node) {
        const std::string_view feats = sentences[i].feats(node);
        values[static_cast<std::size_t>(node)] =
            feats.starts_with(name) ? feats.substr(std::string_view(name).size()) : "na";
      }
    }
  }
  return all;
}

class OtherColumns : public ::testing::Test {
 protected:
  static TrainedColumns trained(const std::vector<Sentence>& train, int threads = 1) {
    base::Team team(threads);
    const Control control;
    return train_columns(train, made_up_others(train), {}, team, Watch(control));
  }
};

TEST_F(OtherColumns, AreLearnedBesideChunksAndClauses) {
  const TrainedColumns columns = trained(made_up_treebank(200, 1));
  const SpanModel model(model_file::File::from_bytes(bytes_of(columns)));
  EXPECT_EQ(model.names().size(), kSpanColumns + 2);
  EXPECT_TRUE(model.has(kSpanColumns + 1));
  const std::vector<Sentence> dev = made_up_treebank(40, 2);
  const auto scores = score_columns(made_up_others(dev), tag_all(model, dev));
  ASSERT_EQ(scores.size(), kSpanColumns + 2);
  EXPECT_EQ(scores[kSpanColumns].name, "number");
  for (const SpanScore& score : scores) EXPECT_GT(score.f1(), 97) << score.name;
  // Words that nobody knows about are decided, and not counted.
  std::size_t words = 0;
  for (std::size_t i = 0; i < dev.size(); ++i) words += i % 3 == 2 ? 0 : static_cast<std::size_t>(dev[i].size());
  EXPECT_EQ(scores[kSpanColumns].words, words);
  EXPECT_NE(columns.predicted[2].values[kSpanColumns][1], "");

  Sentence sentence = dev[0];
  SpanWorkspace workspace;
  model.write(sentence, workspace);
  EXPECT_THAT(std::string(sentence.misc(1)), ::testing::HasSubstr("|number="));
}

TEST_F(OtherColumns, AreTheSameOnAnyNumberOfThreads) {
  const std::vector<Sentence> train = made_up_treebank(40, 1);
  EXPECT_EQ(bytes_of(trained(train, 1)), bytes_of(trained(train, 4)));
}

TEST_F(OtherColumns, OfNamesThatNoFileHasAreRefused) {
  TrainedColumns columns = trained(made_up_treebank(20, 1));
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"number", "number"}, {"number", "clause"}, {"number", "a=b"}, {"number", ""}}) {
    for (auto& [name, text] : columns.sections) {
      if (name == kOtherNames) text = pack_labels(names);
    }
    const Error error = tests::error_of([&] { SpanModel model(model_file::File::from_bytes(bytes_of(columns))); });
    EXPECT_THAT(error.what(), ::testing::HasSubstr(kOtherNames));
  }
}

TEST(SpanTraining, TheSameBytesAndPredictionsOnAnyNumberOfThreads) {
  const std::vector<Sentence> train = made_up_treebank(40, 1);
  const TrainedColumns one = trained(train, 1);
  const TrainedColumns many = trained(train, 4);
  EXPECT_EQ(bytes_of(one), bytes_of(many));
  ASSERT_EQ(one.predicted.size(), train.size());
  for (std::size_t i = 0; i < train.size(); ++i) EXPECT_EQ(one.predicted[i].values, many.predicted[i].values);
}

/// Every sentence has a word of its own with a chunk of its own: only who saw it knows it.
TEST(SpanTraining, FoldsDoNotSeeTheirOwnSentences) {
  std::vector<Sentence> train = made_up_treebank(40, 1);
  for (std::size_t i = 0; i < train.size(); ++i)
    tests::add_tagged(train[i], "secret" + std::to_string(i), "X", "", "x");
  auto gold = made_up_columns(train);
  for (std::size_t i = 0; i < train.size(); ++i) gold[i].values[0].back() = "B-" + std::to_string(i);
  SpanOptions options;
  options.columns[0].epochs = 30;
  base::Team team(2);
  const Control control;
  const TrainedColumns columns = train_columns(train, gold, options, team, Watch(control));
  const auto found = tag_all(SpanModel(model_file::File::from_bytes(bytes_of(columns))), train);
  for (std::size_t i = 0; i < train.size(); ++i) {
    EXPECT_EQ(found[i].values[0].back(), gold[i].values[0].back());
    EXPECT_NE(columns.predicted[i].values[0].back(), gold[i].values[0].back());
  }
  EXPECT_GT(score_columns(gold, columns.predicted)[3].f1(), 90) << "the rest is as the folds beside have it";
}

TEST(SpanTraining, BracketsAreBalancedAndAgreeWithBeginningsAndEnds) {
  SpanOptions options;
  for (ColumnOptions& column : options.columns) column.epochs = 1;
  const std::vector<Sentence> train = made_up_treebank(5, 1);
  const TrainedColumns columns = trained(train, 1, options);
  auto all = tag_all(SpanModel(model_file::File::from_bytes(bytes_of(columns))), made_up_treebank(100, 9));
  all.insert(all.end(), columns.predicted.begin(), columns.predicted.end());
  for (const features::ExtraColumns& each : all) {
    std::vector<Brackets> brackets(each.values[3].size());
    for (std::size_t node = 1; node < brackets.size(); ++node) {
      brackets[node] = parse_brackets(each.values[3][node]).value();
      EXPECT_EQ(each.values[1][node], brackets[node].opens > 0 ? "S" : "X");
      EXPECT_EQ(each.values[2][node], brackets[node].closes > 0 ? "E" : "X");
    }
    EXPECT_TRUE(clause_spans(brackets));
  }
}

TEST(SpanTraining, ColumnsThatAreNotThereAreNotLearned) {
  const std::vector<Sentence> train = made_up_treebank(20, 1);
  auto gold = made_up_columns(train);
  for (auto& columns : gold) {
    for (std::size_t column = 1; column < kSpanColumns; ++column) {
      for (std::string& value : columns.values[column]) value.clear();
    }
  }
  base::Team team(1);
  const Control control;
  const SpanModel model(model_file::File::from_bytes(bytes_of(train_columns(train, gold, {}, team, Watch(control)))));
  EXPECT_TRUE(model.has(SpanColumn::kChunk));
  EXPECT_FALSE(model.has(SpanColumn::kClause));
  Sentence sentence = train[0];
  sentence.set(1, Column::kMisc, "Chunk=old|SpaceAfter=No");
  SpanWorkspace workspace;
  model.write(sentence, workspace);
  EXPECT_EQ(sentence.misc(1), "SpaceAfter=No|Chunk=B-NP");
  for (auto& columns : gold) {
    for (std::string& value : columns.values[0]) value.clear();
  }
  EXPECT_EQ(tests::error_of([&] { train_columns(train, gold, {}, team, Watch(control)); }).kind(), ErrorKind::kInput);
}

TEST(SpanTraining, ReadsNothingOfTheAnswer) {
  const std::vector<Sentence> train = made_up_treebank(30, 1);
  const SpanModel model(model_file::File::from_bytes(bytes_of(trained(train))));
  std::vector<Sentence> other = train;
  for (Sentence& sentence : other) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      sentence.set_head(node, node - 1);
      sentence.set(node, Column::kDeprel, "x");
      sentence.set(node, Column::kMisc, "Chunk=B-VP|Clause=(S*");
    }
  }
  const auto first = tag_all(model, train);
  const auto second = tag_all(model, other);
  for (std::size_t i = 0; i < train.size(); ++i) EXPECT_EQ(first[i].values, second[i].values);
}

TEST(SpanTraining, ModelsAskForNoMemoryOnceTheyAreWarm) {
  const std::vector<Sentence> train = made_up_treebank(60, 1);
  const SpanModel model(model_file::File::from_bytes(bytes_of(trained(train))));
  SpanWorkspace workspace;
  Sentence sentence;
  const auto write_all = [&] {
    for (const Sentence& each : train) {
      sentence = each;
      model.write(sentence, workspace);
    }
  };
  write_all();
  write_all();
  const std::size_t before = allocations;
  write_all();
  EXPECT_EQ(allocations - before, 0u);
}

TEST(SpanTraining, SectionsThatAreCutOrGoOnAreRefusedByName) {
  const TrainedColumns columns = trained(made_up_treebank(20, 1));
  for (std::size_t i = 0; i < columns.sections.size(); ++i) {
    const auto& [name, text] = columns.sections[i];
    if (name == kSpanFeatures) continue;  // a text of lines, good to any of them
    for (const std::string& damaged : {std::string(), text.substr(0, text.size() / 2), text + std::string(64, '\0')}) {
      TrainedColumns changed = columns;
      changed.sections[i].second = damaged;
      const Error error = tests::error_of([&] { SpanModel model(model_file::File::from_bytes(bytes_of(changed))); });
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << name;
      EXPECT_THAT(error.what(), ::testing::HasSubstr(name)) << damaged.size();
    }
  }
}

TEST(SpanTraining, ADamagedModelIsRefusedOrTags) {
  const std::vector<Sentence> train = made_up_treebank(20, 1);
  const std::string bytes = bytes_of(trained(train));
  const auto file = model_file::File::from_bytes(bytes);
  base::Random random(7);
  for (const model_file::Section& section : file->list()) {
    const std::size_t begin = bytes.find(section.text());
    for (std::size_t i = 0; i < 40; ++i) {
      const std::size_t at = i < 20 ? i : random.below(section.bytes.size());
      if (at >= section.bytes.size()) continue;
      std::string damaged = bytes;
      damaged[begin + at] = static_cast<char>(damaged[begin + at] ^ static_cast<char>(1 + random.below(255)));
      tests::seal(damaged);
      try {
        const SpanModel model(model_file::File::from_bytes(damaged));
        tag_all(model, {train.begin(), train.begin() + 3});
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace espalier::parsing
