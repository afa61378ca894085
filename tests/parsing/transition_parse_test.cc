// Transition parsers from training to trees, on the samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "espalier/dependency.h"
#include "parsing/transition_model.h"
#include "tests/support/count_allocations.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using tests::sample_path;

const char* const kSystems[] = {"arc-hybrid", "arc-eager", "arc-standard", "swap", "covington", "covington-projective"};

template <class Code>
void expect_error(ErrorKind kind, const std::string& part, const Code& code) {
  const Error error = tests::error_of(code);
  EXPECT_EQ(error.kind(), kind);
  EXPECT_THAT(error.what(), HasSubstr(part));
}

Model trained(const std::string& system, const tests::Options& more = {}) {
  tests::Options options = {{"system", system}};
  options.insert(options.end(), more.begin(), more.end());
  return tests::trained_model("transition-fast", options);
}

TEST(TransitionTraining, GivesTheSameBytesOnAnyNumberOfThreads) {
  for (const char* system : {"arc-hybrid", "swap", "covington"}) {
    TrainRequest request = tests::request_for("transition-fast", {{"system", system}});
    request.dev = sample_path("en");
    const std::string one = train(request, tests::threads(1)).bytes();
    EXPECT_EQ(train(request, tests::threads(2)).bytes(), one) << system;
    EXPECT_EQ(train(request, tests::threads(8)).bytes(), one) << system;
    request.seed = 2;
    EXPECT_NE(train(request, tests::threads(1)).bytes(), one) << system;
  }
}

/// The templates of `transition` for systems in which what follows the front need not be the next word.
std::string with_buffer_places() {
  std::string text = tests::feature_file("transition");
  for (const auto& [from, to] : {std::pair("b0+1", "b1"), {"b0+2", "b2"}}) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) text.replace(at, 4, to);
  }
  return text;
}

TEST(TransitionTraining, LearnsItsTreebankByHeart) {
  for (const std::string system : kSystems) {
    TrainRequest request = tests::request_for(
        "transition", {{"system", system}, {"epochs", "12"}, {"label-epochs", "6"}, {"min-updates", "0"}});
    request.dev = sample_path("en");
    if (system == "arc-standard" || system == "swap") request.recipe.set_features(with_buffer_places(), "test");
    const Model model = train(request, tests::threads(1));
    EXPECT_GT(tests::score_of(model, "dev UAS"), 95) << system;
    EXPECT_GT(tests::score_of(model, "dev LAS"), 93) << system;
    EXPECT_EQ(model.parser_kind(), "transition");
    EXPECT_EQ(model.self_test(), "");
  }
}

TEST(TransitionParser, MakesTreesOfAnyText) {
  // Trained on another language, so that it has to guess.
  for (const char* system : kSystems) {
    for (const char* roots : {"one", "any"}) {
      const Parser parser(trained(system, {{"roots", roots}}));
      for (Sentence sentence : read_treebank(sample_path("de"))) {
        parser.parse(sentence);
        EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone) << system;
        std::int32_t on_root = 0;
        for (std::int32_t word = 1; word <= sentence.size(); ++word) {
          on_root += sentence.head(word) == 0 ? 1 : 0;
          EXPECT_FALSE(sentence.deprel(word).empty());
        }
        EXPECT_GE(on_root, 1);
        if (std::string_view(roots) == "one") {
          EXPECT_EQ(on_root, 1) << system;
        }
        const bool projective = std::string_view(system) != "swap" && std::string_view(system) != "covington";
        EXPECT_TRUE(!projective || is_projective(sentence.heads())) << system;
      }
    }
  }
}

/// Words of the samples in a random order: what no parser has seen.
std::vector<Sentence> random_sentences(std::size_t count) {
  base::Random random(9);
  const std::vector<Sentence> sources = read_treebank(sample_path("de"));
  std::vector<Sentence> sentences(count);
  for (Sentence& sentence : sentences) {
    const std::size_t words = 1 + random.below(30);
    for (std::size_t i = 0; i < words; ++i) {
      const Sentence& source = sources[random.below(sources.size())];
      const auto from = static_cast<std::int32_t>(1 + random.below(static_cast<std::uint64_t>(source.size())));
      const std::int32_t word = sentence.add_word(source.form(from));
      for (const Column column : {Column::kLemma, Column::kUpos, Column::kXpos, Column::kFeats}) {
        sentence.set(word, column, source.get(from, column));
      }
    }
  }
  return sentences;
}

