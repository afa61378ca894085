// From plain text to trees with one model, and what becomes of annotation that is there already.
#include "espalier/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kText = "Gardeners train pear trees against warm walls. Gardeners train pear trees.\n";

TrainRequest request_for_all(const std::vector<std::string>& train = {tests::sample_path("en")}) {
  TrainRequest request = tests::request_for("transition", {{"min-updates", "0"}, {"epochs", "4"}}, train);
  request.only.clear();
  return request;
}

const Model& whole_model() {
  static const Model model = train(request_for_all(), tests::threads(2));
  return model;
}

std::vector<Sentence> annotated(const Pipeline& pipeline, std::string_view text) {
  std::vector<Sentence> sentences;
  pipeline.annotate(text, [&](Sentence& sentence) { sentences.push_back(sentence); });
  return sentences;
}

std::vector<std::string> column(const Sentence& sentence, Column which) {
  std::vector<std::string> out;
  for (std::int32_t node = 1; node <= sentence.size(); ++node) out.emplace_back(sentence.get(node, which));
  return out;
}

Sentence sentence_of(const std::string& conllu) {
  TreebankReader reader = TreebankReader::of_text(conllu);
  Sentence sentence;
  reader.next(sentence);
  return sentence;
}

TEST(Pipeline, MakesTreesOfText) {
  const auto sentences = annotated(Pipeline(whole_model()), kText);
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_THAT(column(sentences[1], Column::kForm), ElementsAre("Gardeners", "train", "pear", "trees", "."));
  for (const Sentence& sentence : sentences) {
    EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      EXPECT_GE(sentence.head(node), 0);
      for (const Column each : {Column::kLemma, Column::kUpos, Column::kXpos, Column::kDeprel}) {
        EXPECT_FALSE(sentence.get(node, each).empty()) << node;
      }
    }
  }
}

TEST(Pipeline, DoesNoMoreThanIsAskedFor) {
  PipelineOptions options;
  options.last = Stage::kTokens;
  const Sentence words = annotated(Pipeline(whole_model(), options), kText).back();
  options.last = Stage::kTags;
  const Sentence tagged = annotated(Pipeline(whole_model(), options), kText).back();
  EXPECT_EQ(column(words, Column::kForm), column(tagged, Column::kForm));
  EXPECT_THAT(column(words, Column::kUpos), ElementsAre("", "", "", "", ""));
  EXPECT_NE(tagged.get(1, Column::kUpos), "");
  EXPECT_EQ(tagged.head(1), kNoHead);
}

TEST(Pipeline, KeepsWhatASentenceHas) {
  const std::string given =
      "1\tGardeners\t_\tX\t_\tA=b\t_\t_\t_\t_\n2\ttrain\tto-train\t_\t_\t_\t_\t_\t_\t_\n3\t.\t_\t_\t_\t_\t_\t_\t_\t_"
      "\n\n";
  Sentence sentence = sentence_of(given);
  Pipeline(whole_model()).annotate(sentence);
  // UPOS is filled in; FEATS and LEMMA are there, in part; XPOS is not.
  EXPECT_EQ(sentence.get(1, Column::kUpos), "X");
  EXPECT_NE(sentence.get(2, Column::kUpos), "");
  EXPECT_THAT(column(sentence, Column::kFeats), ElementsAre("A=b", "", ""));
  EXPECT_THAT(column(sentence, Column::kLemma), ElementsAre("", "to-train", ""));
  EXPECT_NE(sentence.get(1, Column::kXpos), "");
  PipelineOptions afresh;
  afresh.retag = true;
  sentence = sentence_of(given);
  Pipeline(whole_model(), afresh).annotate(sentence);
  EXPECT_NE(sentence.get(1, Column::kUpos), "X");
  EXPECT_NE(sentence.get(2, Column::kLemma), "to-train");
}

TEST(Pipeline, TakesFilesOfAnyStageInOrder) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "text.txt", "Gardeners train.");
  AnnotateRequest request;
  request.inputs = {{folder / "text.txt", {}}, {tests::sample_path("en"), {}}, {"", "Trees grow."}};
  request.output = folder / "out.conllu";
  const Pipeline pipeline(whole_model());
  const ConvertSummary summary = pipeline.annotate(request, tests::threads(2));
  const auto sample = read_treebank(tests::sample_path("en"));
  const auto out = read_treebank(request.output);
  ASSERT_EQ(out.size(), sample.size() + 2);
  EXPECT_EQ(summary.sentences, out.size());
  EXPECT_EQ(out.front().form(2), "train");
  EXPECT_EQ(out.back().form(1), "Trees");
  for (std::size_t i = 0; i < sample.size(); ++i) {
    EXPECT_EQ(column(out[i + 1], Column::kUpos), column(sample[i], Column::kUpos));
  }
  EXPECT_EQ(pipeline.counts().sentences, out.size());
}

