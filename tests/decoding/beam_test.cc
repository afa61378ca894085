// Beam search against all sequences of moves over a few words.
#include "decoding/beam.h"

#include <gtest/gtest.h>

#include <set>

#include "base/hash.h"
#include "base/random.h"
#include "decoding/transition_system.h"
#include "tests/reference/move_graph.h"

namespace espalier::decoding {
namespace {

using reference::Heads;
using Scores = std::array<std::int32_t, kMoveKinds>;
using Path = std::vector<Move>;

// Whole numbers that depend on all of a configuration.
struct RandomScorer {
  std::uint64_t seed;

  Scores operator()(const Configuration& c, MoveSet) const {
    std::uint64_t sum = seed;
    const auto add = [&](std::int32_t value) {
      sum = (sum ^ static_cast<std::uint64_t>(value + 2)) * 0x9E3779B97F4A7C15;
      sum ^= sum >> 29;
    };
    for (const std::int32_t node : reference::heads_of(c)) add(node);
    for (const std::int32_t node : c.stack_nodes()) add(node);
    for (std::int32_t k = -1; k < c.buffer_size(); ++k) add(k < 0 ? k : c.buffer(k));
    Scores scores;
    base::Random random(sum);
    for (std::int32_t& score : scores) score = static_cast<std::int32_t>(random.below(2001)) - 1000;
    return scores;
  }
};

template <class System, class Scorer>
void search(Beam<std::int32_t>& beam, std::int32_t words, Roots roots, std::int32_t width, const Scorer& scorer) {
  beam.start<System>(words, roots, width);
  while (beam.step<System>(scorer)) {
  }
}

struct Found {
  std::int64_t score = 0;
  std::int64_t sequences = 0;
};

// By state: the best score from there to the end, and how many ways there are.
template <class System>
Found best_of_all(const reference::MoveGraph<System>& graph, const RandomScorer& scorer) {
  std::vector<Found> found;
  for (const auto& state : graph.states()) {
    Found here{state.is_final() ? 0 : INT64_MIN, state.is_final() ? 1 : 0};
    for (std::size_t move = 0; move < kMoveKinds && !state.is_final(); ++move) {
      if (state.next[move] < 0) continue;
      const Found& next = found[to_index(state.next[move])];
      here.score = std::max(here.score, scorer(state.configuration, {})[move] + next.score);
      here.sequences += next.sequences;
    }
    found.push_back(here);
  }
  return found.back();
}

TEST(BeamTest, WideEnoughItFindsTheBestSequenceOfAll) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      Beam<std::int32_t> beam;
      for (const Roots roots : {Roots::kOne, Roots::kAny}) {
        for (std::int32_t n = 0; n <= (info.kind == SystemKind::kSwap ? 3 : 4); ++n) {
          const reference::MoveGraph<System> graph(n, roots);
          for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Found best = best_of_all(graph, RandomScorer{seed});
            search<System>(beam, n, roots, static_cast<std::int32_t>(best.sequences), RandomScorer{seed});
            EXPECT_EQ(beam.items()[0].score, best.score) << info.name << " " << n << " " << seed;
            EXPECT_EQ(static_cast<std::int64_t>(beam.items().size()), best.sequences) << info.name << " " << n;
          }
        }
      }
    });
  }
}

TEST(BeamTest, OneItemIsTheGreedyParser) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      Beam<std::int32_t> beam;
      for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const RandomScorer scorer{seed};
        Configuration c;
        c.reset(static_cast<std::int32_t>(seed % 13), Roots::kOne);
        Path path;
        while (!System::is_final(c)) {
          const MoveSet legal = System::legal(c);
          const Scores scores = scorer(c, legal);
          Move best = legal.first();
          for (const Move move : legal) {
            if (scores[static_cast<std::size_t>(move)] > scores[static_cast<std::size_t>(best)]) best = move;
          }
          path.push_back(best);
          System::apply(c, best);
        }
        search<System>(beam, c.words(), Roots::kOne, 1, scorer);
        Path found;
        beam.path(beam.items()[0].link, found);
        EXPECT_EQ(found, path) << info.name;
      }
    });
  }
}

