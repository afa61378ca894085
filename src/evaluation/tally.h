// Counts for each sentence: what scores are summed from, and what significance tests draw from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "espalier/evaluation.h"

namespace espalier::evaluation {

/// As in Score, for one sentence. Sentences are those of the gold standard; what a system has is booked with the
/// sentence in whose text it stands.
struct Tally {
  std::uint32_t gold = 0;
  std::uint32_t system = 0;
  std::uint32_t correct = 0;
  std::uint32_t aligned = 0;
};

struct MeasureName {
  std::string name;
  MeasureKind kind = MeasureKind::kScore;
};

/// One bit for each measure: which of them a gold item (a word, a bracket) has right.
using Outcome = std::uint16_t;
/// The item was not scored, so it takes no part in paired tests.
inline constexpr Outcome kUnscored = Outcome{1} << 15;
inline constexpr Outcome outcome_bit(std::size_t measure) { return static_cast<Outcome>(Outcome{1} << measure); }

/// A system on all measures, sentence by sentence (of the gold standard).
class Tallies {
 public:
  Tallies() = default;
  Tallies(std::vector<MeasureName> names, std::size_t sentences)
      : names_(std::move(names)), counts_(names_.size() * sentences), sentences_(sentences) {}

  const std::vector<MeasureName>& names() const noexcept { return names_; }
  std::size_t sentences() const noexcept { return sentences_; }
  Tally& at(std::size_t sentence, std::size_t measure) noexcept { return counts_[sentence * names_.size() + measure]; }
  const Tally& at(std::size_t sentence, std::size_t measure) const noexcept {
    return counts_[sentence * names_.size() + measure];
  }

  /// Sums over all sentences, or over those that `wanted` (one flag for each) marks.
  std::vector<Measure> sum(const std::vector<std::uint8_t>* wanted = nullptr) const;

  std::vector<Outcome> outcomes;  ///< for each gold item, in an order that all systems share
  Outcome paired = 0;             ///< the measures that are sums over these items

 private:
  std::vector<MeasureName> names_;
  std::vector<Tally> counts_;
  std::size_t sentences_ = 0;
};

/// Measure::value() from counts; doubles because resampled sums are kept as such.
double measure_value(MeasureKind kind, double gold, double system, double correct) noexcept;

}  // namespace espalier::evaluation
