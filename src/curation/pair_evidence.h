// What the rest of the treebank says of a pair of words: how often they are linked in this way where they meet.
//
// Idea: the rate of (w, h, label) is how often w hangs from h with the label, of all times that both are in a sentence
// in that order, small counts leaning on those of the tags (Meetings); the evidence for a proposal is log(rate of it /
// rate of what the treebank has).
// Cost: a look at all pairs of words of a sentence that are no more than kFar apart; memory for the pairs asked about.
#pragma once

#include <cstddef>
#include <cstdint>

#include "curation/evidence.h"
#include "curation/meetings.h"
#include "curation/numbered_treebank.h"

namespace espalier::curation {

class PairEvidence final : public Evidence {
 public:
  /// Must outlive it.
  explicit PairEvidence(const NumberedTreebank& treebank) : treebank_(treebank) {}

  void want(std::size_t sentence, std::int32_t word, const Answer& answer) override;
  void count() override;
  /// Of a place, where the treebank has `gold`.
  double rate(std::size_t sentence, std::int32_t word, const Answer& answer, const Answer& gold) const;
  double evidence(std::size_t sentence, std::int32_t word, const Answer& proposed, const Answer& gold) const override;

 private:
  Meetings::Key key(std::size_t sentence, std::int32_t word, std::int32_t head) const;
  void count_pair(std::size_t sentence, std::int32_t word, std::int32_t head);

  const NumberedTreebank& treebank_;
  Meetings meetings_;
};

}  // namespace espalier::curation
