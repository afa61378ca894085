// Shift-reduce derivations over a few words: every tree has one, every walk ends in a tree, and beams find the best.
#include "decoding/shift_reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <type_traits>

#include "base/hash.h"
#include "base/random.h"
#include "decoding/beam.h"
#include "espalier/error.h"
#include "tests/support/reduce_states.h"

namespace espalier::decoding {
namespace {

using tests::small_rules;
using tests::text_of;

bool is_temporary(std::int32_t label) { return label == 1 || label == 3; }
std::int32_t base_of(std::int32_t label) { return label < 0 ? label : label / 2 * 2; }

std::string text_of(const BinaryTree& tree, std::int32_t at, std::int32_t& words) {
  const BinaryTree::Node& node = tree.nodes[to_index(at)];
  if (node.label < 0) return std::to_string(++words);
  std::string text = "(" + std::to_string(node.label) + " " + text_of(tree, node.left, words);
  if (node.right >= 0) text += (node.right_is_head ? " *" : " ") + text_of(tree, node.right, words);
  return text + ")";
}

std::string text_of(const BinaryTree& tree) {
  std::int32_t words = 0;
  return text_of(tree, static_cast<std::int32_t>(tree.nodes.size()) - 1, words);
}

BinaryTree joined(const BinaryTree& left, const BinaryTree& right, std::int32_t label, bool right_is_head) {
  BinaryTree tree = left;
  const auto shift = static_cast<std::int32_t>(left.nodes.size());
  for (BinaryTree::Node node : right.nodes) {
    if (node.left >= 0) node.left += shift;
    if (node.right >= 0) node.right += shift;
    tree.nodes.push_back(node);
  }
  const auto last = static_cast<std::int32_t>(tree.nodes.size()) - 1;
  tree.nodes.push_back({label, shift - 1, last, right_is_head});
  return tree;
}

// All trees over so many words that keep the rules of temporary labels, those with a temporary top included.
std::vector<BinaryTree> all_trees(const ReduceRules& rules, int words) {
  std::vector<BinaryTree> trees;
  if (words == 1) {
    trees.push_back({{{-1, -1, -1, false}}});
    for (const std::int32_t label : rules.unary) trees.push_back({{{-1, -1, -1, false}, {label, 0, -1, false}}});
    return trees;
  }
  for (int k = 1; k < words; ++k) {
    const auto lefts = all_trees(rules, k);
    const auto rights = all_trees(rules, words - k);
    for (const auto& left : lefts) {
      for (const auto& right : rights) {
        for (const bool right_is_head : {false, true}) {
          const std::int32_t head = (right_is_head ? right : left).nodes.back().label;
          const std::int32_t sister = (right_is_head ? left : right).nodes.back().label;
          if (is_temporary(sister)) continue;
          for (const std::int32_t label : right_is_head ? rules.right : rules.left) {
            if (is_temporary(head) && base_of(label) != base_of(head)) continue;
            trees.push_back(joined(left, right, label, right_is_head));
          }
        }
      }
    }
  }
  return trees;
}

bool is_whole(const BinaryTree& tree) {
  const std::int32_t top = tree.nodes.back().label;
  return tree.nodes.size() > 1 ? !is_temporary(top) : false;
}

TEST(ShiftReduceTest, EveryTreeHasADerivationOfLegalActions) {
  const ReduceGrammar grammar(small_rules());
  ReduceNodes nodes;
  ReduceState s;
  std::vector<Action> actions;
  for (int words = 1; words <= 4; ++words) {
    for (const BinaryTree& tree : all_trees(grammar.rules(), words)) {
      if (!is_whole(tree)) continue;
      ASSERT_TRUE(derive(tree, grammar, actions));
      ASSERT_EQ(static_cast<int>(actions.size()), 3 * words - 1);
      s.reset(words, {&grammar, &nodes});
      for (const Action action : actions) {
        ASSERT_FALSE(ShiftReduce::is_final(s));
        const auto legal = ShiftReduce::legal(s);
        ASSERT_NE(std::find(legal.begin(), legal.end(), action), legal.end()) << text_of(tree);
        ShiftReduce::apply(s, action);
      }
      ASSERT_TRUE(ShiftReduce::is_final(s));
      ASSERT_EQ(text_of(s, s.stack(0)), text_of(tree));
    }
  }
}

TEST(ShiftReduceTest, LegalActionsMakeEveryTreeAndNoOther) {
  const ReduceGrammar grammar(small_rules());
  for (int words = 1; words <= 3; ++words) {
    std::set<std::string> wanted;
    for (const BinaryTree& tree : all_trees(grammar.rules(), words)) {
      if (is_whole(tree)) wanted.insert(text_of(tree));
    }
    std::set<std::string> made;
    std::size_t walks = 0;
    const std::function<void(const ReduceState&)> go_on = [&](const ReduceState& s) {
      if (ShiftReduce::is_final(s)) {
        ++walks;
        made.insert(text_of(s, s.stack(0)));
        return;
      }
      ASSERT_FALSE(ShiftReduce::legal(s).empty());
      for (const Action action : ShiftReduce::legal(s)) {
        ReduceState next = s;
        ShiftReduce::apply(next, action);
        go_on(next);
      }
    };
    ReduceNodes nodes;
    ReduceState start;
    start.reset(words, {&grammar, &nodes});
    go_on(start);
    EXPECT_EQ(made, wanted) << words;
    EXPECT_EQ(walks, made.size()) << "a tree has one derivation";
  }
}

TEST(ShiftReduceTest, RandomWalksEndInATree) {
  const ReduceGrammar grammar(small_rules());
  base::Random random(7);
  ReduceNodes nodes;
  ReduceState s;
  for (int walk = 0; walk < 3000; ++walk) {
    const auto words = static_cast<std::int32_t>(random.below(15));
    s.reset(words, {&grammar, &nodes});
    std::int32_t steps = 0;
    for (; !ShiftReduce::is_final(s); ++steps) {
      const auto legal = ShiftReduce::legal(s);
      ASSERT_FALSE(legal.empty());
      ShiftReduce::apply(s, legal[random.below(legal.size())]);
    }
    EXPECT_EQ(steps, words == 0 ? 0 : 3 * words - 1);
    if (words == 0) continue;
    ASSERT_EQ(s.stack_size(), 1U);
    const ReduceNode& top = s.node(s.stack(0));
    EXPECT_EQ(top.first, 1);
    EXPECT_EQ(top.last, words);
    EXPECT_FALSE(top.is_word());
    EXPECT_FALSE(is_temporary(top.label));
  }
}

// A copy of a state is the same whatever the length of the sentence, and states that part do not disturb one another.
TEST(ShiftReduceTest, StatesShareTheirPast) {
  static_assert(std::is_trivially_copyable_v<ReduceState>);
  const ReduceGrammar grammar(small_rules());
  base::Random random(11);
  ReduceNodes nodes;
  std::vector<ReduceState> states(1);
  states[0].reset(9, {&grammar, &nodes});
  const auto stack_of = [](const ReduceState& s) {
    std::string text;
    for (std::size_t k = 0; k < s.stack_size(); ++k) text += text_of(s, s.stack(k)) + ";";
    EXPECT_EQ(s.stack(s.stack_size()), -1);
    return text;
  };
  std::vector<std::string> stacks = {stack_of(states[0])};
  while (states.size() < 500) {
    ReduceState next = states[random.below(states.size())];
    if (ShiftReduce::is_final(next)) continue;
    const auto legal = ShiftReduce::legal(next);
    ShiftReduce::apply(next, legal[random.below(legal.size())]);
    states.push_back(next);
    stacks.push_back(stack_of(next));
  }
  for (std::size_t i = 0; i < states.size(); ++i) EXPECT_EQ(stack_of(states[i]), stacks[i]);
}

using ReduceBeam = Beam<std::int32_t, ReduceState, Action>;

// Whole numbers that depend on all of a state.
struct RandomScorer {
  std::uint64_t seed;

