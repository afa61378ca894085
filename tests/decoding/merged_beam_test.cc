// Merging of states: keys tell what can be seen, and a search that merges by them finds what all derivations have.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/hash.h"
#include "base/random.h"
#include "decoding/beam_paths.h"
#include "tests/support/reduce_states.h"

namespace espalier::decoding {
namespace {

using tests::small_rules;
using tests::text_of;
using ReduceBeam = Beam<std::int64_t, ReduceState, Action>;

constexpr std::int32_t kUnbounded = 1'000'000;
constexpr ReduceView kViews[] = {{0, false}, {1, false}, {1, true}, {2, false}, {3, true}};

/// What a view shows below a node.
std::string children_of(const ReduceState& s, std::int32_t at, std::size_t depth, bool with_words) {
  if (depth == 0) return "";
  std::string text = "(";
  for (const std::int32_t child : {s.node(at).left, s.node(at).right}) {
    if (child < 0) continue;
    const ReduceNode& node = s.node(child);
    text += " " + std::to_string(node.label) + "/" + std::to_string(node.head);
    if (with_words) text += "@" + std::to_string(node.first) + "-" + std::to_string(node.last);
    text += children_of(s, child, depth - 1, with_words);
  }
  return text + ")";
}

std::string look_of(const ReduceState& s, const ReduceView& view) {
  std::string text = s.has_shifted() ? "+" : "-";
  for (std::size_t k = 0; k < s.stack_size(); ++k) {
    const ReduceNode& node = s.node(s.stack(k));
    text += std::to_string(node.label) + "/" + std::to_string(node.head) + "@" + std::to_string(node.first) + "-" +
            std::to_string(node.last) + children_of(s, s.stack(k), view.depth, view.child_words) + ";";
  }
  return text;
}

/// Whole numbers that depend on what can be seen of a state.
struct ViewScorer {
  std::uint64_t seed;
  ReduceView view;

  std::vector<std::int64_t> operator()(const ReduceState& s, std::span<const Action>) const {
    base::Random random(base::hash(look_of(s, view), seed));
    std::vector<std::int64_t> scores(s.grammar().actions());
    for (std::int64_t& score : scores) score = static_cast<std::int64_t>(random.below(2'000'001)) - 1'000'000;
    return scores;
  }
};

struct Derived {
  std::int64_t sum = 0;
  std::string tree;
  bool operator<(const Derived& other) const { return sum != other.sum ? sum > other.sum : tree < other.tree; }
  bool operator==(const Derived&) const = default;
};

/// All derivations of a sentence, the best first.
std::vector<Derived> all_derivations(const ReduceGrammar& grammar, std::int32_t words, const ViewScorer& scorer) {
  std::vector<Derived> all;
  const std::function<void(const ReduceState&, std::int64_t)> go_on = [&](const ReduceState& s, std::int64_t sum) {
    if (ShiftReduce::is_final(s)) {
      all.push_back({sum, text_of(s, s.stack(0))});
      return;
    }
    const auto scores = scorer(s, {});
    for (const Action action : ShiftReduce::legal(s)) {
      ReduceState next = s;
      ShiftReduce::apply(next, action);
      go_on(next, sum + scores[static_cast<std::size_t>(action)]);
    }
  };
  ReduceNodes nodes;
  ReduceState start;
  start.reset(words, {&grammar, &nodes});
  go_on(start, 0);
  std::sort(all.begin(), all.end());
  return all;
}

class Search {
 public:
  Search(const ReduceGrammar& grammar, const ViewScorer& scorer) : grammar_(grammar), scorer_(scorer) {}

  void run(std::int32_t words, std::int32_t width, bool merges) {
    beam.start<ShiftReduce>(words, ReduceSetup{&grammar_, &nodes_, merges ? &scorer_.view : nullptr}, width);
    if (merges) beam.merge_states();
    while (beam.step<ShiftReduce>(scorer_)) {
    }
  }
  Derived best() const {
    const auto& item = beam.items()[0];
    const ReduceState& s = beam.configuration(item);
    return {item.score, text_of(s, s.stack(0))};
  }
  /// All that the paths make, the best first.
  std::vector<Derived> paths(std::int32_t words) const {
    std::vector<Derived> found;
    std::vector<Action> actions;
    ReduceNodes own;
    ReduceState s;
    BeamPaths paths(beam);
    for (std::int64_t sum = 0; paths.next(actions, sum);) {
      s.reset(words, {&grammar_, &own});
      for (const Action action : actions) {
        const auto legal = ShiftReduce::legal(s);
        EXPECT_NE(std::find(legal.begin(), legal.end(), action), legal.end());
        ShiftReduce::apply(s, action);
      }
      EXPECT_TRUE(ShiftReduce::is_final(s));
      found.push_back({sum, text_of(s, s.stack(0))});
    }
    return found;
  }

  ReduceBeam beam;

