// A good tree, crossing arcs allowed, for scores of any order: hill climbing.
//
// With siblings or grandparents the best tree that may cross is NP-hard to find. From a start, a word is given the head
// that raises the score most, word after word, until no change of one head helps. Two changes at once are tried where
// one alone cannot be made: another root where there is a single one, and the turn of an arc, in which a word leaves
// its head and the head may come to hang below it. Good starts are the best projective tree of the same scores and the
// maximum branching of the arc scores; further ones are branchings of arc scores with noise.
//
// Invariant: `heads` is a tree over the arcs throughout, and its dependents are chained outwards from each head, so
// that a change looks at the parts that it touches only: the word's own, those of its outer neighbour in the chain that
// it leaves and in the one that it joins, and those of its dependents, whose grandparent changes. Cost: a sweep tries
// each arc, each in the length of a chain and of a way to the root. A few sweeps do. Paper: McDonald and Pereira 2006;
// Zhang et al. 2014 (random starts).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/index.h"
#include "decoding/part_set.h"

namespace espalier::decoding {

struct ClimbOptions {
  bool from_projective = true;  ///< start from the best projective tree
  bool from_branching = true;   ///< start from the maximum branching of the arc scores
  int restarts = 0;             ///< further starts
  float noise = 1;              ///< scale of the noise (Gumbel) on the arc scores of those
};

/// One a thread; memory is kept between calls.
class HillClimb {
 public:
  /// Raises a tree until no change of a head helps; returns its score. REQUIRES a tree over the arcs, with one root
  /// where roots says so.
  double climb(const PartSet& parts, const PartScores& scores, Roots roots, std::span<std::int32_t> heads);
  /// The best tree that the starts lead to; of equal ones the first. False when the arcs hold no tree.
  bool best(const PartSet& parts, const PartScores& scores, Roots roots, const ClimbOptions& options,
            base::Random& random, std::span<std::int32_t> heads);

  /// The score of the last tree.
  double score() const noexcept { return score_; }

 private:
  // Where a word stands, or would stand, in the chain of a head.
  struct Place {
    std::int32_t inner;  // the sibling before it, or the head
    std::int32_t outer;  // the one behind it, or -1
  };

  void link_all();
  void link(std::int32_t word, std::int32_t head);
  void unlink(std::int32_t word);
  void move(std::int32_t word, std::int32_t head);
  Place find_place(std::int32_t word, std::int32_t head) const;
  bool is_below(std::int32_t node, std::int32_t word) const;
  double value(std::int32_t head, std::int32_t sibling, std::int32_t word) const;
  double gain(std::int32_t word, std::int32_t head) const;
  double gain_below(std::int32_t word, std::int32_t head) const;
  std::int32_t best_head(std::int32_t word, double& gained) const;
  bool sweep();
  bool try_pair(std::int32_t word, std::int32_t to, std::int32_t other);
  bool change_root();
  bool turn_arcs();
  void add_noise(std::span<const float> scores, float noise, base::Random& random);

  std::int32_t head(std::int32_t word) const noexcept { return heads_[to_index(word)]; }
  std::int32_t& first(std::int32_t of, bool right) noexcept { return first_[2 * to_index(of) + (right ? 1 : 0)]; }
  std::int32_t first(std::int32_t of, bool right) const noexcept { return first_[2 * to_index(of) + (right ? 1 : 0)]; }
  std::int32_t outer(std::int32_t word) const noexcept { return outer_[to_index(word)]; }
  std::int32_t inner(std::int32_t word) const noexcept { return inner_[to_index(word)]; }

  const PartSet* parts_ = nullptr;
  PartScores scores_;
  Roots roots_ = Roots::kAny;
  std::span<std::int32_t> heads_;
  std::vector<std::int32_t> first_;  // by 2 · head + side: its nearest dependent there, or -1
  std::vector<std::int32_t> outer_;  // by word: the next dependent of the same head outwards, or -1
  std::vector<std::int32_t> inner_;  // by word: the one before, or the head
  double score_ = 0;

  Branching branching_;
  Eisner eisner_;
  std::vector<float> noisy_;
  std::vector<std::int32_t> start_;
};

}  // namespace espalier::decoding