  std::vector<std::int32_t> operator()(const ReduceState& s, std::span<const Action>) const {
    std::string all = std::to_string(s.queue(0)) + (s.has_shifted() ? "+" : "-");
    for (std::int32_t node = s.stack(0); node >= 0; node = s.node(node).below) all += text_of(s, node) + ";";
    base::Random random(base::hash(all, seed));
    std::vector<std::int32_t> scores(s.grammar().actions());
    for (std::int32_t& score : scores) score = static_cast<std::int32_t>(random.below(2001)) - 1000;
    return scores;
  }
};

std::int32_t best_from(const ReduceState& s, const RandomScorer& scorer) {
  if (ShiftReduce::is_final(s)) return 0;
  std::int32_t best = INT32_MIN;
  const auto scores = scorer(s, {});
  for (const Action action : ShiftReduce::legal(s)) {
    ReduceState next = s;
    ShiftReduce::apply(next, action);
    best = std::max(best, scores[static_cast<std::size_t>(action)] + best_from(next, scorer));
  }
  return best;
}

TEST(ShiftReduceTest, AWideBeamFindsTheBestDerivationOfAll) {
  const ReduceGrammar grammar(small_rules());
  ReduceNodes shared;
  ReduceBeam beam;
  for (std::int32_t words = 1; words <= 3; ++words) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      ReduceNodes nodes;
      ReduceState s;
      s.reset(words, {&grammar, &nodes});
      beam.start<ShiftReduce>(words, ReduceSetup{&grammar, &shared}, 100'000);
      while (beam.step<ShiftReduce>(RandomScorer{seed})) {
      }
      EXPECT_EQ(beam.items()[0].score, best_from(s, RandomScorer{seed}));
    }
  }
}

std::vector<std::int32_t> sums_of_sorting(const ReduceGrammar& grammar, std::int32_t words, std::size_t width,
                                          const RandomScorer& scorer) {
  return tests::sums_of_sorting<std::int32_t>(
      grammar, words, width, scorer, [](const ReduceState&, std::size_t place) { return std::to_string(place); });
}

// A beam drops the worst before it has seen all; what stays must be what sorting all would leave.
TEST(ShiftReduceTest, ABeamKeepsWhatSortingAllSuccessorsWould) {
  const ReduceGrammar grammar(small_rules());
  ReduceNodes shared;
  ReduceBeam beam;
  for (const std::int32_t width : {1, 2, 3, 8}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      beam.start<ShiftReduce>(7, ReduceSetup{&grammar, &shared}, width);
      while (beam.step<ShiftReduce>(RandomScorer{seed})) {
      }
      std::vector<std::int32_t> sums;
      for (const auto& item : beam.items()) sums.push_back(item.score);
      EXPECT_EQ(sums, sums_of_sorting(grammar, 7, to_index(width), RandomScorer{seed})) << width << " " << seed;
    }
  }
}

