// The decoders' promise: no memory is asked for once they have seen a sentence as long.
#include <gtest/gtest.h>

#include <array>

#include "decoding/beam.h"
#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/hill_climb.h"
#include "decoding/marginals.h"
#include "decoding/shift_reduce.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/count_allocations.h"
#include "tests/support/replay.h"

namespace espalier::decoding {
namespace {

TEST(AllocationTest, DecodersKeepTheirMemory) {
  base::Random random(71);
  std::vector<reference::Problem> problems(6);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    reference::set_problem(problems[i], random, reference::draw_arcs(random, 12, 0.8), static_cast<int>(i % 3) + 1,
                           reference::Draw::kReal);
  }
  Branching branching;
  Eisner eisner;
  Marginals marginals;
  HillClimb climber;
  PartSet parts;
  reference::Heads heads(13);
  std::vector<float> probabilities(12 * 12);
  int trees = 0;
  const auto decode_all = [&] {
    for (const reference::Problem& problem : problems) {
      for (const Roots roots : {Roots::kAny, Roots::kOne}) {
        base::Random same(1);
        parts.build(problem.arcs, problem.parts.order());
        trees += branching.best(problem.arcs, problem.drawn.arcs, roots, heads) ? 1 : 0;
        trees += eisner.best(problem.parts, problem.scores(), roots, heads) ? 1 : 0;
        trees += marginals.all_trees(problem.arcs, problem.drawn.arcs, roots, probabilities) ? 1 : 0;
        trees += marginals.projective(problem.parts, problem.scores(), roots, probabilities) ? 1 : 0;
        trees += climber.best(problem.parts, problem.scores(), roots, {.restarts = 2}, same, heads) ? 1 : 0;
      }
    }
  };
  decode_all();
  const std::size_t before = allocations;
  decode_all();
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_EQ(trees, 2 * 6 * 2 * 5);
}

// Trees of any length up to a longest one: a chain, whose words have every second one an unknown head.
TEST(AllocationTest, TransitionSystemsAndOraclesKeepTheirMemory) {
  testing::Replay replay;
  Configuration copy;
  std::array<std::int32_t, kMoveKinds> cost;
  std::size_t moves = 0;
  const auto replay_all = [&](const reference::Heads& heads) {
    for (const SystemInfo& info : kSystems) {
      for (const Roots roots : {Roots::kAny, Roots::kOne}) {
        replay.run(info.kind, heads, roots);
        moves += replay.moves.size();
        copy = replay.configuration;
      }
    }
    replay.oracle.start(SystemKind::kCovington, heads, Roots::kOne);
    copy.reset(static_cast<std::int32_t>(heads.size()) - 1, Roots::kOne);
    replay.oracle.costs<Covington>(copy, Covington::legal(copy), cost);
  };
  std::vector<reference::Heads> trees;
  for (std::int32_t n = 60; n > 0; n -= 7) {
    reference::Heads& heads = trees.emplace_back(1, -1);
    for (std::int32_t word = 1; word <= n; ++word) heads.push_back(word % 2 == 0 ? -1 : word - 1);
  }
  replay_all(trees.front());
  replay.moves.reserve(10'000);
  const std::size_t before = allocations;
  for (const reference::Heads& heads : trees) replay_all(heads);
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_GT(moves, 0U);
}

// The same scores for every sentence of a length, so that the paths of the first round are those of the second.
TEST(AllocationTest, BeamsKeepTheirMemory) {
  Beam<std::int32_t> beam;
  std::int64_t sum = 0;
  const auto scorer = [](const Configuration& c, MoveSet) {
    const std::int32_t mix = c.stack(0) * 7 + c.buffer(0) * 3 + c.headless();
    return std::array<std::int32_t, kMoveKinds>{mix % 5, mix % 3, mix % 4, mix % 2, -1};
  };
  const auto search_all = [&] {
    for (const SystemInfo& info : kSystems) {
      for (const std::int32_t width : {16, 3, 1}) {
        for (const std::int32_t words : {40, 20, 33}) {
          with_system(info.kind, [&]<class System>(System) {
            beam.start<System>(words, Roots::kOne, width);
            while (beam.step<System>(scorer)) {
            }
            sum += beam.items()[0].score;
          });
        }
      }
    }
  };
  search_all();
  const std::size_t before = allocations;
  search_all();
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_NE(sum, 0);
}

TEST(AllocationTest, ShiftReduceBeamsKeepTheirMemory) {
  ReduceRules rules;
  rules.labels = {{0, -1}, {0, 0}};
  rules.unary = {0};
  rules.left = rules.right = {0, 1};
  const ReduceGrammar grammar(std::move(rules));
  ASSERT_EQ(grammar.actions(), 7U);
  ReduceNodes nodes;
  Beam<std::int64_t, ReduceState, Action> beam;
  std::int64_t sum = 0;
  const auto scorer = [](const ReduceState& s, std::span<const Action>) {
    const std::int32_t mix = s.stack(0) * 7 + s.queue(0) * 3 + s.stack(1);
    return std::array<std::int32_t, 7>{mix % 5, mix % 3, mix % 4, mix % 2, mix % 7, -1, mix % 6};
  };
  const auto search_all = [&] {
    for (const std::int32_t width : {16, 3, 1}) {
      for (const std::int32_t words : {40, 20, 33}) {
        beam.start<ShiftReduce>(words, ReduceSetup{&grammar, &nodes}, width);
        while (beam.step<ShiftReduce>(scorer)) {
        }
        sum += beam.items()[0].score;
      }
    }
  };
  search_all();
  const std::size_t before = allocations;
  search_all();
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_NE(sum, 0);
}

}  // namespace
}  // namespace espalier::decoding