 private:
  const ReduceGrammar& grammar_;
  ViewScorer scorer_;
  ReduceNodes nodes_;
};

TEST(MergedBeam, KeysAreEqualWhereLooksAre) {
  const ReduceGrammar grammar(small_rules());
  for (const ReduceView& view : kViews) {
    ReduceNodes nodes;
    ReduceState start;
    start.reset(4, {&grammar, &nodes, &view});
    std::vector<ReduceState> states{start};
    for (int steps = 0; steps < 9; ++steps) {
      std::map<std::string, std::uint64_t> keys;
      std::set<std::uint64_t> different;
      std::vector<ReduceState> next;
      for (const ReduceState& s : states) {
        for (const Action action : ShiftReduce::legal(s)) {
          const std::uint64_t key = ShiftReduce::key_after(s, action);
          ReduceState after = s;
          ShiftReduce::apply(after, action);
          const auto [known, is_new] = keys.emplace(look_of(after, view), key);
          ASSERT_EQ(known->second, key) << known->first;
          different.insert(key);
          if (is_new) next.push_back(after);
        }
      }
      EXPECT_EQ(different.size(), keys.size());
      states = std::move(next);
    }
  }
}

TEST(MergedBeam, FindsTheBestOfAllDerivations) {
  const ReduceGrammar grammar(small_rules());
  std::size_t merged = 0;
  for (const ReduceView& view : kViews) {
    for (std::int32_t words = 1; words <= 3; ++words) {
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const ViewScorer scorer{seed, view};
        Search search(grammar, scorer);
        search.run(words, kUnbounded, false);
        const Derived plain = search.best();
        search.run(words, kUnbounded, true);
        merged += search.beam.merged();
        EXPECT_EQ(search.best(), plain);
        EXPECT_EQ(search.best(), all_derivations(grammar, words, scorer)[0]);
      }
    }
  }
  EXPECT_GT(merged, 1000U);
}

TEST(MergedBeam, FindsTheBestOfLongerSentencesToo) {
  const ReduceGrammar grammar(small_rules());
  const ViewScorer scorer{3, {1, false}};
  Search search(grammar, scorer);
  search.run(4, kUnbounded, false);
  const Derived plain = search.best();
  const std::size_t items = search.beam.items().size();
  search.run(4, kUnbounded, true);
  EXPECT_EQ(search.best(), plain);
  EXPECT_LT(search.beam.items().size(), items / 2);
}

TEST(MergedBeam, PathsAreAllDerivationsInOrder) {
  const ReduceGrammar grammar(small_rules());
  for (const bool merges : {false, true}) {
    for (const ReduceView& view : kViews) {
      for (std::int32_t words = 1; words <= 3; ++words) {
        const ViewScorer scorer{5, view};
        Search search(grammar, scorer);
        search.run(words, kUnbounded, merges);
        std::vector<Derived> found = search.paths(words);
        for (std::size_t i = 1; i < found.size(); ++i) ASSERT_GE(found[i - 1].sum, found[i].sum);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, all_derivations(grammar, words, scorer));
      }
    }
  }
}

// The sums that a beam that merges ends with.
std::vector<std::int64_t> sums_of_sorting(const ReduceGrammar& grammar, std::int32_t words, std::size_t width,
                                          const ViewScorer& scorer) {
  return tests::sums_of_sorting<std::int64_t>(
      grammar, words, width, scorer,
      [&](const ReduceState& state, std::size_t) { return look_of(state, scorer.view); });
}

TEST(MergedBeam, ANarrowOneKeepsTheBestOfEachLook) {
  const ReduceGrammar grammar(small_rules());
  for (const std::int32_t width : {1, 2, 3, 8, 40}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const ViewScorer scorer{seed, {1, false}};
      Search search(grammar, scorer);
      search.run(6, width, true);
      std::vector<std::int64_t> sums;
      for (const auto& item : search.beam.items()) sums.push_back(item.score);
      EXPECT_EQ(sums, sums_of_sorting(grammar, 6, to_index(width), scorer)) << width << " " << seed;
    }
  }
}

// What is learned from is ahead of the truth by what is said, even where the truth was merged into something better.
TEST(MergedBeam, ViolationsAreWhatTheSequencesAreWorth) {
  const ReduceGrammar grammar(small_rules());
  base::Random random(9);
  ReduceNodes nodes;
  const auto sum_of = [&](std::span<const Action> actions, const ViewScorer& scorer, auto&& use) {
    ReduceState s;
    s.reset(5, {&grammar, &nodes});
    std::int64_t sum = 0;
    for (const Action action : actions) {
      sum += scorer(s, {})[static_cast<std::size_t>(action)];
      ShiftReduce::apply(s, action);
      use(sum);
    }
    return sum;
  };
  for (int round = 0; round < 200; ++round) {
    const ViewScorer scorer{random.below(1000), kViews[1]};
    ReduceState s;
    s.reset(5, {&grammar, &nodes});
    GoldPath<std::int64_t, Action> gold;
    while (!ShiftReduce::is_final(s)) {
      const auto legal = ShiftReduce::legal(s);
      gold.moves.push_back(legal[random.below(legal.size())]);
      ShiftReduce::apply(s, gold.moves.back());
    }
    gold.scores = {0};
    sum_of(gold.moves, scorer, [&](std::int64_t sum) { gold.scores.push_back(sum); });
    for (const BeamUpdate update : {BeamUpdate::kEarly, BeamUpdate::kMaxViolation}) {
      ReduceNodes shared;
      ReduceBeam beam;
      beam.start<ShiftReduce>(5, ReduceSetup{&grammar, &shared, &scorer.view}, 200);
      beam.merge_states();
      const auto found = find_violation<ShiftReduce>(beam, gold, update, scorer);
      ASSERT_TRUE(found.is_found);
      EXPECT_GE(found.amount, 0);  // the truth is a sequence by chance: it is never the best
      std::vector<Action> wrong;
      beam.path(found.link, wrong);
      ASSERT_EQ(wrong.size(), found.moves);
      EXPECT_NE(wrong,
                std::vector<Action>(gold.moves.begin(), gold.moves.begin() + static_cast<std::ptrdiff_t>(found.moves)));
      EXPECT_EQ(sum_of(wrong, scorer, [](std::int64_t) {}), gold.scores[found.moves] + found.amount);
    }
  }
}

}  // namespace
}  // namespace espalier::decoding