TEST(ShiftReduceTest, ABeamOfOneIsGreedy) {
  const ReduceGrammar grammar(small_rules());
  ReduceNodes shared;
  ReduceBeam beam;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomScorer scorer{seed};
    ReduceNodes nodes;
    ReduceState s;
    s.reset(6, {&grammar, &nodes});
    std::int32_t sum = 0;
    while (!ShiftReduce::is_final(s)) {
      const auto scores = scorer(s, {});
      const auto legal = ShiftReduce::legal(s);
      Action best = legal[0];
      for (const Action action : legal) {
        if (scores[static_cast<std::size_t>(action)] > scores[static_cast<std::size_t>(best)]) best = action;
      }
      sum += scores[static_cast<std::size_t>(best)];
      ShiftReduce::apply(s, best);
    }
    beam.start<ShiftReduce>(6, ReduceSetup{&grammar, &shared}, 1);
    while (beam.step<ShiftReduce>(scorer)) {
    }
    EXPECT_EQ(beam.items()[0].score, sum);
    EXPECT_EQ(text_of(beam.configuration(beam.items()[0]), beam.configuration(beam.items()[0]).stack(0)),
              text_of(s, s.stack(0)));
  }
}

TEST(ReduceGrammarTest, RulesThatDoNotCloseAreRefused) {
  const auto expect_refused = [](const std::function<void(ReduceRules&)>& spoil) {
    ReduceRules rules = small_rules();
    spoil(rules);
    EXPECT_THROW(ReduceGrammar{rules}, Error);
  };
  expect_refused([](ReduceRules& rules) { rules.left.clear(); });
  expect_refused([](ReduceRules& rules) { rules.right.push_back(5); });
  expect_refused([](ReduceRules& rules) { rules.right.push_back(-1); });
  expect_refused([](ReduceRules& rules) { rules.unary.push_back(1); });
  expect_refused([](ReduceRules& rules) { rules.unary.push_back(rules.unary[0]); });
  expect_refused([](ReduceRules& rules) { rules.labels[1].closer = 2; });
  expect_refused([](ReduceRules& rules) { rules.labels[1].closer = 3; });
  expect_refused([](ReduceRules& rules) { rules.labels[1].closer = 9; });
  expect_refused([](ReduceRules& rules) { rules.labels[4].base = 9; });
  expect_refused([](ReduceRules& rules) { rules = {}; });
}