// Items are copied and moved on in place: each must still be what its moves make.
// At every step the items of a narrowed beam are those of the candidates that are close enough to the best.
TEST(BeamTest, TheGapDropsWhatIsFarBehind) {
  constexpr std::int32_t kGap = 600;
  Beam<std::int32_t> beam;
  std::size_t narrow_steps = 0;
  std::size_t wide_steps = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomScorer scorer{seed};
    beam.start<ArcHybrid>(6, Roots::kOne, 4, kGap);
    while (beam.step<ArcHybrid>(scorer)) {
      for (const auto& item : beam.items()) EXPECT_LE(beam.items()[0].score - item.score, kGap);
      (beam.items().size() == 1 ? narrow_steps : wide_steps) += 1;
    }
  }
  EXPECT_GT(narrow_steps, 100U);
  EXPECT_GT(wide_steps, 100U);
}

TEST(BeamTest, ItemsAreWhatTheirMovesMakeAndGiveTrees) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      Beam<std::int32_t> beam;
      for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const RandomScorer scorer{seed};
        const auto words = static_cast<std::int32_t>(seed % 11) + 1;
        const Roots roots = seed % 2 == 0 ? Roots::kOne : Roots::kAny;
        search<System>(beam, words, roots, static_cast<std::int32_t>(seed % 9) + 1, scorer);
        std::set<Path> paths;
        std::int32_t last = INT32_MAX;
        for (const auto& item : beam.items()) {
          EXPECT_LE(item.score, last);
          last = item.score;
          Path path;
          beam.path(item.link, path);
          EXPECT_TRUE(paths.insert(path).second) << "twice the same sequence";
          Configuration c;
          c.reset(words, roots);
          std::int32_t sum = 0;
          for (const Move move : path) {
            ASSERT_TRUE(System::legal(c).has(move));
            sum += scorer(c, {})[static_cast<std::size_t>(move)];
            System::apply(c, move);
          }
          EXPECT_TRUE(System::is_final(c));
          EXPECT_EQ(item.score, sum);
          EXPECT_EQ(reference::heads_of(beam.configuration(item)), reference::heads_of(c));
          System::finish(c);
          const Heads heads = reference::heads_of(c);
          EXPECT_TRUE(reference::is_tree(heads)) << info.name;
          EXPECT_TRUE(roots == Roots::kAny || reference::has_one_root(heads)) << info.name;
        }
      }
    });
  }
}

// Arc-hybrid with two words and one root has two sequences: 2 hangs from 1 by SHIFT SHIFT RIGHT RIGHT, 1 from 2 by
// SHIFT LEFT SHIFT RIGHT.
const Path kFirst{Move::kShift, Move::kShift, Move::kRight, Move::kRight};
const Path kSecond{Move::kShift, Move::kLeft, Move::kShift, Move::kRight};

TEST(BeamTest, EqualScoresKeepTheOrderOfMoves) {
  Beam<std::int32_t> beam;
  search<ArcHybrid>(beam, 2, Roots::kOne, 2, [](const Configuration&, MoveSet) { return Scores{}; });
  ASSERT_EQ(beam.items().size(), 2U);
  Path path;
  beam.path(beam.items()[0].link, path);
  EXPECT_EQ(path, kFirst);
  beam.path(beam.items()[1].link, path);
  EXPECT_EQ(path, kSecond);
}

// The first is ahead by 1 after two moves, by 4 after three and behind by 1 at the end.
Scores hand_scores(const Configuration& c, MoveSet legal) {
  Scores scores{};
  if (legal.size() == 2) scores[static_cast<std::size_t>(Move::kShift)] = 1;
  if (c.stack(0) == 2 && c.stack(1) == 1) scores[static_cast<std::size_t>(Move::kRight)] = 3;
  if (c.stack(0) == 1 && c.buffer_size() == 0) scores[static_cast<std::size_t>(Move::kRight)] = -5;
  return scores;
}

TEST(BeamTest, ViolationsByHand) {
  const GoldPath<std::int32_t> gold{kSecond, {0, 0, 0, 0, 0}};
  Beam<std::int32_t> beam;
  const auto find = [&](std::int32_t width, BeamUpdate update) {
    beam.start<ArcHybrid>(2, Roots::kOne, width);
    return find_violation<ArcHybrid>(beam, gold, update, hand_scores);
  };
  Path path;
  const auto early = find(1, BeamUpdate::kEarly);
  EXPECT_TRUE(early.is_found);
  EXPECT_EQ(early.amount, 1);
  EXPECT_EQ(early.moves, 2U);
  beam.path(early.link, path);
  EXPECT_EQ(path, Path(kFirst.begin(), kFirst.begin() + 2));
  for (const std::int32_t width : {1, 2}) {
    const auto largest = find(width, BeamUpdate::kMaxViolation);
    EXPECT_EQ(largest.amount, 4);
    EXPECT_EQ(largest.moves, 3U);
    beam.path(largest.link, path);
    EXPECT_EQ(path, Path(kFirst.begin(), kFirst.begin() + 3));
  }
  const auto end = find(2, BeamUpdate::kEarly);
  EXPECT_TRUE(end.is_found);
  EXPECT_EQ(end.amount, -1);
  EXPECT_EQ(end.moves, 4U);
}

