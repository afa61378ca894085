#include "parsing/token_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "espalier/dependency.h"
#include "parsing/model_sections.h"
#include "parsing/span_training.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/allocations.h"
#include "tests/support/clauses.h"
#include "tests/support/damaged_models.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/head_answers.h"
#include "tests/support/tagged.h"

namespace espalier::parsing {
namespace {

using ::testing::HasSubstr;
using tests::Heads;
using tests::sample_path;

/// A parser of any answers: two labels, no weights.
TokenModel bare_model(decoding::Roots roots) {
  TokenParts parts;
  parts.settings.one_root = roots == decoding::Roots::kOne ? 1 : 0;
  parts.features = "[label]\nupos(m)\n";
  parts.labels = {"root", "dep"};
  parts.label_use = {LabelUse::kOnRoot, LabelUse::kElsewhere};
  parts.label_rows = learning::FrozenLabels::freeze({}, 2);
  model_file::Writer writer;
  add_token_sections(writer, parts);
  return TokenModel(model_file::File::from_bytes(writer.bytes()));
}

Sentence words_of(const HeadAnswers& answers) {
  Sentence sentence;
  for (std::size_t word = 1; word < answers.tags.size(); ++word) sentence.add_word("x");
  return sentence;
}

Sentence parsed(const TokenModel& model, const HeadAnswers& answers, Sentence sentence,
                const ParseOptions& options = {}) {
  const auto workspace = model.make_workspace();
  workspace->heads = {&tests::classes_of_three(), &answers};
  model.parse(sentence, options, *workspace);
  const std::vector<float> opinions = model.arc_confidence(options, *workspace);
  EXPECT_EQ(opinions.size(), sentence.heads().size());
  EXPECT_TRUE(std::all_of(opinions.begin(), opinions.end(), [](float each) { return each >= 0 && each <= 1; }));
  return sentence;
}

TEST(TokenModel, AnyAnswersMakeTrees) {
  base::Random random(23);
  for (const decoding::Roots roots : {decoding::Roots::kOne, decoding::Roots::kAny}) {
    const TokenModel model = bare_model(roots);
    for (int round = 0; round < 300; ++round) {
      const HeadAnswers answers = tests::drawn_answers(1 + random.below(20), random);
      for (const bool crossing : {true, false}) {
        ParseOptions options;
        options.crossing = crossing;
        options.confidence = true;
        const Sentence sentence = parsed(model, answers, words_of(answers), options);
        EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
        const Heads heads = tests::heads_of(sentence);
        if (roots == decoding::Roots::kOne) {
          EXPECT_TRUE(reference::has_one_root(heads));
        }
        if (!crossing) {
          EXPECT_TRUE(is_projective(sentence.heads()));
        }
        for (std::int32_t word = 1; word <= sentence.size(); ++word) {
          EXPECT_EQ(sentence.deprel(word), sentence.head(word) == 0 ? "root" : "dep");
        }
      }
    }
  }
}

TEST(TokenModel, TheBestTreesAreInOrderAndTheFirstIsTheTree) {
  base::Random random(29);
  const TokenModel model = bare_model(decoding::Roots::kOne);
  for (int round = 0; round < 100; ++round) {
    const HeadAnswers answers = tests::drawn_answers(4, random);
    const Sentence sentence = parsed(model, answers, words_of(answers));
    const auto workspace = model.make_workspace();
    workspace->heads = {&tests::classes_of_three(), &answers};
    // 64 trees of four words hang from one word each.
    const auto trees = model.parse_best(words_of(answers), 100, {}, *workspace);
    ASSERT_EQ(trees.size(), 64U);
    for (std::size_t i = 1; i < trees.size(); ++i) EXPECT_LE(trees[i].score, trees[i - 1].score);
    EXPECT_EQ(trees[0].heads, tests::heads_of(sentence));
  }
}

TEST(TokenModel, KeepsTheHeadsGiven) {
  base::Random random(31);
  const TokenModel model = bare_model(decoding::Roots::kOne);
  ParseOptions options;
  options.constraints = true;
  for (int round = 0; round < 200; ++round) {
    const HeadAnswers answers = tests::drawn_answers(6, random);
    const Sentence free = parsed(model, tests::drawn_answers(6, random), words_of(answers));
    Sentence given = words_of(answers);
    for (std::int32_t word = 1; word <= given.size(); ++word) {
      if (random.below(2) == 0) continue;
      given.set_head(word, free.head(word));
      given.set(word, Column::kDeprel, "own");
    }
    const Sentence sentence = parsed(model, answers, given, options);
    EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
    for (std::int32_t word = 1; word <= given.size(); ++word) {
      if (given.head(word) < 0) continue;
      EXPECT_EQ(sentence.head(word), given.head(word));
      EXPECT_EQ(sentence.deprel(word), "own");
    }
  }
}

TEST(TokenModel, HeadsOfNoTreeAreRefused) {
  const TokenModel model = bare_model(decoding::Roots::kOne);
  const HeadAnswers answers = tests::even_answers({1, 2, 3});
  ParseOptions options;
  options.constraints = true;
  Sentence cycle = words_of(answers);
  cycle.set_head(1, 2);
  cycle.set_head(2, 1);
  const Error error = tests::error_of([&] { parsed(model, answers, cycle, options); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("no tree agrees with the heads given"));
  Sentence crossing = words_of(answers);
  crossing.set_head(1, 3);
  crossing.set_head(2, 0);
  EXPECT_EQ(parsed(model, answers, crossing, options).head(3), 2);
  options.crossing = false;
  EXPECT_THAT(tests::error_of([&] { parsed(model, answers, crossing, options); }).what(),
              HasSubstr("no projective tree"));
}

TEST(TokenModel, SaysThatItHasNoPredictors) {
  const TokenModel model = bare_model(decoding::Roots::kOne);
  const auto workspace = model.make_workspace();
  Sentence sentence;
  sentence.add_word("x");
  EXPECT_THAT(tests::error_of([&] { model.parse(sentence, {}, *workspace); }).what(), HasSubstr("predictors of heads"));
}

TEST(TokenModel, AsksForNoMemoryOnceWarm) {
  base::Random random(37);
  const TokenModel model = bare_model(decoding::Roots::kOne);
  const HeadAnswers answers = tests::drawn_answers(20, random);
  const auto workspace = model.make_workspace();
  workspace->heads = {&tests::classes_of_three(), &answers};
  Sentence sentence = words_of(answers);
  const auto parse = [&] { model.parse(sentence, {}, *workspace); };
  parse();
  parse();
  const std::size_t before = allocations;
  parse();
  EXPECT_EQ(allocations - before, 0U);
}

class TrainedTokenModel : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    TrainRequest request = tests::request_for("token", {}, {sample_path("en"), sample_path("pt")});
    request.dev = sample_path("es");
    model_ = std::make_unique<Model>(train(request, tests::threads(2)));
  }
  static void TearDownTestSuite() { model_.reset(); }

