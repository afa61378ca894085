// Transition systems: all sequences of moves over a few words, against all trees.
#include "decoding/transition_system.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "tests/reference/move_graph.h"

namespace espalier::decoding {
namespace {

using reference::Heads;

// The most moves that a sentence takes.
std::int32_t longest(SystemKind kind, std::int32_t n) {
  switch (kind) {
    case SystemKind::kArcHybrid:
      return 2 * n;
    case SystemKind::kArcEager:
    case SystemKind::kArcStandard:
      return 2 * n - 1;
    case SystemKind::kSwap:  // any two words are swapped once, and one of them is shifted again
      return n * (n - 1) + 2 * n - 1;
    default:
      return n * (n + 1) / 2;
  }
}

TEST(TransitionSystemTest, AllSequencesOfMovesMakeExactlyTheTreesOfTheSystem) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      for (const Roots roots : {Roots::kOne, Roots::kAny}) {
        for (std::int32_t n = 1; n <= (info.is_projective ? 6 : 5); ++n) {
          const reference::MoveGraph<System> graph(n, roots);
          std::set<Heads> made;
          for (const auto& state : graph.states()) {
            if (state.is_final()) made.insert(state.tree);
          }
          const std::vector<Heads> trees = reference::trees_of(n, roots, info.is_projective);
          EXPECT_EQ(made, std::set<Heads>(trees.begin(), trees.end())) << info.name << " " << n;
          if (info.kind == SystemKind::kCovingtonProjective) {
            EXPECT_LE(graph.start().longest, longest(info.kind, n)) << info.name << " " << n;
          } else {
            EXPECT_EQ(graph.start().longest, longest(info.kind, n)) << info.name << " " << n;
          }
        }
      }
    });
  }
}

// Outermost dependents and their numbers, by definition.
NodeState naive_node(const Heads& heads, std::int32_t node) {
  NodeState state;
  for (std::int32_t word = 1; word < static_cast<std::int32_t>(heads.size()); ++word) {
    if (reference::head_of(heads, word) != node) continue;
    if (word < node) {
      if (state.lefts == 0) state.left = word;
      if (state.lefts == 1) state.left2 = word;
      ++state.lefts;
    } else {
      state.right2 = state.right;
      state.right = word;
      ++state.rights;
    }
  }
  return state;
}

TEST(TransitionSystemTest, DependentsAreTheOutermostInEveryConfiguration) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      const reference::MoveGraph<System> graph(5, Roots::kAny);
      for (const auto& state : graph.states()) {
        const Configuration& c = state.configuration;
        const Heads heads = reference::heads_of(c);
        std::int32_t headless = 0;
        for (std::int32_t node = 0; node <= c.words(); ++node) {
          const NodeState& found = c.node(node);
          NodeState wanted = naive_node(heads, node);
          wanted.head = found.head;
          wanted.above = found.above;
          ASSERT_EQ(found, wanted) << info.name;
          headless += node > 0 && found.head < 0 ? 1 : 0;
        }
        ASSERT_EQ(c.headless(), headless);
      }
    });
  }
}

TEST(TransitionSystemTest, StackAndBufferEndInNone) {
  Configuration c;
  c.reset(3, Roots::kAny);
  EXPECT_EQ(c.stack(0), 0);
  EXPECT_EQ(c.stack(1), -1);
  EXPECT_EQ(c.stack(90), -1);
  EXPECT_EQ(c.buffer(0), 1);
  EXPECT_EQ(c.buffer(2), 3);
  EXPECT_EQ(c.buffer(3), -1);
  EXPECT_EQ(c.buffer(90), -1);
  Swap::apply(c, Move::kShift);
  Swap::apply(c, Move::kSwap);
  EXPECT_EQ(c.stack_size(), 1);
  ASSERT_EQ(c.buffer_size(), 3);
  EXPECT_EQ(c.buffer(0), 2);
  EXPECT_EQ(c.buffer(1), 1);
  EXPECT_EQ(c.buffer(2), 3);
  EXPECT_FALSE(Swap::legal(c).has(Move::kSwap));
  Swap::apply(c, Move::kShift);
  EXPECT_FALSE(Swap::legal(c).has(Move::kSwap)) << "2 and 1 have been swapped";
}

