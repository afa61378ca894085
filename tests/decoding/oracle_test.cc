// Oracles: replay of all small trees, and costs against an exhaustive search.
#include "decoding/oracle.h"

#include <gtest/gtest.h>

#include <bit>

#include "tests/reference/move_graph.h"
#include "tests/support/replay.h"
#include "tests/treebank/head_vectors.h"

namespace espalier::decoding {
namespace {

using reference::Heads;

TEST(OracleTest, ReplaysEveryTreeOfTheSystem) {
  testing::Replay replay;
  for (const SystemInfo& info : kSystems) {
    for (const Roots roots : {Roots::kOne, Roots::kAny}) {
      for (std::int32_t n = 1; n <= 6; ++n) {
        for (const Heads& gold : reference::trees_of(n, roots, info.is_projective)) {
          replay.run(info.kind, gold, roots);
          ASSERT_EQ(reference::heads_of(replay.configuration), gold) << info.name;
        }
      }
    }
  }
}

// Trees that the system cannot make, and unknown heads: each move is legal, and a tree comes out.
TEST(OracleTest, AlwaysReachesATree) {
  Oracle oracle;
  Configuration c;
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      for (const Roots roots : {Roots::kOne, Roots::kAny}) {
        for (std::int32_t n = 1; n <= 5; ++n) {
          testing::for_all_trees(n, -1, [&](const Heads& gold) {
            oracle.start(info.kind, gold, roots);
            for (c.reset(n, roots); !System::is_final(c);) {
              const Move move = oracle.next<System>(c);
              ASSERT_TRUE(System::legal(c).has(move)) << info.name;
              System::apply(c, move);
            }
            System::finish(c);
            const Heads made = reference::heads_of(c);
            ASSERT_TRUE(reference::is_tree(made));
            ASSERT_TRUE(roots == Roots::kAny || reference::has_one_root(made));
          });
        }
      }
    });
  }
}

// Every part of every tree that the system can make.
TEST(OracleTest, KnownHeadsAreGivenBackWhereOthersAreUnknown) {
  testing::Replay replay;
  for (const SystemInfo& info : kSystems) {
    for (const Roots roots : {Roots::kOne, Roots::kAny}) {
      for (const Heads& tree : reference::trees_of(5, roots, info.is_projective)) {
        for (std::size_t known = 0; known < 32; ++known) {
          Heads gold = tree;
          for (std::size_t word = 1; word <= 5; ++word) {
            if ((known >> (word - 1)) % 2 == 0) gold[word] = -1;
          }
          replay.run(info.kind, gold, roots);
          for (std::int32_t word = 1; word <= 5; ++word) {
            const std::int32_t head = reference::head_of(gold, word);
            if (head < 0) continue;
            ASSERT_EQ(replay.configuration.node(word).head, head)
                << info.name << " " << ::testing::PrintToString(gold) << (roots == Roots::kOne);
          }
        }
      }
    }
  }
}

// 'Economic news had little effect on financial markets .' of Nivre 2008 and Volokh 2013, who lists the transitions.
TEST(OracleTest, TheWorkedExampleTakesAsManyMovesAsItsAuthorCounts) {
  const Heads gold{-1, 2, 3, 0, 5, 3, 5, 8, 6, 3};
  using enum Move;
  testing::Replay replay;
  const auto moves_of = [&](SystemKind kind, Roots roots) {
    replay.run(kind, gold, roots);
    EXPECT_TRUE(replay.made(gold));
    if (kind == SystemKind::kCovingtonProjective) {
      EXPECT_EQ(replay.configuration.pairs().seen, 33);
      EXPECT_EQ(replay.configuration.pairs().permissible, 16);
    }
    return replay.moves;
  };
  for (const Roots roots : {Roots::kOne, Roots::kAny}) {
    EXPECT_EQ(moves_of(SystemKind::kArcEager, roots),
              (std::vector<Move>{kShift, kLeft, kShift, kLeft, kRight, kShift, kLeft, kRight, kRight, kShift, kLeft,
                                 kRight, kReduce, kReduce, kReduce, kRight}));
    EXPECT_EQ(moves_of(SystemKind::kArcStandard, roots),
              (std::vector<Move>{kShift, kLeft, kShift, kLeft, kShift, kShift, kLeft, kShift, kShift, kShift, kLeft,
                                 kRight, kRight, kRight, kShift, kRight, kRight}));
    EXPECT_EQ(moves_of(SystemKind::kCovingtonProjective, roots),
              (std::vector<Move>{kShift, kLeft, kShift, kLeft, kRight, kShift, kLeft, kRight, kRight, kShift, kLeft,
                                 kRight, kReduce, kReduce, kReduce, kRight}));
    EXPECT_EQ(moves_of(SystemKind::kArcHybrid, roots).size(), 18U);
    EXPECT_EQ(moves_of(SystemKind::kSwap, roots), moves_of(SystemKind::kArcStandard, roots));
  }
}

