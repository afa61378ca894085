#include "decoding/vote.h"

#include <algorithm>
#include <limits>

#include "decoding/index.h"

namespace espalier::decoding {
namespace {

constexpr std::int32_t kNobody = std::numeric_limits<std::int32_t>::max();

// The least head above `after` that anybody votes for: heads are few, and so are found in order without a list.
std::int32_t next_head(std::span<const Ballot> ballots, std::size_t word, std::int32_t after) {
  std::int32_t next = kNobody;
  for (const Ballot& ballot : ballots) {
    if (ballot.heads[word] > after) next = std::min(next, ballot.heads[word]);
  }
  return next;
}

// The weights of those who want it, in the order of the ballots: so the sum is the same for the same voters.
template <class Wants>
float weight_of(std::span<const Ballot> ballots, const Wants& wants) {
  float sum = 0;
  for (const Ballot& ballot : ballots) sum += wants(ballot) ? ballot.weight : 0;
  return sum;
}

bool has_arc(const Ballot& ballot, std::int32_t head, std::size_t word) { return ballot.heads[word] == head; }

std::int32_t elect_label(std::span<const Ballot> ballots, std::int32_t head, std::size_t word) {
  const bool is_proposed =
      std::any_of(ballots.begin(), ballots.end(), [&](const Ballot& ballot) { return has_arc(ballot, head, word); });
  const auto may_vote = [&](const Ballot& ballot) { return !is_proposed || has_arc(ballot, head, word); };
  std::int32_t best = -1;
  float most = 0;
  for (const Ballot& candidate : ballots) {
    if (!may_vote(candidate)) continue;
    const std::int32_t label = candidate.labels[word];
    const float votes =
        weight_of(ballots, [&](const Ballot& ballot) { return may_vote(ballot) && ballot.labels[word] == label; });
    if (votes <= most) continue;
    best = label;
    most = votes;
  }
  return best;
}

}  // namespace

void propose_arcs(std::span<const Ballot> ballots, std::span<const std::int32_t> forced, ArcSet& arcs) {
  const auto nodes = static_cast<std::int32_t>(ballots.front().heads.size());
  arcs.start(nodes - 1);
  for (std::int32_t word = 1; word < nodes; ++word) {
    const std::int32_t only = forced.empty() ? -1 : forced[to_index(word)];
    if (only >= 0) {
      if (only != word) arcs.add_head(only);
    } else {
      for (std::int32_t head = -1; (head = next_head(ballots, to_index(word), head)) != kNobody;) arcs.add_head(head);
    }
    arcs.end_word();
  }
}

void count_votes(std::span<const Ballot> ballots, const ArcSet& arcs, std::vector<float>& votes) {
  votes.clear();
  const auto lighter = [](const Ballot& a, const Ballot& b) { return a.weight < b.weight; };
  const float least = std::min_element(ballots.begin(), ballots.end(), lighter)->weight;
  const float edge = kTie * least / static_cast<float>(arcs.words());
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    for (const std::int32_t head : arcs.heads(word)) {
      const auto wants = [&](const Ballot& ballot) { return has_arc(ballot, head, to_index(word)); };
      votes.push_back(weight_of(ballots, wants) + (wants(ballots.front()) ? edge : 0));
    }
  }
}

void elect_labels(std::span<const Ballot> ballots, std::span<const std::int32_t> heads,
                  std::vector<std::int32_t>& labels) {
  labels.assign(heads.size(), -1);
  for (std::size_t word = 1; word < heads.size(); ++word) labels[word] = elect_label(ballots, heads[word], word);
}

void share_votes(std::span<const Ballot> ballots, std::span<const std::int32_t> heads, std::vector<float>& shares) {
  shares.assign(heads.size(), 0);
  const float all = weight_of(ballots, [](const Ballot&) { return true; });
  for (std::size_t word = 1; word < heads.size(); ++word) {
    shares[word] = weight_of(ballots, [&](const Ballot& ballot) { return has_arc(ballot, heads[word], word); }) / all;
  }
}

}  // namespace espalier::decoding
