// The arc filter: a small model that looks at every arc and keeps the few that may matter.
//
// Idea: for each word a log-linear choice of its head, p(h|m) ∝ exp Σ w, over the cheap templates of [prune], trained
// by stochastic gradient. An arc stays when its probability is at least `keep` times that of the word's best head, and
// it is among the word's `most` best. The arc from the word before stays too: those arcs alone are a projective tree
// with one root, so no sentence is left without one.
// Weights lie in one array of 2^bits cells, shared by features that fall together: what matters here is that the cells
// stay in the cache. Cost: all n² arcs times the [prune] templates.
// Paper: Rush and Petrov 2012 (coarse to fine); the head choice is Zhang, Cheng and Lapata's (2017) with a linear
// model.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "features/extractor.h"

namespace espalier::parsing {

/// Longer arcs are not looked at, but for those from the root: what a sentence costs grows with its length, then.
inline constexpr std::int32_t kReach = 512;

/// All arcs within reach.
void fill_arcs(std::int32_t words, decoding::ArcSet& arcs);

struct FilterOptions {
  double keep = 0.002;
  std::int32_t most = 12;
  int bits = 17;
  int epochs = 2;
  std::uint64_t seed = 1;
};

/// Scratch of one thread.
struct FilterScratch {
  features::Extractor extractor;
  std::vector<float> scores;  // of the heads of one word
  std::vector<std::int32_t> chosen;
};

class ArcFilter {
 public:
  ArcFilter() = default;
  ArcFilter(FilterOptions options, std::vector<float> weights) : options_(options), weights_(std::move(weights)) {}

  /// The arcs kept of a sentence; `must` (a head by word, -1: none; or empty) are kept besides, for training.
  void filter(const features::Program& program, const features::Encoded& sentence, FilterScratch& scratch,
              decoding::ArcSet& arcs, std::span<const std::int32_t> must = {}) const;

  const FilterOptions& options() const noexcept { return options_; }
  void set_options(const FilterOptions& options) noexcept { options_ = options; }
  const std::vector<float>& weights() const noexcept { return weights_; }

  /// Learns from sentences with some or all heads known (-1: unknown), the same on any number of threads.
  static ArcFilter train(const features::Program& program, std::span<const features::Encoded> sentences,
                         std::span<const std::vector<std::int32_t>> heads, const FilterOptions& options,
                         base::Team& team, const std::function<void(std::size_t done)>& progress = {});

 private:
  /// Scores of all heads of a word, by head; that of the word itself is not set.
  void score_heads(std::int32_t word, std::int32_t words, FilterScratch& scratch) const;
  std::size_t cell(std::uint64_t feature) const noexcept { return feature >> (64 - options_.bits); }

  FilterOptions options_;
  std::vector<float> weights_;
};

}  // namespace espalier::parsing
