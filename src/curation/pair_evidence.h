// What the rest of the treebank says of a pair of words: how often they are linked in this way where they meet.
//
// Idea: rate(w, h, label) = (times that w hangs from h with the label + kLean · rate of their tags) / (times that both
// are in a sentence in that order + kLean); the evidence for a proposal is log(rate of it / rate of what the treebank
// has). The place that is asked about does not count.
// Cost: a look at all pairs of words of a sentence that are no more than kFar apart; memory for the pairs asked about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "curation/numbered_treebank.h"

namespace espalier::curation {

class PairEvidence {
 public:
  /// Must outlive it.
  explicit PairEvidence(const NumberedTreebank& treebank) : treebank_(treebank) {}

  static constexpr double kLean = 2;
  static constexpr double kMost = 4;  ///< evidence is no more than this, either way

  /// Before count(): these will be asked about.
  void want(std::size_t sentence, std::int32_t word, std::int32_t head);
  void count();
  /// Of a place, where the treebank has `gold`.
  double rate(std::size_t sentence, std::int32_t word, const Answer& answer, const Answer& gold) const;
  double evidence(std::size_t sentence, std::int32_t word, const Answer& proposed, const Answer& gold) const;

 private:
  struct Meetings {
    double together = 0;
    std::unordered_map<std::int32_t, double> linked;  // by label
  };
  using Table = std::unordered_map<std::uint64_t, Meetings>;

  std::uint64_t word_key(std::size_t sentence, std::int32_t word, std::int32_t head) const;
  std::uint64_t tag_key(std::size_t sentence, std::int32_t word, std::int32_t head) const;
  void count_pair(std::size_t sentence, std::int32_t word, std::int32_t head);

  const NumberedTreebank& treebank_;
  Table words_;
  Table tags_;
};

}  // namespace espalier::curation