TEST(Pipeline, NumbersTheSentencesOfText) {
  const tests::TemporaryFolder folder;
  // Many blocks, so that two threads have something to do.
  std::string text;
  for (int i = 0; i < 3000; ++i) text += std::string(i % 7 == 0 ? "Gardeners train. " : "") + kText + "\n";
  PipelineOptions options;
  options.last = Stage::kTokens;
  const Pipeline pipeline(whole_model(), options);
  const auto numbers = [&](int threads) {
    AnnotateRequest request;
    request.inputs = {{"", "Trees grow."}, {tests::sample_path("en"), {}}, {"", text}};
    request.output = folder / "out.conllu";
    pipeline.annotate(request, tests::threads(threads));
    return read_treebank(request.output);
  };
  const auto sample = read_treebank(tests::sample_path("en"));
  const auto one = numbers(1);
  EXPECT_EQ(one.front().comment("sent_id"), "1");
  for (std::size_t i = 0; i < sample.size(); ++i)
    EXPECT_EQ(one[i + 1].comment("sent_id"), sample[i].comment("sent_id"));
  for (std::size_t i = sample.size() + 1; i < one.size(); ++i) {
    ASSERT_EQ(one[i].comment("sent_id"), std::to_string(i - sample.size() + 1));
  }
  const auto four = numbers(4);
  ASSERT_EQ(one.size(), four.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(one[i].comment("sent_id"), four[i].comment("sent_id"));
}

TEST(Pipeline, WritesTheBestTrees) {
  const tests::TemporaryFolder folder;
  AnnotateRequest request;
  request.inputs = {{"", kText}};
  request.output = folder / "out.conllu";
  PipelineOptions options;
  options.best = 3;
  const ConvertSummary summary = Pipeline(whole_model(), options).annotate(request);
  EXPECT_GT(summary.sentences, 2U);
  EXPECT_LE(summary.sentences, 6U);
  EXPECT_THAT(tests::slurp(request.output), HasSubstr("# nbest = 2\n# score = "));
}

TEST(Pipeline, SaysWhatAModelLacks) {
  TrainRequest request = request_for_all();
  request.only = {Stage::kTags};
  const Model tagger = train(request, tests::threads(1));
  EXPECT_TRUE(tagger.has(Stage::kTags));
  EXPECT_FALSE(tagger.has(Stage::kTrees));
  EXPECT_EQ(tagger.parser_kind(), "");
  EXPECT_EQ(tagger.self_test(), "");
  EXPECT_THAT(tests::error_of([&] { const Pipeline pipeline(tagger); }).what(), HasSubstr("no parser"));
  PipelineOptions options;
  options.last = Stage::kTags;
  const Pipeline tags(tagger, options);
  EXPECT_THAT(tests::error_of([&] { annotated(tags, "Some text."); }).what(), HasSubstr("no tokenizer"));
}

TEST(PipelineTraining, TakesStagesFromAnotherModel) {
  const tests::TemporaryFolder folder;
  whole_model().save(folder / "base.model");
  TrainRequest request = request_for_all();
  request.only = {Stage::kTrees};
  request.base = folder / "base.model";
  const Model mixed = train(request, tests::threads(1));
  const auto old = tests::sections_of(whole_model());
  for (const auto& [name, bytes] : tests::sections_of(mixed)) {
    if (!name.starts_with("text/") && !name.starts_with("tag/")) continue;
    EXPECT_EQ(bytes, old.at(name)) << name;
  }
  EXPECT_TRUE(mixed.has(Stage::kTokens));
  EXPECT_EQ(mixed.self_test(), "");
  // Its parser learned from the tags that the other model's tagger would give.
  EXPECT_EQ(tests::sections_of(mixed), old);
  request.recipe.set("tags", "gold");
  EXPECT_NE(tests::sections_of(train(request, tests::threads(1)))["transition/moves"], old.at("transition/moves"));
}

TEST(PipelineTraining, TellsOfItsStages) {
  TrainRequest request = request_for_all();
  request.dev = tests::sample_path("en");
  std::vector<Stage> stages;
  request.on_stage = [&](const StageLine& line) {
    stages.push_back(line.stage);
    EXPECT_GT(line.bytes, 0U);
    EXPECT_EQ(line.scores.empty(), line.stage == Stage::kTokens);
  };
  const Model model = train(request, tests::threads(2));
  EXPECT_THAT(stages, ElementsAre(Stage::kTokens, Stage::kTags, Stage::kTrees));
  for (const char* name : {"dev Words", "dev UPOS", "dev Lemmas", "dev LAS"}) {
    EXPECT_GT(tests::score_of(model, name), 50) << name;
  }
}

TEST(PipelineTraining, IsTheSameOnAnyNumberOfThreads) {
  EXPECT_EQ(train(request_for_all(), tests::threads(1)).bytes(), whole_model().bytes());
  EXPECT_EQ(train(request_for_all(), tests::threads(8)).bytes(), whole_model().bytes());
}

TEST(PipelineTraining, TakesOddTreebanks) {
  const tests::TemporaryFolder folder;
  // One sentence, no tags, no spaces told of; then words that are many and alike.
  tests::spill(folder / "one.conllu", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n");
  std::string many;
  for (int i = 1; i <= 3000; ++i) {
    many += std::to_string(i) + "\tw" + std::to_string(i % 7) + "\t_\tX\tx" + std::to_string(i) + "\t_\t" +
            std::to_string(i - 1) + "\tdep\t_\t_\n";
  }
  tests::spill(folder / "long.conllu", many + "\n");
  for (const char* name : {"one.conllu", "long.conllu"}) {
    const Model model = train(request_for_all({folder / name}), tests::threads(1));
    EXPECT_EQ(model.self_test(), "") << name;
    EXPECT_FALSE(annotated(Pipeline(model), "a b").empty()) << name;
  }
}

}  // namespace
}  // namespace espalier