// 'A hearing is scheduled on the issue today .' of Nivre, Kuhlmann and Hall 2009: 'on the issue', three words, has to
// go before 'is' and 'scheduled'. It does so as one, built before; word by word it would take six swaps.
TEST(OracleTest, SwapsWaitForWholeComponents) {
  const Heads gold{-1, 2, 3, 0, 3, 2, 7, 5, 4, 3};
  testing::Replay replay;
  replay.run(SystemKind::kSwap, gold, Roots::kOne);
  EXPECT_TRUE(replay.made(gold));
  EXPECT_EQ(std::count(replay.moves.begin(), replay.moves.end(), Move::kSwap), 2);
}

// The known arcs of a tree as bits, by word and head.
std::uint64_t arcs_of(const Heads& heads) {
  std::uint64_t arcs = 0;
  for (std::size_t word = 1; word < heads.size(); ++word) {
    if (heads[word] >= 0) arcs |= std::uint64_t{1} << (word * heads.size() + static_cast<std::size_t>(heads[word]));
  }
  return arcs;
}

// What is counted at the end: with a single root the arcs made by moves.
template <class State>
std::uint64_t arcs_at_end(const State& state) {
  return arcs_of(state.configuration.roots() == Roots::kOne ? state.made : state.tree);
}

// Calls check(state, cost by move) for every state that is not final.
template <class System, class Check>
void each_cost(const reference::MoveGraph<System>& graph, SystemKind kind, const Heads& gold, Oracle& oracle,
               const Check& check) {
  oracle.start(kind, gold, graph.start().configuration.roots());
  std::array<std::int32_t, kMoveKinds> cost;
  for (const auto& state : graph.states()) {
    if (state.is_final()) continue;
    oracle.costs<System>(state.configuration, System::legal(state.configuration), cost);
    check(state, cost);
  }
}

// With a single root the oracle aims at one root alone.
Heads aim_of(const Heads& gold, const Oracle& oracle) {
  Heads aim = gold;
  for (std::size_t word = 1; word < aim.size(); ++word) aim[word] = oracle.head(static_cast<std::int32_t>(word));
  return aim;
}

// By brute force: for each state the arcs that can be made from there, one by one.
template <class System>
std::vector<std::uint64_t> arcs_in_reach(const reference::MoveGraph<System>& graph) {
  std::vector<std::uint64_t> reach;
  for (const auto& state : graph.states()) {
    reach.push_back(state.is_final() ? arcs_at_end(state) : 0);
    for (const std::int32_t next : state.next) {
      if (next >= 0) reach.back() |= reach[static_cast<std::size_t>(next)];
    }
  }
  return reach;
}

// By brute force: for each state the most gold arcs that a sequence of moves ends with.
template <class System>
std::vector<int> most_together(const reference::MoveGraph<System>& graph, std::uint64_t gold) {
  std::vector<int> most;
  for (const auto& state : graph.states()) {
    most.push_back(state.is_final() ? std::popcount(arcs_at_end(state) & gold) : 0);
    for (const std::int32_t next : state.next) {
      if (next >= 0) most.back() = std::max(most.back(), most[static_cast<std::size_t>(next)]);
    }
  }
  return most;
}