  static std::unique_ptr<Model> model_;
};

std::unique_ptr<Model> TrainedTokenModel::model_;

TEST_F(TrainedTokenModel, SaveAndLoadGiveTheSameModel) {
  const Model copied = Model::from_bytes(model_->bytes());
  EXPECT_EQ(copied.parser_kind(), "token");
  EXPECT_EQ(copied.features(), model_->features());
  EXPECT_EQ(copied.counts(), model_->counts());
  EXPECT_EQ(copied.self_test(), "");
  EXPECT_FALSE(copied.heaviest().empty());
  EXPECT_EQ(tests::sections_of(copied).count("heads/features"), 1U);
  EXPECT_GT(tests::score_of(copied, "dev UAS"), 40);
}

TEST_F(TrainedTokenModel, KnowsWhatItLearnedFrom) {
  const Parser parser(*model_);
  std::size_t words = 0;
  std::size_t right = 0;
  for (const Sentence& gold : read_treebank(sample_path("en"))) {
    Sentence sentence = gold;
    parser.parse(sentence);
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      ++words;
      right += sentence.head(word) == gold.head(word) && sentence.deprel(word) == gold.deprel(word) ? 1U : 0U;
    }
  }
  EXPECT_GT(right * 10, words * 8) << right << " of " << words;
}

