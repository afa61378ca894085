// Constituents to derivations and back: small trees, and every tree of real treebanks where they are at hand.
#include "parsing/binary_trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "espalier/treebank.h"
#include "tests/support/expect_error.h"
#include "tests/support/places.h"
#include "treebank/constituents.h"

namespace espalier::parsing {
namespace {

using decoding::Action;
using decoding::ReduceGrammar;
using decoding::ReduceState;
using decoding::ShiftReduce;

std::vector<Sentence> trees_of(const std::string& text, const std::string& format = "penn") {
  ReadOptions options;
  options.format = format;
  TreebankReader reader = TreebankReader::of_text(text, options, "test");
  std::vector<Sentence> sentences;
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

/// Each tree has a derivation of 3n - 1 legal actions that makes the same tree.
void expect_derivations(const std::vector<Sentence>& sentences, const std::string& rules, const std::string& where) {
  const BinaryTreebank treebank = make_binary_treebank(sentences, HeadRules::load(rules));
  const ReduceGrammar grammar(treebank.rules);
  decoding::ReduceNodes nodes;
  ReduceState state;
  std::vector<Action> actions;
  const ConstituentMaker maker(treebank.labels.names());
  ConstituentTree made;
  std::vector<ConstituentMaker::Task> tasks;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::int32_t words = sentences[i].size();
    ASSERT_TRUE(decoding::derive(treebank.trees[i], grammar, actions)) << where << ":" << sentences[i].line();
    ASSERT_EQ(static_cast<std::int32_t>(actions.size()), 3 * words - 1);
    state.reset(words, {&grammar, &nodes});
    for (const Action action : actions) {
      const auto legal = ShiftReduce::legal(state);
      ASSERT_NE(std::find(legal.begin(), legal.end(), action), legal.end()) << where << ":" << sentences[i].line();
      ShiftReduce::apply(state, action);
    }
    ASSERT_TRUE(ShiftReduce::is_final(state));
    maker.make(state, made, tasks);
    ASSERT_TRUE(treebank::is_same_tree(made, sentences[i].constituents(), treebank::HeadMarks::kIgnore))
        << where << ":" << sentences[i].line();
  }
}

TEST(BinaryTrees, DerivationsMakeTheSameTrees) {
  const char* const kText =
      "(S (NP (D the) (A old) (N cat)) (VP (V ate) (NP (N fish)) (PP (P with) (NP (N joy)))) (. .))\n"
      "(ROOT (S (NP (N cats))))\n"
      "(ROOT (S (VP (V run) (ADV fast))))\n"
      "( (S (N a) (N b) (N c) (N d)))\n"
      "(S+ (X: (N a) (N b)) (N c))\n";
  for (const std::string rules : {"english", "french", "default"}) expect_derivations(trees_of(kText), rules, rules);
}

TEST(BinaryTrees, ATemporaryLabelComesWithTheOneThatFinishesIt) {
  const BinaryTreebank treebank =
      make_binary_treebank(trees_of("(R (NP (D the) (A old) (N cat)))\n"), HeadRules::load("default"));
  EXPECT_THAT(treebank.labels.names(), ::testing::UnorderedElementsAre("NP", "NP:", "R+NP"));
  for (const decoding::ReduceLabel& label : treebank.rules.labels) EXPECT_EQ(label.base, 0);
}

TEST(BinaryTrees, GapsAndMissingTreesAreRefused) {
  const HeadRules rules = HeadRules::load("default");
  const auto gaps = trees_of("(S (X (A 0=a) (C 2=c)) (B 1=b))\n", "discbracket");
  EXPECT_THAT(tests::error_of([&] { make_binary_treebank(gaps, rules); }).what(), ::testing::HasSubstr("gap"));
  std::vector<Sentence> bare(1);
  bare[0].add_word("word");
  EXPECT_THAT(tests::error_of([&] { make_binary_treebank(bare, rules); }).what(),
              ::testing::HasSubstr("no constituents"));
  EXPECT_THROW(reduce_labels({"NP:"}), Error);
}

TEST(BinaryTreesOfRealTreebanks, EveryTreeHasADerivation) {
  const std::filesystem::path data = tests::treebank_folder();
  std::size_t files = 0;
  std::error_code none;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data, none)) {
    if (entry.path().filename().string().find(".mrg") == std::string::npos) continue;
    std::vector<Sentence> sentences;
    TreebankReader reader(entry.path().string());
    for (Sentence sentence; reader.next(sentence);) {
      if (!sentence.empty()) sentences.push_back(sentence);
    }
    expect_derivations(sentences, "default", entry.path().filename().string());
    ++files;
  }
  if (files == 0) GTEST_SKIP() << "no .mrg files in " << data << "; set ESPALIER_DATA";
}

}  // namespace
}  // namespace espalier::parsing