TEST(TransitionSystemTest, CovingtonsStackIsTheSentenceBeforeTheCandidate) {
  Configuration c;
  c.reset(4, Roots::kAny);
  Covington::apply(c, Move::kShift);
  Covington::apply(c, Move::kShift);
  EXPECT_EQ(c.buffer(0), 3);
  EXPECT_EQ(c.stack(0), 2);
  Covington::apply(c, Move::kReduce);
  EXPECT_EQ(c.stack(0), 1);
  EXPECT_EQ(c.stack(1), 0);
  EXPECT_EQ(c.stack(2), -1);
  Covington::apply(c, Move::kShift);
  EXPECT_EQ(c.buffer(0), 4);
  EXPECT_EQ(c.stack(0), 3);
  EXPECT_EQ(c.stack(3), 0);
}

// Beyond a headless word projective Covington looks at no pair: NO-ARC there would be a second SHIFT.
TEST(TransitionSystemTest, ProjectiveCovingtonPassesHeadedWordsAlone) {
  int headless = 0;
  const reference::MoveGraph<CovingtonProjective> graph(4, Roots::kAny);
  for (const auto& state : graph.states()) {
    const Configuration& c = state.configuration;
    if (state.is_final() || c.stack(0) == 0) continue;
    EXPECT_EQ(CovingtonProjective::legal(c).has(Move::kReduce), c.has_head(c.stack(0)));
    headless += c.has_head(c.stack(0)) ? 0 : 1;
  }
  EXPECT_GT(headless, 0);
}

TEST(TransitionSystemTest, ASentenceWithoutWordsIsFinal) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      Configuration c;
      c.reset(0, Roots::kOne);
      EXPECT_TRUE(System::is_final(c)) << info.name;
      System::finish(c);
      EXPECT_EQ(c.pairs().seen, 0);
    });
  }
}

// Random moves over longer sentences.
TEST(TransitionSystemTest, LongSequencesOfAnyMovesEndInTrees) {
  base::Random random(5);
  Configuration c;
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      for (int round = 0; round < 200; ++round) {
        const Roots roots = round % 2 == 0 ? Roots::kOne : Roots::kAny;
        const auto n = static_cast<std::int32_t>(random.below(40) + 1);
        std::int32_t moves = 0;
        for (c.reset(n, roots); !System::is_final(c); ++moves) {
          auto skip = static_cast<int>(random.below(static_cast<std::uint64_t>(System::legal(c).size())));
          auto move = System::legal(c).begin();
          while (skip-- > 0) ++move;
          System::apply(c, *move);
        }
        System::finish(c);
        const Heads heads = reference::heads_of(c);
        EXPECT_TRUE(reference::is_tree(heads)) << info.name;
        EXPECT_TRUE(!info.is_projective || reference::is_projective(heads)) << info.name;
        EXPECT_TRUE(roots == Roots::kAny || reference::has_one_root(heads)) << info.name;
        EXPECT_LE(moves, longest(info.kind, n)) << info.name;
      }
    });
  }
}

TEST(TransitionSystemTest, SystemsAreFoundByName) {
  for (const SystemInfo& info : kSystems) {
    EXPECT_EQ(find_system(info.name), &info);
    EXPECT_EQ(&system_info(info.kind), &info);
    with_system(info.kind, [&]<class System>(System) { EXPECT_EQ(System::kAll, info.moves) << info.name; });
  }
  EXPECT_EQ(find_system("arc"), nullptr);
}

TEST(MoveSetTest, HoldsWhatWasAdded) {
  MoveSet set;
  EXPECT_TRUE(set.empty());
  set.add(Move::kSwap);
  set.add(Move::kLeft);
  set.add_if(Move::kRight, false);
  EXPECT_EQ(set.size(), 2);
  EXPECT_EQ(set, (MoveSet{Move::kLeft, Move::kSwap}));
  EXPECT_EQ(std::vector<Move>(1, set.first()), std::vector<Move>{Move::kLeft});
  std::vector<Move> moves;
  for (const Move move : set) moves.push_back(move);
  EXPECT_EQ(moves, (std::vector<Move>{Move::kLeft, Move::kSwap}));
  EXPECT_EQ((set & MoveSet{Move::kSwap, Move::kShift}), MoveSet{Move::kSwap});
  EXPECT_EQ((set | MoveSet{Move::kShift}).size(), 3);
}

}  // namespace
}  // namespace espalier::decoding
