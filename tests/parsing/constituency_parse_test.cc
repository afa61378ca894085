// Constituency parsers from training to trees, on the samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "espalier/constituency.h"
#include "parsing/constituency_model.h"
#include "tests/support/allocations.h"
#include "tests/support/damaged_models.h"
#include "treebank/constituents.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;

std::string brackets_path(const std::string& language) { return tests::source_path("samples/" + language + ".mrg"); }

TrainRequest request_for(const tests::Options& options = {}) {
  TrainRequest request = tests::request_for("constituency-best", {{"min-updates", "0"}}, {brackets_path("fr")});
  for (const auto& [option, value] : options) request.recipe.set(option, value);
  return request;
}

Model trained(const tests::Options& options = {}) { return train(request_for(options), tests::threads(1)); }

TEST(ConstituencyTraining, GivesTheSameBytesOnAnyNumberOfThreads) {
  TrainRequest request = request_for({{"beam", "4"}, {"greedy-epochs", "1"}});
  request.dev = brackets_path("fr");
  const std::string one = train(request, tests::threads(1)).bytes();
  EXPECT_EQ(train(request, tests::threads(2)).bytes(), one);
  EXPECT_EQ(train(request, tests::threads(8)).bytes(), one);
}

TEST(ConstituencyTraining, LearnsItsTreebankByHeart) {
  for (const std::string beam : {"1", "4"}) {
    for (const std::string update : {"early", "max-violation"}) {
      TrainRequest request =
          request_for({{"beam", beam}, {"epochs", "12"}, {"update", update}, {"heads", "french"}, {"batch", "1"}});
      request.dev = brackets_path("fr");
      const Model model = train(request, tests::threads(1));
      // An early update learns from the beginning of a sentence only, and so takes longer.
      EXPECT_GT(tests::score_of(model, "dev LF1"), update == "early" ? 90 : 98) << beam << " " << update;
      EXPECT_EQ(model.parser_kind(), "constituency");
      EXPECT_EQ(model.self_test(), "");
    }
  }
}

TEST(ConstituencyParser, MakesTreesOfAnyText) {
  // Trained on another language, so that it has to guess.
  for (const std::string beam : {"1", "3"}) {
    const Parser parser(trained({{"beam", beam}}));
    for (Sentence sentence : read_treebank(tests::sample_path("de"))) {
      parser.parse(sentence);
      EXPECT_EQ(treebank::find_fault(sentence.constituents(), sentence.size()), "");
      EXPECT_TRUE(treebank::is_in_word_order(sentence.constituents()));
      to_dependencies(sentence, HeadRules::load("default"));
      EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
    }
    Sentence none;
    parser.parse(none);
    EXPECT_TRUE(none.constituents().empty());
  }
}

TEST(ConstituencyParser, DoesNotLookAtGivenTrees) {
  const Parser parser(trained());
  for (const Sentence& given : read_treebank(brackets_path("fr"))) {
    Sentence with = given;
    Sentence without = given;
    without.constituents().clear();
    parser.parse(with);
    parser.parse(without);
    EXPECT_EQ(with.constituents(), without.constituents());
  }
}

TEST(ConstituencyParser, RefusesWhatItCannotDo) {
  const Model model = trained();
  Sentence sentence = read_treebank(brackets_path("fr"))[0];
  for (const ParseOptions& options : {ParseOptions{.constraints = true}, ParseOptions{.confidence = true}}) {
    EXPECT_EQ(tests::error_of([&] { Parser(model, options).parse(sentence); }).kind(), ErrorKind::kUsage);
  }
  EXPECT_EQ(tests::error_of([&] { Parser(model).parse_best(sentence, 2); }).kind(), ErrorKind::kUsage);
}

TEST(ConstituencyTraining, NeedsTreesAndTemplates) {
  TrainRequest request = request_for();
  request.train = {tests::sample_path("en")};
  EXPECT_THAT(tests::error_of([&] { train(request); }).what(), HasSubstr("en.conllu:1: the sentence has no const"));
  request = request_for();
  request.train.push_back(tests::source_path("samples/de.discbracket"));
  EXPECT_THAT(tests::error_of([&] { train(request); }).what(), HasSubstr("de.discbracket:1: a constituent has a gap"));
  std::size_t skipped = 0;
  request.read.skip_invalid = true;
  request.on_skipped = [&](const auto& errors) { skipped = errors.size(); };
  EXPECT_NO_THROW(train(request, tests::threads(1)));
  EXPECT_EQ(skipped, 2U);
  request = request_for();
  request.recipe.set_features("# nothing\n", "test");
  EXPECT_THAT(tests::error_of([&] { train(request); }).what(), HasSubstr("[reduce]"));
}

TEST(ConstituencyParser, AsksForNoMemoryOnceWarm) {
  const parsing::ConstituencyModel model(model_file::File::from_bytes(trained().bytes()));
  const auto workspace = model.make_workspace();
  const std::vector<Sentence> sentences = read_treebank(brackets_path("en"));
  std::vector<Sentence> copies = sentences;
  for (const int beam : {1, 8}) {
    const auto parse_all = [&] {
      for (std::size_t i = 0; i < sentences.size(); ++i) {
        copies[i] = sentences[i];
        model.parse(copies[i], {.beam = beam}, *workspace);
      }
    };
    parse_all();
    parse_all();
    const std::size_t before = allocations;
    parse_all();
    EXPECT_EQ(allocations - before, 0U) << beam;
  }
}

TEST(ConstituencyModel, DamagedSectionsAreRefusedByName) {
  tests::expect_cut_sections_refused(trained(), "constituency/");
}

TEST(ConstituencyModel, ADamagedByteIsRefusedOrMakesTreesAllTheSame) {
  base::Random random(5);
  const Model model = trained();
  const Sentence sentence = read_treebank(brackets_path("en"))[1];
  for (const auto& [name, text] : tests::sections_of(model)) {
    if (!name.starts_with("constituency/")) continue;
    for (int i = 0; i < 60; ++i) {
      std::string damaged = text;
      damaged[i < 24 ? static_cast<std::size_t>(i) % text.size() : random.below(text.size())] ^=
          static_cast<char>(1 + random.below(255));
      try {
        const Parser parser(Model::from_bytes(tests::with_section(model, name, damaged)));
        Sentence parsed = sentence;
        parser.parse(parsed);
        EXPECT_EQ(treebank::find_fault(parsed.constituents(), parsed.size()), "");
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << name;
      }
    }
  }
}

}  // namespace
}  // namespace espalier
