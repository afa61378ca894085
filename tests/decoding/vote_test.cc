#include "decoding/vote.h"

#include <gtest/gtest.h>

#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/allocations.h"

namespace espalier::decoding {
namespace {

using reference::Heads;

struct Election {
  std::vector<Ballot> ballots;
  Heads forced;
};

// By the definition: the weights of the voters, arc by arc.
double naive_votes(const Election& election, const Heads& tree) {
  double sum = 0;
  for (std::size_t word = 1; word < tree.size(); ++word) {
    for (const Ballot& ballot : election.ballots) {
      if (ballot.heads[word] == tree[word]) sum += static_cast<double>(ballot.weight);
    }
  }
  return sum;
}

bool can_be_elected(const Election& election, const Heads& tree) {
  for (std::size_t word = 1; word < tree.size(); ++word) {
    const auto has_arc = [&](const Ballot& ballot) { return ballot.heads[word] == tree[word]; };
    const bool is_forced = !election.forced.empty() && election.forced[word] >= 0;
    if (is_forced ? election.forced[word] != tree[word]
                  : std::none_of(election.ballots.begin(), election.ballots.end(), has_arc)) {
      return false;
    }
  }
  return true;
}

int arcs_of_first(const Election& election, const Heads& tree) {
  int count = 0;
  for (std::size_t word = 1; word < tree.size(); ++word) {
    count += election.ballots[0].heads[word] == tree[word] ? 1 : 0;
  }
  return count;
}

// The best by votes, then by arcs of the first voter; votes below nothing: there is no tree.
struct Outcome {
  double votes = -1;
  int of_first = 0;
};

Outcome enumerate(const Election& election, const std::vector<Heads>& trees) {
  Outcome best;
  for (const Heads& tree : trees) {
    if (!can_be_elected(election, tree)) continue;
    const Outcome found{naive_votes(election, tree), arcs_of_first(election, tree)};
    const double lead = found.votes - best.votes;
    if (lead > 1e-9 || (lead > -1e-9 && found.of_first > best.of_first)) best = found;
  }
  return best;
}

// Weights are all one, so that there are ties, or drawn.
Election draw_election(base::Random& random, const std::vector<Heads>& trees, bool equal) {
  Election election;
  const std::size_t voters = 1 + random.below(4);
  for (std::size_t i = 0; i < voters; ++i) {
    const Heads& tree = trees[random.below(trees.size())];
    election.ballots.push_back({equal ? 1.0F : static_cast<float>(0.25 + random.uniform()), tree, {}});
  }
  return election;
}

// Some heads of one tree, which need not be that of a voter.
void force_some(base::Random& random, const std::vector<Heads>& trees, Election& election) {
  election.forced = trees[random.below(trees.size())];
  for (std::int32_t& head : election.forced) head = random.below(3) == 0 ? head : -1;
}

template <class Decoder>
void expect_best(const Election& election, const std::vector<Heads>& trees, Decoder&& decode, bool equal) {
  ArcSet arcs;
  std::vector<float> votes;
  propose_arcs(election.ballots, election.forced, arcs);
  count_votes(election.ballots, arcs, votes);
  Heads heads(trees.front().size());
  const bool found = decode(arcs, votes, heads);
  const Outcome best = enumerate(election, trees);
  ASSERT_EQ(found, best.votes >= 0);
  ASSERT_TRUE(found || !election.forced.empty()) << "the tree of each voter is there";
  if (!found) return;
  ASSERT_TRUE(can_be_elected(election, heads));
  // Drawn weights may be nearer to one another than a tie is.
  ASSERT_NEAR(naive_votes(election, heads), best.votes, equal ? 1e-9 : 0.25 * static_cast<double>(kTie) + 1e-5);
  ASSERT_TRUE(!equal || arcs_of_first(election, heads) == best.of_first);
}

template <class Keep>
std::vector<Heads> all_trees(std::int32_t words, const Keep& keep) {
  ArcSet all;
  all.fill(words);
  std::vector<Heads> trees = reference::all_trees(all);
  std::erase_if(trees, [&](const Heads& tree) { return !keep(tree); });
  return trees;
}

TEST(VoteTest, ElectsTheBestOfAllSmallTrees) {
  base::Random random(3);
  Branching branching;
  for (std::int32_t words = 1; words <= 5; ++words) {
    for (const Roots roots : {Roots::kOne, Roots::kAny}) {
      const auto trees =
          all_trees(words, [&](const Heads& tree) { return roots == Roots::kAny || reference::has_one_root(tree); });
      const auto decode = [&](const ArcSet& arcs, std::span<const float> votes, Heads& heads) {
        return branching.best(arcs, votes, roots, heads);
      };
      for (int i = 0; i < 300; ++i) {
        const bool equal = i % 2 == 0;
        Election election = draw_election(random, trees, equal);
        expect_best(election, trees, decode, equal);
        force_some(random, trees, election);
        expect_best(election, trees, decode, equal);
      }
    }
  }
}

TEST(VoteTest, ElectsTheBestOfProjectiveTreesByAnotherDecoder) {
  base::Random random(4);
  Eisner eisner;
  for (std::int32_t words = 1; words <= 5; ++words) {
    const auto trees = all_trees(
        words, [](const Heads& tree) { return reference::has_one_root(tree) && reference::is_projective(tree); });
    for (int i = 0; i < 200; ++i) {
      const auto decode = [&](const ArcSet& arcs, std::span<const float> votes, Heads& heads) {
        return eisner.best(arcs, votes, Roots::kOne, heads);
      };
      expect_best(draw_election(random, trees, i % 2 == 0), trees, decode, i % 2 == 0);
    }
  }
}

// Favourites word by word: 1 ← 2 and 2 ← 1, each with two of three votes, which is no tree.
TEST(VoteTest, FavouritesNeedNotBeATree) {
  const std::vector<Ballot> ballots{{1, {-1, 2, 3, 0}, {}}, {1, {-1, 2, 1, 0}, {}}, {1, {-1, 3, 1, 0}, {}}};
  ArcSet arcs;
  std::vector<float> votes;
  propose_arcs(ballots, {}, arcs);
  ASSERT_EQ(arcs.size(), 5);
  count_votes(ballots, arcs, votes);
  Heads heads(4);
  ASSERT_TRUE(Branching().best(arcs, votes, Roots::kOne, heads));
  // 2 + 1 + 3 votes for either way out; the first voter has 2 ← 3.
  EXPECT_EQ(heads, (Heads{-1, 2, 3, 0}));
}

TEST(VoteTest, AWordForcedUponItselfHasNoArc) {
  const std::vector<Ballot> ballots{{1, {-1, 0, 1}, {}}};
  ArcSet arcs;
  propose_arcs(ballots, Heads{-1, -1, 2}, arcs);
  EXPECT_EQ(arcs.heads(1).size(), 1U);
  EXPECT_TRUE(arcs.heads(2).empty());
}

TEST(VoteTest, LabelsAreThoseOfTheProposers) {
  // Word 1: 0 ← by all; label 7 has 2 + 1.5, label 8 has 3. Word 2: the arc 1 → 2 is the second's and third's, equal
  // in nothing: 9 has 3, 7 has 1.5; the first, who has another arc, would have 8. Word 3: nobody has 2 → 3, all vote.
  const std::vector<Ballot> ballots{
      {2, {-1, 0, 3, 1}, {-1, 7, 8, 7}}, {3, {-1, 0, 1, 1}, {-1, 8, 9, 8}}, {1.5F, {-1, 0, 1, 1}, {-1, 7, 7, 7}}};
  std::vector<std::int32_t> labels;
  elect_labels(ballots, Heads{-1, 0, 1, 2}, labels);
  EXPECT_EQ(labels, (std::vector<std::int32_t>{-1, 7, 9, 7}));
}

TEST(VoteTest, OfEqualLabelsTheFirstIsTaken) {
  const std::vector<Ballot> ballots{{1, {-1, 0}, {-1, 5}}, {1, {-1, 0}, {-1, 4}}};
  std::vector<std::int32_t> labels;
  elect_labels(ballots, Heads{-1, 0}, labels);
  EXPECT_EQ(labels[1], 5);
}

TEST(VoteTest, SharesAreOfAllVotes) {
  const std::vector<Ballot> ballots{{1, {-1, 0, 1}, {}}, {3, {-1, 2, 0}, {}}};
  std::vector<float> shares;
  share_votes(ballots, Heads{-1, 0, 1}, shares);
  EXPECT_EQ(shares, (std::vector<float>{0, 0.25F, 0.25F}));
  share_votes(ballots, Heads{-1, 2, 1}, shares);
  EXPECT_EQ(shares, (std::vector<float>{0, 0.75F, 0.25F}));
}

TEST(VoteTest, KeepsItsMemory) {
  base::Random random(5);
  const auto trees = all_trees(5, reference::has_one_root);
  std::vector<Election> elections;
  for (int i = 0; i < 20; ++i) elections.push_back(draw_election(random, trees, true));
  for (Election& election : elections) {
    for (Ballot& ballot : election.ballots) ballot.labels.assign(6, 0);
  }
  ArcSet arcs;
  std::vector<float> votes;
  std::vector<float> shares;
  std::vector<std::int32_t> labels;
  const auto hold_all = [&] {
    for (const Election& election : elections) {
      propose_arcs(election.ballots, {}, arcs);
      count_votes(election.ballots, arcs, votes);
      elect_labels(election.ballots, election.ballots.back().heads, labels);
      share_votes(election.ballots, election.ballots.back().heads, shares);
    }
  };
  hold_all();
  const std::size_t before = allocations;
  hold_all();
  EXPECT_EQ(allocations - before, 0U);
}

}  // namespace
}  // namespace espalier::decoding
