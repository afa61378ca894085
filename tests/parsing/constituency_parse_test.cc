// Constituency parsers from training to trees, on the samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "espalier/constituency.h"
#include "parsing/constituency_model.h"
#include "tests/support/allocations.h"
#include "tests/support/damaged_models.h"
#include "tests/support/temporary_folder.h"
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
}

TEST(ConstituencyParser, BestTreesAreSoundAndDifferentAndInOrder) {
  const Model model = trained({{"beam", "4"}});
  for (const bool merges : {false, true}) {
    const Parser parser(model, {.merge_states = merges});
    for (const Sentence& sentence : read_treebank(brackets_path("en"))) {
      for (const std::size_t k : {1, 3, 20}) {
        const std::vector<ParsedTree> best = parser.parse_best(sentence, k);
        ASSERT_FALSE(best.empty());
        EXPECT_LE(best.size(), k);
        if (k == 20 && sentence.size() > 4) {
          EXPECT_GT(best.size(), 10U);
        }
        for (std::size_t i = 0; i < best.size(); ++i) {
          EXPECT_TRUE(best[i].heads.empty());
          EXPECT_EQ(treebank::find_fault(best[i].constituents, sentence.size()), "");
          if (i > 0) {
            EXPECT_LE(best[i].score, best[i - 1].score);
          }
          for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(
                treebank::is_same_tree(best[i].constituents, best[j].constituents, treebank::HeadMarks::kIgnore));
          }
        }
        if (k > 4) continue;  // the beam is as wide as for one tree
        Sentence parsed = sentence;
        parser.parse(parsed);
        EXPECT_EQ(best[0].constituents, parsed.constituents());
      }
    }
  }
  EXPECT_TRUE(Parser(model).parse_best(Sentence(), 3).empty());
}

TEST(ConstituencyParser, MergingFindsWhatAVeryWideBeamFinds) {
  // Of three words the beam holds all derivations that have a chance.
  const Model model = trained({{"beam", "4"}});
  ParseCounts counts;
  for (const Sentence& given : read_treebank(brackets_path("en"))) {
    Sentence few;
    for (std::int32_t word = 1; word <= std::min(given.size(), 3); ++word) {
      few.set(few.add_word(given.form(word)), Column::kXpos, given.xpos(word));
    }
    const Parser plain(model, {.beam = 10'000});
    const Parser merged(model, {.beam = 10'000, .merge_states = true});
    EXPECT_EQ(merged.parse_best(few, 1)[0].score, plain.parse_best(few, 1)[0].score);
    counts += merged.counts();
  }
  EXPECT_GT(counts.merged, 0U);
}

TEST(ConstituencyTraining, LearnsWithMergedStates) {
  for (const std::string update : {"early", "max-violation"}) {
    TrainRequest request = request_for({{"beam", "4"},
                                        {"epochs", "12"},
                                        {"update", update},
                                        {"merge-states", "yes"},
                                        {"heads", "french"},
                                        {"batch", "1"}});
    request.dev = brackets_path("fr");
    const Model model = train(request, tests::threads(2));
    EXPECT_GT(tests::score_of(model, "dev LF1"), update == "early" ? 90 : 98) << update;
    EXPECT_EQ(model.self_test(), "");
    const Parser parser(model);
    Sentence sentence = read_treebank(brackets_path("en"))[1];
    parser.parse(sentence);
    EXPECT_EQ(model.bytes(), train(request, tests::threads(1)).bytes());
  }
}

/// Heads are what the rules of training said, whatever the rules of whoever asks for dependencies.
TEST(ConstituencyParser, HeadsAreThoseOfTraining) {
  const tests::TemporaryFolder folder;
  for (const std::string side : {"left", "right"}) {
    std::ofstream(folder.path() / side) << "* " << side << "\n";
    TrainRequest request =
        request_for({{"epochs", "12"}, {"beam", "4"}, {"batch", "1"}, {"heads", (folder.path() / side).string()}});
    const Parser parser(train(request, tests::threads(1)));
    std::size_t inner = 0;
    for (Sentence sentence : read_treebank(brackets_path("fr"))) {
      parser.parse(sentence);
      const ConstituentTree& tree = sentence.constituents();
      for (std::int32_t i = 0; i < tree.size(); ++i) {
        if (tree.node(i).is_leaf()) continue;
        ++inner;
        EXPECT_NE(tree.node(i).head, ConstituentTree::kNone);
      }
      // Heads always on one side: the first (last) word heads all, and every other depends on one on that side of it.
      to_dependencies(sentence, HeadRules::load("default"));
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        const std::int32_t head = sentence.head(word);
        if (head > 0) {
          EXPECT_EQ(head < word, side == "left") << side;
        }
      }
    }
    EXPECT_GT(inner, 10U);
  }
}

Sentence sentence_of(std::int32_t words) {
  const std::vector<Sentence> sample = read_treebank(brackets_path("fr"));
  Sentence sentence;
  for (std::size_t i = 0; sentence.size() < words; i = (i + 1) % sample.size()) {
    for (std::int32_t word = 1; word <= sample[i].size() && sentence.size() < words; ++word) {
      sentence.set(sentence.add_word(sample[i].form(word)), Column::kXpos, sample[i].xpos(word));
    }
  }
  return sentence;
}

TEST(ConstituencyParser, ParsesSentencesOfAnyLength) {
  const Model model = trained({{"beam", "4"}});
  for (const int beam : {1, 8}) {
    for (const bool merges : {false, true}) {
      const Parser parser(model, {.beam = beam, .merge_states = merges});
      for (const std::int32_t words : {0, 1, 2, 5000}) {
        Sentence sentence = sentence_of(words);
        parser.parse(sentence);
        EXPECT_EQ(treebank::find_fault(sentence.constituents(), words), "") << words;
        EXPECT_EQ(sentence.constituents().empty(), words == 0);
      }
      EXPECT_EQ(parser.parse_best(sentence_of(1), 5).empty(), false);
    }
  }
}

TEST(ConstituencyTraining, TakesThousandsOfCategories) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "many.mrg").string();
  {
    std::ofstream file(path);
    for (int i = 0; i < 350; ++i) {
      file << "(S (X" << i << " (D the) (A old) (N tree" << i << ")) (Y" << i << " (V grows)))\n";
    }
  }
  TrainRequest request = request_for({{"epochs", "1"}, {"greedy-epochs", "1"}, {"beam", "2"}});
  request.train = {path};
  request.recipe.set_features("[reduce]\ncat(s0)\n", "one");  // weights are kept for every feature and action
  const Model model = train(request, tests::threads(1));
  EXPECT_EQ(model.self_test(), "");
  Sentence sentence = sentence_of(20);
  Parser(model).parse(sentence);
  EXPECT_EQ(treebank::find_fault(sentence.constituents(), sentence.size()), "");
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
  for (const auto& [beam, merges] : {std::pair{1, false}, {8, false}, {8, true}}) {
    const auto parse_all = [&, beam = beam, merges = merges] {
      for (std::size_t i = 0; i < sentences.size(); ++i) {
        copies[i] = sentences[i];
        model.parse(copies[i], {.beam = beam, .merge_states = merges}, *workspace);
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