TEST(BeamTest, ASentenceOfOneSequenceHasNoViolation) {
  const GoldPath<std::int32_t> gold{{Move::kShift, Move::kRight}, {0, 0, 0}};
  Beam<std::int32_t> beam;
  for (const BeamUpdate update : {BeamUpdate::kEarly, BeamUpdate::kMaxViolation}) {
    beam.start<ArcHybrid>(1, Roots::kOne, 4);
    EXPECT_FALSE((find_violation<ArcHybrid>(beam, gold, update, hand_scores).is_found));
  }
}

// All prefixes of all sequences, by their scores.
template <class System>
void all_prefixes(const Configuration& c, const RandomScorer& scorer, Path& path, std::int32_t score,
                  std::vector<std::pair<Path, std::int32_t>>& out) {
  out.emplace_back(path, score);
  if (System::is_final(c)) return;
  const Scores scores = scorer(c, {});
  for (const Move move : System::legal(c)) {
    Configuration next = c;
    System::apply(next, move);
    path.push_back(move);
    all_prefixes<System>(next, scorer, path, score + scores[static_cast<std::size_t>(move)], out);
    path.pop_back();
  }
}

// Paths of different lengths: one that has ended is compared with longer and longer ones.
template <class System>
void check_largest(std::int32_t words, std::uint64_t seed) {
  const RandomScorer scorer{seed};
  Configuration start;
  start.reset(words, Roots::kOne);
  std::vector<std::pair<Path, std::int32_t>> prefixes;
  Path path;
  all_prefixes<System>(start, scorer, path, 0, prefixes);
  std::set<Path> proper;  // prefixes that go on
  for (const auto& [each, score] : prefixes) {
    if (!each.empty()) proper.insert(Path(each.begin(), each.end() - 1));
  }
  std::vector<std::pair<Path, std::int32_t>> ends;
  for (const auto& each : prefixes) {
    if (!proper.contains(each.first)) ends.push_back(each);
  }
  GoldPath<std::int32_t> gold{ends[seed % ends.size()].first, {}};
  std::size_t longest = 0;
  for (const auto& each : prefixes) {
    const bool is_gold =
        std::equal(each.first.begin(), each.first.end(), gold.moves.begin(),
                   gold.moves.begin() + static_cast<std::ptrdiff_t>(std::min(each.first.size(), gold.moves.size())));
    if (is_gold) gold.scores.push_back(each.second);
    longest = std::max(longest, each.first.size());
  }
  ASSERT_EQ(gold.scores.size(), gold.moves.size() + 1);
  std::int32_t largest = INT32_MIN;
  for (std::size_t steps = 1; steps <= longest; ++steps) {
    const std::size_t moves = std::min(steps, gold.moves.size());
    for (const auto& [each, score] : prefixes) {
      const bool is_there = each.size() == steps || (each.size() < steps && !proper.contains(each));
      if (is_there && each != Path(gold.moves.begin(), gold.moves.begin() + static_cast<std::ptrdiff_t>(moves))) {
        largest = std::max(largest, score - gold.scores[moves]);
      }
    }
  }
  Beam<std::int32_t> beam;
  beam.start<System>(words, Roots::kOne, static_cast<std::int32_t>(ends.size()));
  const auto found = find_violation<System>(beam, gold, BeamUpdate::kMaxViolation, scorer);
  EXPECT_EQ(found.is_found, ends.size() > 1);
  if (found.is_found) {
    EXPECT_EQ(found.amount, largest);
  }
}

TEST(BeamTest, TheLargestViolationOfAllPrefixes) {
  for (const SystemInfo& info : kSystems) {
    with_system(info.kind, [&]<class System>(System) {
      for (std::int32_t n = 1; n <= 3; ++n) {
        for (std::uint64_t seed = 1; seed <= 25; ++seed) check_largest<System>(n, seed);
      }
    });
  }
}

}  // namespace
}  // namespace espalier::decoding
