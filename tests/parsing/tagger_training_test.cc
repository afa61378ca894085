#include "parsing/tagger_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/support/expect_error.h"
#include "tests/support/model_seal.h"
#include "tests/support/tagged.h"

namespace espalier::parsing {
namespace {

using tests::bytes_of;
using tests::columns_of;
using tests::made_up_treebank;
using tests::Tagging;
using tests::trained_tagger;
using tests::words_of;

TEST(TaggerTraining, TheSameBytesOnAnyNumberOfThreads) {
  const std::vector<Sentence> train = made_up_treebank(80, 1);
  const std::string bytes = bytes_of(trained_tagger(train, {}, 1));
  for (const int threads : {2, 8}) EXPECT_EQ(bytes_of(trained_tagger(train, {}, threads)), bytes);
}

TEST(TaggerTraining, ScoresAreThoseOfTheDevelopmentData) {
  const std::vector<Sentence> train = made_up_treebank(200, 1);
  std::vector<Sentence> dev = made_up_treebank(20, 2);
  std::size_t words = 0;
  for (const Sentence& sentence : dev) words += static_cast<std::size_t>(sentence.size());
  dev[0].set(1, Column::kUpos, "WRONG");
  base::Team team(2);
  const Control control;
  const TrainedTagger tagger = train_tagger(train, dev, {}, team, Watch(control));
  ASSERT_EQ(tagger.scores.size(), kTagStages);
  EXPECT_EQ(tagger.scores[0].stage, TagStage::kUpos);
  EXPECT_NEAR(tagger.scores[0].right, 100.0 * static_cast<double>(words - 1) / static_cast<double>(words), 1e-9);
  EXPECT_TRUE(trained_tagger(train).scores.empty());
}

TEST(TaggerTraining, ProgressIsToldAndStoppingHeard) {
  const std::vector<Sentence> train = made_up_treebank(20, 1);
  base::Team team(1);
  Control control;
  std::uint64_t last = 0;
  std::string what;
  control.progress = [&](const Progress& progress) {
    last = progress.done;
    what = progress.what;
    EXPECT_LE(progress.done, progress.total);
  };
  train_tagger(train, {}, {}, team, Watch(control));
  EXPECT_EQ(what, "tagger: lemma");
  EXPECT_GT(last, 0u);
  const std::atomic<bool> stop = true;
  control.stop = &stop;
  EXPECT_EQ(tests::error_of([&] { train_tagger(train, {}, {}, team, Watch(control)); }).kind(),
            ErrorKind::kInterrupted);
}

/// As brackets have them: the treebank's own tags alone.
std::vector<Sentence> with_own_tags(std::vector<Sentence> sentences) {
  for (Sentence& sentence : sentences) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      for (const Column column : {Column::kUpos, Column::kFeats, Column::kLemma}) sentence.set(node, column, Text());
    }
  }
  return sentences;
}

TEST(TaggerTraining, OwnTagsAloneAreFoundAsWellAsUniversalOnes) {
  const std::vector<Sentence> train = with_own_tags(made_up_treebank(200, 1));
  const std::vector<Sentence> dev = with_own_tags(made_up_treebank(20, 2));
  base::Team team(2);
  const Control control;
  const TrainedTagger trained = train_tagger(train, dev, {}, team, Watch(control));
  ASSERT_EQ(trained.scores.size(), 1U);
  EXPECT_EQ(trained.scores[0].stage, TagStage::kXpos);
  EXPECT_GT(trained.scores[0].right, 99);
  const Tagging tag(bytes_of(trained));
  EXPECT_TRUE(tag.model().has(TagStage::kXpos));
  EXPECT_FALSE(tag.model().has(TagStage::kUpos));
  for (const Sentence& sentence : dev) EXPECT_EQ(columns_of(tag(words_of(sentence))), columns_of(sentence));
  for (const Sentence& folded : jackknife(train, 3, {}, team, Watch(control))) EXPECT_EQ(folded.upos(1), "");

  Sentence given = dev[0];
  given.set(1, Column::kUpos, "KEPT");
  given.set(1, Column::kXpos, "OTHER");
  EXPECT_EQ(tag(given).upos(1), "KEPT");
  EXPECT_EQ(tag(given).xpos(1), dev[0].xpos(1));
  EXPECT_EQ(tag(given, {.xpos = TagUse::kFill}).xpos(1), "OTHER");
  EXPECT_FALSE(tag.model().works({.xpos = TagUse::kLeave}));
}

TEST(TaggerTraining, AFirstStageOfNoKnownColumnIsRefused) {
  TrainedTagger trained = trained_tagger(with_own_tags(made_up_treebank(20, 1)));
  ASSERT_EQ(trained.sections.back().first, kTagFirst);
  trained.sections.back().second = "lemma";
  EXPECT_THAT(tests::error_of([&] { Tagging{bytes_of(trained)}; }).what(), ::testing::HasSubstr(kTagFirst));
  TrainedTagger both = trained_tagger(made_up_treebank(20, 1));
  both.sections.emplace_back(kTagFirst, kFirstIsXpos);
  EXPECT_THAT(tests::error_of([&] { Tagging{bytes_of(both)}; }).what(), ::testing::HasSubstr(kTagFirst));
}

