// Scores of all parts of a sentence, and the features of the parts of one tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/part_set.h"
#include "learning/training_table.h"
#include "parsing/graph_schema.h"

namespace espalier::parsing {

/// The parts of one tree, by word: numbers of its arc, sibling part, grandparent part and grand-sibling part (-1: none
/// at this order).
struct TreeParts {
  std::vector<std::int32_t> arc;
  std::vector<std::int32_t> sibling;
  std::vector<std::int32_t> grandparent;
  std::vector<std::int32_t> grand;
};

/// The parts of a tree over the set; false when the tree uses an arc that is not in it.
bool find_parts(const decoding::PartSet& parts, std::span<const std::int32_t> heads, TreeParts& out);

/// Extracts and scores. One a thread; memory is reused.
class GraphScorer {
 public:
  /// Sums up what the programs of an order need of a sentence.
  void prepare(const GraphPrograms& programs, const features::Encoded& sentence, int order);

  /// Makes room for the scores of the parts.
  void start(const decoding::PartSet& parts);
  /// Scores the arcs with `weights`, which has float score(features).
  template <class Weights>
  void score_arcs(const decoding::PartSet& parts, const Weights& weights);
  /// Scores the parts larger than an arc.
  template <class Weights>
  void score_parts(const decoding::PartSet& parts, const Weights& weights);
  /// The features of an arc, good until the next call.
  std::span<const std::uint64_t> arc_features(std::int32_t head, std::int32_t word) {
    const std::int32_t places[] = {head, word};
    return extractor(GraphSection::kArc).features(places);
  }
  decoding::PartScores scores() const noexcept { return scores_.view(); }
  std::span<float> arc_scores() noexcept { return scores_.arcs; }

  /// What a tree is worth by the scores at hand.
  double tree_score(const TreeParts& tree) const;
  /// The same without its arcs.
  double part_score(const TreeParts& tree) const;
  /// Adds the features of the parts that `tree` has and `other` has not, `amount` each; arcs only if asked.
  void add_changes(const decoding::PartSet& parts, const TreeParts& tree, const TreeParts& other, float amount,
                   bool with_arcs, std::vector<learning::Change>& changes);

 private:
  features::Extractor& extractor(GraphSection section) { return extractors_[static_cast<std::size_t>(section)]; }
  void add(std::span<const std::uint64_t> features, float amount, std::vector<learning::Change>& changes) const;

  int order_ = 1;
  std::array<features::Extractor, kGraphSections> extractors_;
  decoding::PartScoreArrays scores_;
};

template <class Weights>
void GraphScorer::score_arcs(const decoding::PartSet& parts, const Weights& weights) {
  const decoding::ArcSet& arcs = parts.arcs();
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    for (std::int32_t arc = arcs.begin(m); arc < arcs.end(m); ++arc) {
      scores_.arcs[static_cast<std::size_t>(arc)] = weights.score(arc_features(arcs.head(arc), m));
    }
  }
}

template <class Weights>
void GraphScorer::score_parts(const decoding::PartSet& parts, const Weights& weights) {
  if (order_ < 2) return;
  const decoding::ArcSet& arcs = parts.arcs();
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    for (std::int32_t arc = arcs.begin(m); arc < arcs.end(m); ++arc) {
      const std::int32_t h = arcs.head(arc);
      const auto above = order_ < 3 || h == 0 ? std::span<const std::int32_t>() : arcs.heads(h);
      for (std::size_t k = 0; k < above.size(); ++k) {
        const std::int32_t chain[] = {above[k], h, m};
        const auto at = static_cast<std::size_t>(parts.grandparent_begin(arc)) + k;
        scores_.grandparents[at] = weights.score(extractor(GraphSection::kGrandparent).features(chain));
      }
      for (std::int32_t p = parts.sibling_begin(arc); p < parts.sibling_begin(arc + 1); ++p) {
        const std::int32_t s = parts.sibling(p) == h ? -1 : parts.sibling(p);
        const std::int32_t triple[] = {h, m, s};
        scores_.siblings[static_cast<std::size_t>(p)] =
            weights.score(extractor(GraphSection::kSibling).features(triple));
        for (std::size_t k = 0; k < above.size(); ++k) {
          const std::int32_t all[] = {above[k], h, m, s};
          const auto at = static_cast<std::size_t>(parts.grand_begin(p)) + k;
          scores_.grands[at] = weights.score(extractor(GraphSection::kGrandSibling).features(all));
        }
      }
    }
  }
}

}  // namespace espalier::parsing