TEST_F(TrainedTokenModel, SectionsThatEndEarlyOrGoOnAreRefused) {
  tests::expect_cut_sections_refused(*model_, "token/");
}

TEST_F(TrainedTokenModel, DamagedSectionsAreRefusedOrParseAllTheSame) {
  tests::expect_damage_harmless(*model_, "token/");
}

TEST_F(TrainedTokenModel, AModelWithoutPredictorsIsRefused) {
  model_file::Writer writer;
  for (const auto& [name, text] : tests::sections_of(*model_)) {
    if (name.starts_with("token/")) writer.add(name, kSectionVersion, text);
  }
  const Error error = tests::error_of([&] { Model::from_bytes(writer.bytes()); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("no predictors of heads"));
}

TEST(TokenTraining, TheSameBytesOnAnyNumberOfThreads) {
  TrainRequest request = tests::request_for("token");
  request.dev = sample_path("pt");
  const std::string bytes = train(request, tests::threads(1)).bytes();
  for (const int threads : {2, 8}) EXPECT_EQ(train(request, tests::threads(threads)).bytes(), bytes);
}

TEST(TokenTraining, LearnsFromPartsOfTrees) {
  const tests::TemporaryFolder folder;
  std::string text;
  base::Random random(41);
  for (Sentence sentence : read_treebank(sample_path("en"))) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (random.below(4) != 0) continue;
      sentence.set_head(word, -1);
      sentence.set(word, Column::kDeprel, "");
    }
    text += to_string(sentence);
  }
  tests::spill(folder / "part.conllu", text);
  TrainRequest request = tests::request_for("token", {}, {folder / "part.conllu"});
  request.dev = sample_path("en");
  EXPECT_GT(tests::score_of(train(request, tests::threads(1)), "dev UAS"), 60);
}

TEST(TokenTraining, PredictorsLearnFromTheColumnsOfAnotherModel) {
  const tests::TemporaryFolder folder;
  std::vector<Sentence> sentences = tests::made_up_treebank(40, 1);
  const std::vector<features::ExtraColumns> columns = tests::made_up_columns(sentences);
  std::string text;
  for (Sentence& sentence : sentences) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      sentence.set_head(word, word - 1);
      sentence.set(word, Column::kDeprel, word == 1 ? "root" : "dep");
    }
    text += to_string(sentence);
  }
  tests::spill(folder / "train.conllu", text);
  const Control control;
  base::Team team(1);
  model_file::Writer writer;
  train_columns(sentences, columns, {}, team, Watch(control)).add_to(writer);
  tests::spill(folder / "columns.model", writer.bytes());
  TrainRequest request = tests::request_for("token", {}, {folder / "train.conllu"});
  const auto without = tests::sections_of(train(request, tests::threads(1)));
  request.base = folder / "columns.model";
  const auto with = tests::sections_of(train(request, tests::threads(1)));
  EXPECT_NE(with.at("heads/side-weights"), without.at("heads/side-weights"));
}

TEST(TokenTraining, WantsTemplatesOfLabelsAlone) {
  TrainRequest request = tests::request_for("token");
  request.recipe.set_features("[label]\n", "test");
  EXPECT_THAT(tests::error_of([&] { train(request); }).what(), HasSubstr("no templates in [label]"));
  request.recipe.set_features("[arc]\nupos(h)\n[label]\nupos(m)\n", "test");
  EXPECT_EQ(tests::error_of([&] { train(request); }).kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace espalier::parsing