/// Every sentence has a word of its own with a tag of its own: only a tagger that saw the sentence knows it.
std::vector<Sentence> secretive_treebank(std::size_t size) {
  std::vector<Sentence> sentences = made_up_treebank(size, 1);
  for (std::size_t i = 0; i < size; ++i) {
    tests::add_tagged(sentences[i], "secret" + std::to_string(i), "TAG" + std::to_string(i), "", "x");
  }
  return sentences;
}

TEST(TaggerTraining, FoldsDoNotSeeTheirOwnSentences) {
  const std::vector<Sentence> train = secretive_treebank(40);
  TaggerOptions options;
  for (ColumnOptions& column : options.columns) column.epochs = 30;
  const Tagging tag(bytes_of(trained_tagger(train, options)));
  base::Team team(2);
  const Control control;
  const std::vector<Sentence> folded = jackknife(train, 4, options, team, Watch(control));
  ASSERT_EQ(folded.size(), train.size());
  std::size_t words = 0;
  std::size_t right = 0;
  for (std::size_t i = 0; i < train.size(); ++i) {
    const std::int32_t last = train[i].size();
    EXPECT_EQ(tag(words_of(train[i])).upos(last), train[i].upos(last)) << "who saw it knows it";
    EXPECT_NE(folded[i].upos(last), train[i].upos(last));
    for (std::int32_t node = 1; node < last; ++node) {
      EXPECT_EQ(folded[i].form(node), train[i].form(node));
      ++words;
      right += folded[i].upos(node) == train[i].upos(node) ? 1 : 0;
    }
  }
  EXPECT_GE(right * 100, words * 95) << "the others are as the folds beside them have them";
}

TEST(TaggerTraining, FoldsAreTheSameOnAnyNumberOfThreads) {
  const std::vector<Sentence> train = made_up_treebank(30, 1);
  std::string texts[2];
  for (const int threads : {1, 4}) {
    base::Team team(threads);
    const Control control;
    for (const Sentence& sentence : jackknife(train, 3, {}, team, Watch(control))) {
      texts[threads == 1 ? 0 : 1] += columns_of(sentence);
    }
  }
  EXPECT_EQ(texts[0], texts[1]);
  // More folds than sentences.
  base::Team team(1);
  const Control control;
  EXPECT_EQ(jackknife(std::span(train).first(2), 5, {}, team, Watch(control)).size(), 2u);
  EXPECT_EQ(jackknife(std::span(train).first(1), 2, {}, team, Watch(control)).size(), 1u);
}

TEST(TaggerTraining, SectionsThatAreCutOrGoOnAreRefusedByName) {
  const TrainedTagger tagger = trained_tagger(made_up_treebank(40, 1));
  for (std::size_t i = 0; i < tagger.sections.size(); ++i) {
    const auto& [name, text] = tagger.sections[i];
    if (name == kTagFeatures) continue;  // a text of lines, good to any of them
    for (const std::string& damaged : {std::string(), text.substr(0, text.size() / 2), text.substr(0, text.size() - 1),
                                       text + std::string(64, '\0')}) {
      TrainedTagger changed = tagger;
      changed.sections[i].second = damaged;
      const Error error = tests::error_of([&] { Tagging tag(bytes_of(changed)); });
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << name;
      EXPECT_THAT(error.what(), ::testing::HasSubstr(name)) << damaged.size();
    }
  }
}

TEST(TaggerTraining, ADamagedModelIsRefusedOrTags) {
  const std::vector<Sentence> train = made_up_treebank(40, 1);
  const std::string bytes = bytes_of(trained_tagger(train));
  const auto file = model_file::File::from_bytes(bytes);
  base::Random random(7);
  std::size_t refused = 0;
  for (const model_file::Section& section : file->list()) {
    const std::size_t begin = bytes.find(section.text());
    ASSERT_NE(begin, std::string::npos);
    for (std::size_t i = 0; i < 80; ++i) {
      // The first bytes hold counts and sizes: all of them in turn.
      const std::size_t at = i < 40 ? i : random.below(section.bytes.size());
      if (at >= section.bytes.size()) continue;
      std::string damaged = bytes;
      damaged[begin + at] = static_cast<char>(damaged[begin + at] ^ static_cast<char>(1 + random.below(255)));
      tests::seal(damaged);
      try {
        const Tagging tag(damaged);
        for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(tag(words_of(train[k])).size(), train[k].size());
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 50u);
}

TEST(TaggerTraining, AFileWithoutATaggerHasNone) {
  model_file::Writer writer;
  writer.add("else", 1, "x");
  EXPECT_FALSE(TaggerModel::is_in(*model_file::File::from_bytes(writer.bytes())));
  EXPECT_TRUE(TaggerModel::is_in(*model_file::File::from_bytes(bytes_of(trained_tagger(made_up_treebank(5, 1))))));
}

}  // namespace
}  // namespace espalier::parsing