TEST(ReduceGrammarTest, AGrammarOfLoneWordsCanStillJoinTwo) {
  ReduceRules rules;
  rules.labels = {{0, -1}};
  rules.unary = {0};
  rules.close();
  const ReduceGrammar grammar(rules);
  ReduceNodes nodes;
  ReduceState s;
  s.reset(2, {&grammar, &nodes});
  while (!ShiftReduce::is_final(s)) ShiftReduce::apply(s, ShiftReduce::legal(s).front());
  EXPECT_EQ(text_of(s, s.stack(0)), "(0 1 2)");
}

TEST(ReduceGrammarTest, TakesThousandsOfLabels) {
  ReduceRules rules;
  for (std::int32_t base = 0; base < 10'000; ++base) {
    rules.labels.push_back({2 * base, -1});
    rules.labels.push_back({2 * base, 2 * base});
    for (auto* list : {&rules.unary, &rules.left, &rules.right}) list->push_back(2 * base);
    rules.left.push_back(2 * base + 1);
  }
  const ReduceGrammar grammar(std::move(rules));
  ASSERT_EQ(grammar.actions(), 40'002U);
  base::Random random(3);
  ReduceNodes nodes;
  ReduceState s;
  s.reset(200, {&grammar, &nodes});
  while (!ShiftReduce::is_final(s)) {
    const auto legal = ShiftReduce::legal(s);
    ASSERT_FALSE(legal.empty());
    ShiftReduce::apply(s, legal[random.below(legal.size())]);
  }
  EXPECT_EQ(s.node(s.stack(0)).last, 200);
}

TEST(ReduceGrammarTest, AnActionIsFoundByKindAndLabel) {
  const ReduceGrammar grammar(small_rules());
  for (std::size_t i = 0; i < grammar.actions(); ++i) {
    const auto action = static_cast<Action>(i);
    Action found{};
    ASSERT_TRUE(grammar.find(grammar.kind(action), grammar.label(action), found));
    EXPECT_EQ(found, action);
  }
  Action found{};
  EXPECT_FALSE(grammar.find(ActionKind::kUnary, 0, found));
  EXPECT_FALSE(grammar.find(ActionKind::kLeft, 77, found));
}

}  // namespace
}  // namespace espalier::decoding
