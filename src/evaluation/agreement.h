// Systems compared word by word: what only one of them has right.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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

  /// A flag for each gold word whose annotation is perhaps wrong.
  void set_suspects(std::vector<std::uint8_t> suspects) { suspects_ = std::move(suspects); }
  void add(const Judgement& judgement) { right_.push_back(judgement.right); }
  Agreement finish() const;

 private:
  struct Grouping {
    std::string dimension;
    bool in_order = false;  ///< bins with an order of their own
    std::vector<std::string> names;
    std::vector<std::uint32_t> keys;  ///< of each word
  };
  class Profile;
  void add_overlaps(Agreement& agreement) const;
  /// What only one has right, and what those words are like.
  void add_groups(PairComparison& pair) const;
  PairOutcome outcome(std::size_t word, std::size_t first, std::size_t second, std::uint8_t bit) const noexcept;
  PairComparison compare(std::size_t first, std::size_t second) const;
  PairBreakdown break_down(const Grouping& grouping, std::size_t first, std::size_t second) const;
  void count(std::size_t word, std::size_t first, std::size_t second, std::uint8_t bit, PairCounts& counts) const;

  std::vector<std::uint8_t> counted_;
  std::vector<std::uint32_t> sentences_;  ///< of each word
  std::vector<std::uint32_t> lengths_;    ///< of each sentence
  std::vector<std::uint8_t> suspects_;    ///< of each word; may be empty
  std::vector<Grouping> groupings_;
  std::vector<std::vector<std::uint8_t>> right_;  ///< for each system
};

}  // namespace espalier::evaluation
