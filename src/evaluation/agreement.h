// Systems compared word by word: what only one of them has right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espalier/analysis.h"
#include "evaluation/attachment.h"

namespace espalier::evaluation {

/// Systems at most: there are two to the power of them ways to be right.
inline constexpr std::size_t kMostCompared = 16;

/// Takes the systems one after the other and keeps a byte a word of each, so that files need not be held.
class AgreementCounter {
 public:
  /// Words are grouped by the gold standard's own keys. REQUIRES dimensions of breakdown_dimensions().
  AgreementCounter(const Document& gold, const Vocabulary& vocabulary, const WordFilter& filter,
                   const std::vector<std::string>& dimensions);

  void add(const Judgement& judgement) { right_.push_back(judgement.right); }
  Agreement finish() const;

 private:
  struct Grouping {
    std::string dimension;
    bool in_order = false;  ///< bins with an order of their own
    std::vector<std::string> names;
    std::vector<std::uint32_t> keys;  ///< of each word
  };
  void add_overlaps(Agreement& agreement) const;
  PairComparison compare(std::size_t first, std::size_t second) const;
  PairBreakdown break_down(const Grouping& grouping, std::size_t first, std::size_t second) const;
  void count(std::size_t word, std::size_t first, std::size_t second, std::uint8_t bit, PairCounts& counts) const;

  std::vector<std::uint8_t> counted_;
  std::vector<Grouping> groupings_;
  std::vector<std::vector<std::uint8_t>> right_;  ///< for each system
};

}  // namespace espalier::evaluation
