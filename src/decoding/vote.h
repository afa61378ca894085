// Several trees of a sentence made one by a vote on their arcs.
//
// Idea: an arc has the weights of the voters whose trees it is in for votes, and the tree with the most votes, over all
// its arcs, is elected; so what comes out is a tree, which the favourites of the words one by one need not be (Sagae
// and Lavie 2006). Here votes are counted only: they are scores of an ArcSet, and any decoder finds the tree.
//
// Invariant: the arcs that are voted for hold the tree of every voter who keeps to the heads that are forced.
// Ties: where two trees have as many votes, the one with more arcs of the first voter is taken. An arc of the first
// voter is worth a little more for this, so little that a whole tree of such arcs is not worth kTie of the least
// weight. Cost: O(words · voters²), for few voters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"

namespace espalier::decoding {

/// The tree of one voter.
struct Ballot {
  float weight = 1;                  ///< above 0
  std::vector<std::int32_t> heads;   ///< by node; heads[0] is not read, here and below
  std::vector<std::int32_t> labels;  ///< by node; the same number is the same label on all ballots
};

/// Sums of votes that are nearer than this share of the least weight are a tie.
inline constexpr float kTie = 1.0F / 256;

/// The arcs that anybody votes for; into a word whose head is forced (by node, -1: it is not; empty: none are) that arc
/// alone, whoever votes for it. A word that is forced to be its own head has no arc. REQUIRES ballots, all of the same
/// length.
void propose_arcs(std::span<const Ballot> ballots, std::span<const std::int32_t> forced, ArcSet& arcs);

/// The votes for each arc of a set; none for those that nobody proposes.
void count_votes(std::span<const Ballot> ballots, const ArcSet& arcs, std::vector<float>& votes);

/// The label of each word of a tree: the one with most votes among those who have its arc, of all where nobody has it;
/// of equal ones that of the first voter.
void elect_labels(std::span<const Ballot> ballots, std::span<const std::int32_t> heads,
                  std::vector<std::int32_t>& labels);

/// By node: how large a share of all votes the arc into it has.
void share_votes(std::span<const Ballot> ballots, std::span<const std::int32_t> heads, std::vector<float>& shares);

}  // namespace espalier::decoding