TEST(TransitionParser, MakesProjectiveTreesWhereAsked) {
  const std::vector<Sentence> sentences = random_sentences(60);
  for (const char* system : {"swap", "covington"}) {
    const Model model = trained(system);
    std::size_t crossing = 0;
    for (const std::int32_t beam : {1, 6}) {
      const Parser free(model, {.beam = beam});
      const Parser projective(model, {.crossing = false, .beam = beam});
      for (const Sentence& words : sentences) {
        Sentence sentence = words;
        free.parse(sentence);
        crossing += is_projective(sentence.heads()) ? 0 : 1;
        projective.parse(sentence);
        EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
        EXPECT_TRUE(is_projective(sentence.heads())) << system << " " << beam;
        for (const ParsedTree& tree : projective.parse_best(words, 3)) {
          EXPECT_TRUE(is_projective(tree.heads)) << system << " " << beam;
        }
      }
    }
    EXPECT_GT(crossing, 0u) << system;
  }
}

TEST(TransitionParser, KeepsGivenHeadsAndLabels) {
  base::Random random(4);
  for (const char* system : {"arc-hybrid", "arc-eager", "covington"}) {
    const Parser parser(trained(system), {.constraints = true});
    std::size_t kept = 0;
    for (const Sentence& gold : read_treebank(sample_path("pt"))) {
      if (!is_projective(gold.heads())) continue;
      Sentence sentence = gold;
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        if (random.uniform() < 0.5) sentence.set_head(word, kNoHead);
      }
      const Sentence given = sentence;
      parser.parse(sentence);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        if (given.head(word) < 0) continue;
        EXPECT_EQ(sentence.head(word), given.head(word)) << system;
        EXPECT_EQ(sentence.deprel(word), given.deprel(word)) << system;
        ++kept;
      }
      EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
    }
    EXPECT_GT(kept, 20u);
  }
}

TEST(TransitionParser, SaysWhichHeadsItCannotKeep) {
  Sentence crossing;
  for (const char* form : {"a", "b", "c", "d"}) crossing.add_word(form);
  for (const auto& [word, head] : {std::pair{1, 3}, {2, 4}, {3, 0}, {4, 3}}) crossing.set_head(word, head);
  const Parser projective(trained("arc-hybrid"), {.constraints = true});
  Sentence sentence = crossing;
  expect_error(ErrorKind::kInput, "no projective tree agrees", [&] { projective.parse(sentence); });
  sentence = crossing;
  Parser(trained("covington"), {.constraints = true}).parse(sentence);
  EXPECT_EQ(tests::heads_of(sentence), tests::heads_of(crossing));
  const Parser standard(trained("arc-standard"), {.constraints = true});
  expect_error(ErrorKind::kUsage, "cannot keep given heads", [&] { standard.parse(sentence); });
}

TEST(TransitionParser, ConfidenceIsAProbabilityAndTellsRightFromWrong) {
  TrainRequest request = tests::request_for("transition-fast", {{"epochs", "4"}}, {sample_path("pt")});
  request.dev = sample_path("en");
  const Parser parser(train(request, tests::threads(1)), {.confidence = true});
  double right = 0;
  double wrong = 0;
  double rights = 0;
  double wrongs = 0;
  for (const Sentence& gold : read_treebank(sample_path("en"))) {
    Sentence sentence = gold;
    parser.parse(sentence);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::string misc(sentence.misc(word));
      ASSERT_THAT(misc, HasSubstr("Conf="));
      const double confidence = std::stod(misc.substr(misc.find("Conf=") + 5));
      EXPECT_GE(confidence, 0);
      EXPECT_LE(confidence, 1);
      const bool good = sentence.head(word) == gold.head(word);
      (good ? right : wrong) += confidence;
      (good ? rights : wrongs) += 1;
    }
  }
  ASSERT_GT(rights, 0);
  ASSERT_GT(wrongs, 0);
  EXPECT_GT(right / rights, wrong / wrongs);
}

TEST(TransitionParser, AsksForNoMemoryOnceWarm) {
  for (const char* system : kSystems) {
    const auto bytes = trained(system).bytes();
    const parsing::TransitionModel model(model_file::File::from_bytes(bytes));
    const auto workspace = model.make_workspace();
    std::vector<Sentence> sentences = read_treebank(sample_path("en"));
    std::vector<Sentence> copies = sentences;
    const auto parse_all = [&] {
      for (std::size_t i = 0; i < sentences.size(); ++i) {
        copies[i] = sentences[i];
        model.parse(copies[i], {}, *workspace);
      }
    };
    parse_all();
    parse_all();
    const std::size_t before = allocations;
    parse_all();
    EXPECT_EQ(allocations - before, 0u) << system;
  }
}

TEST(TransitionParser, RefusesTemplatesWithoutMoves) {
  TrainRequest request = tests::request_for("transition-fast");
  request.recipe.set_features("[label]\nform(m)\n", "f");
  expect_error(ErrorKind::kUsage, "no templates in [move]", [&] { train(request, tests::threads(1)); });
}

}  // namespace
}  // namespace espalier
