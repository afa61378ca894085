// The arc filter: a small model that looks at every arc and keeps the few that may matter.
//
// Idea: for each word a log-linear choice of its head, p(h|m) ∝ exp Σ w, over the cheap templates of [prune], trained
// by stochastic gradient. An arc stays when its probability is at least `keep` times that of the word's best head, and
// it is among the word's `most` best. Before that, arcs longer than any between words of the same two tags in the
// treebank are not even scored: half of all, for the price of one comparison each. The arc from the word before stays
// too: those arcs alone are a projective tree with one root, so no sentence is left without one. Weights lie in one
// array of 2^bits cells, shared by features that fall together: what matters here is that the cells stay in the cache.
// Cost: the arcs within reach times the [prune] templates. Paper: Rush and Petrov 2012 (coarse to fine); the head
// choice is Zhang, Cheng and Lapata's (2017) with a linear model.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "features/extractor.h"
#include "learning/open_table.h"

namespace espalier::parsing {

/// Longer arcs are not looked at, but for those from the root: what a sentence costs grows with its length, then.
inline constexpr std::int32_t kReach = 512;

/// All arcs within reach, and those of `must` (a head by word, -1: none; or empty) however long.
void fill_arcs(std::int32_t words, decoding::ArcSet& arcs, std::span<const std::int32_t> must = {});

struct FilterOptions {
  double keep = 0.002;
  std::int32_t most = 12;
  int bits = 17;
  int epochs = 2;
  std::uint64_t seed = 1;
};

/// How far arcs go between words of two tags.
struct TagReach {
  std::uint64_t tags = 0;  ///< of head, word and direction, as one number
  std::uint64_t distance = 0;
};

/// The longest arcs by tags, on each side.
class ReachTable {
 public:
  /// Notes that there is such an arc.
  void add(std::uint64_t head_tag, std::uint64_t word_tag, bool to_the_right, std::int32_t distance);
  std::int32_t find(std::uint64_t head_tag, std::uint64_t word_tag, bool to_the_right) const;
  /// All entries, by number.
  std::vector<TagReach> entries() const;
  static ReachTable from(std::span<const TagReach> entries);

 private:
  learning::OpenTable<std::uint64_t> table_;
};

/// Scratch of one thread.
struct FilterScratch {
  features::Extractor extractor;
  std::vector<std::uint64_t> tags;    // distinct ones of the sentence
  std::vector<std::uint32_t> tag_of;  // by node, its number among them
  std::vector<std::int32_t> reach;    // by head tag, word tag and side
  std::vector<std::int32_t> open;     // heads within reach of one word
  std::vector<float> scores;          // of the heads of one word
  std::vector<std::int32_t> chosen;
};

class ArcFilter {
 public:
  ArcFilter() = default;
  ArcFilter(FilterOptions options, std::vector<float> weights, ReachTable reach)
      : options_(options), weights_(std::move(weights)), reach_(std::move(reach)) {}

  /// The arcs kept of a sentence, whose tags are in the column `tags`; `must` (a head by word, -1: none; or empty) are
  /// kept besides, for training.
  void filter(const features::Program& program, std::uint32_t tags, const features::Encoded& sentence,
              FilterScratch& scratch, decoding::ArcSet& arcs, std::span<const std::int32_t> must = {}) const;

  const FilterOptions& options() const noexcept { return options_; }
  const std::vector<float>& weights() const noexcept { return weights_; }
  const ReachTable& reach() const noexcept { return reach_; }

  /// Learns from sentences with some or all heads known (-1: unknown), the same on any number of threads.
  static ArcFilter train(const features::Program& program, std::uint32_t tags,
                         std::span<const features::Encoded> sentences, std::span<const std::vector<std::int32_t>> heads,
                         const FilterOptions& options, base::Team& team,
                         const std::function<void(std::size_t done)>& progress = {});

 private:
  void find_reach(std::uint32_t tags, const features::Encoded& sentence, FilterScratch& scratch) const;
  /// Scores of the heads of a word that are within reach, by place in scratch.open; `must` is one of them.
  void score_heads(std::int32_t word, std::int32_t words, std::int32_t must, FilterScratch& scratch) const;
  void choose_heads(std::int32_t word, std::int32_t must, FilterScratch& scratch) const;
  struct Push;
  void add_gradient(const features::Encoded& sentence, std::span<const std::int32_t> heads, FilterScratch& scratch,
                    std::vector<Push>& out) const;
  std::size_t cell(std::uint64_t feature) const noexcept { return feature >> (64 - options_.bits); }

  FilterOptions options_;
  std::vector<float> weights_;
  ReachTable reach_;
};

}  // namespace espalier::parsing