template <class System>
void check_one_by_one(SystemKind kind, std::int32_t n, Roots roots, std::int32_t lowest) {
  const reference::MoveGraph<System> graph(n, roots);
  const std::vector<std::uint64_t> reach = arcs_in_reach(graph);
  Oracle oracle;
  testing::for_all_trees(n, lowest, [&](const Heads& gold) {
    each_cost(graph, kind, gold, oracle, [&](const auto& state, const auto& cost) {
      const std::uint64_t arcs = arcs_of(aim_of(gold, oracle));
      const auto number = static_cast<std::size_t>(&state - graph.states().data());
      for (std::size_t move = 0; move < kMoveKinds; ++move) {
        const std::int32_t next = state.next[move];
        const std::int32_t lost =
            next < 0 ? kIllegalCost : std::popcount(arcs & reach[number] & ~reach[static_cast<std::size_t>(next)]);
        ASSERT_EQ(cost[move], lost) << ::testing::PrintToString(gold) << " "
                                    << ::testing::PrintToString(reference::heads_of(state.configuration)) << " stack "
                                    << ::testing::PrintToString(state.configuration.stack_nodes()) << " move " << move;
      }
    });
  });
}

template <class System>
void check_together(SystemKind kind, const reference::MoveGraph<System>& graph, const std::vector<Heads>& trees) {
  Oracle oracle;
  for (const Heads& gold : trees) {
    oracle.start(kind, gold, graph.start().configuration.roots());
    const std::vector<int> most = most_together(graph, arcs_of(aim_of(gold, oracle)));
    each_cost(graph, kind, gold, oracle, [&](const auto& state, const auto& cost) {
      const auto number = static_cast<std::size_t>(&state - graph.states().data());
      for (std::size_t move = 0; move < kMoveKinds; ++move) {
        if (state.next[move] < 0) continue;
        ASSERT_EQ(cost[move], most[number] - most[static_cast<std::size_t>(state.next[move])])
            << ::testing::PrintToString(gold) << " "
            << ::testing::PrintToString(reference::heads_of(state.configuration)) << " stack "
            << ::testing::PrintToString(state.configuration.stack_nodes()) << " move " << move;
      }
    });
  }
}

TEST(OracleTest, CostsAreTheArcsThatGoOutOfReachForAllTreesCrossingOrNotAndUnknownHeads) {
  for (const Roots roots : {Roots::kOne, Roots::kAny}) {
    for (std::int32_t n = 1; n <= 5; ++n) {
      check_one_by_one<ArcHybrid>(SystemKind::kArcHybrid, n, roots, n < 5 ? -1 : 0);
      check_one_by_one<ArcEager>(SystemKind::kArcEager, n, roots, n < 5 ? -1 : 0);
    }
  }
}

TEST(OracleTest, CostsAreWhatTheBestTreeLosesForProjectiveTrees) {
  for (const Roots roots : {Roots::kOne, Roots::kAny}) {
    for (std::int32_t n = 1; n <= 5; ++n) {
      const std::vector<Heads> trees = reference::trees_of(n, roots, true);
      check_together(SystemKind::kArcHybrid, reference::MoveGraph<ArcHybrid>(n, roots), trees);
      check_together(SystemKind::kArcEager, reference::MoveGraph<ArcEager>(n, roots), trees);
    }
  }
}

TEST(OracleTest, CostsOfCovingtonAreWhatTheBestTreeLosesForAllTreesAndUnknownHeads) {
  for (const Roots roots : {Roots::kOne, Roots::kAny}) {
    for (std::int32_t n = 1; n <= 5; ++n) {
      std::vector<Heads> trees;
      testing::for_all_trees(n, n < 5 ? -1 : 0, [&](const Heads& gold) { trees.push_back(gold); });
      const reference::MoveGraph<Covington> graph(n, roots);
      check_together(SystemKind::kCovington, graph, trees);
    }
  }
}

}  // namespace
}  // namespace espalier::decoding
