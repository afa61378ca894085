// Labelled arcs: one weight vector a label, the label of an arc being the best one when the arc is scored.
//
// Idea (Carreras, Surdeanu and Màrquez 2006): the score of [h, m, l] is the row of the arc's features at l. Where the
// feature file has a [runtime] section, the arc is scored inside the chart, when the best structure between h and m is
// known, and the labels of h's dependents there are features too; the search is approximate then, as in the paper.
// Invariant: label_of(arc) is the label that the last scoring or decoding chose for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/eisner.h"
#include "learning/training_table.h"
#include "parsing/graph_scorer.h"

namespace espalier::parsing {

/// One a thread; memory is reused.
class JointArcs {
 public:
  void prepare(const GraphPrograms& programs, const features::Encoded& sentence);

  /// Scores every arc with every label; `rows` has add_scores(features, float*).
  template <class Rows>
  void score(const decoding::ArcSet& arcs, GraphScorer& scorer, const Rows& rows, std::uint32_t classes);
  /// Adds `cost` to every labelled arc that is not the true one (true heads and labels by word).
  void add_loss(const decoding::ArcSet& arcs, std::span<const std::int32_t> heads, std::span<const std::int32_t> labels,
                float cost);
  /// Chooses the best label of every arc and writes its score.
  void reduce(std::span<float> arc_scores);

  /// Decodes with [runtime] features.
  template <class Rows>
  bool best_at_runtime(const decoding::ArcSet& arcs, const Rows& rows, decoding::Roots roots,
                       std::span<std::int32_t> heads);
  bool has_runtime() const noexcept { return has_runtime_; }

  std::int32_t label_of(std::int32_t arc) const noexcept { return labels_[static_cast<std::size_t>(arc)]; }
  float score_of(std::int32_t arc, std::int32_t label) const noexcept {
    return scores_[static_cast<std::size_t>(arc) * classes_ + static_cast<std::size_t>(label)];
  }

  /// The [runtime] features of the arc h → m in a whole tree with labels by word.
  std::span<const std::uint64_t> runtime_features(std::int32_t head, std::int32_t word,
                                                  std::span<const std::int32_t> heads,
                                                  std::span<const std::int32_t> labels);

 private:
  /// Those for the labels listed in inner_.
  std::span<const std::uint64_t> features_of_inner(std::int32_t head, std::int32_t word);
  std::int32_t best_label(const float* scores) const noexcept {
    return static_cast<std::int32_t>(std::max_element(scores, scores + classes_) - scores);
  }

  std::uint32_t classes_ = 0;
  bool has_runtime_ = false;
  std::vector<float> scores_;         // by arc and label
  std::vector<std::int32_t> labels_;  // by arc
  features::Extractor runtime_;
  decoding::Eisner eisner_;
  std::vector<std::int32_t> inner_;  // labels of dependents of h, from m on
  std::vector<std::uint64_t> found_;
  std::vector<float> row_;
};

template <class Rows>
void JointArcs::score(const decoding::ArcSet& arcs, GraphScorer& scorer, const Rows& rows, std::uint32_t classes) {
  classes_ = classes;
  scores_.assign(static_cast<std::size_t>(arcs.size()) * classes, 0);
  labels_.assign(static_cast<std::size_t>(arcs.size()), 0);
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    for (std::int32_t arc = arcs.begin(m); arc < arcs.end(m); ++arc) {
      rows.add_scores(scorer.arc_features(arcs.head(arc), m), scores_.data() + static_cast<std::size_t>(arc) * classes);
    }
  }
}

template <class Rows>
bool JointArcs::best_at_runtime(const decoding::ArcSet& arcs, const Rows& rows, decoding::Roots roots,
                                std::span<std::int32_t> heads) {
  const auto score = [&](std::int32_t head, std::int32_t word, const decoding::SpanView& view) {
    inner_.clear();
    view.each_head_dependent([&](std::int32_t dependent) {
      inner_.push_back(label_of(arcs.find(head, dependent)));
      return true;
    });
    const float* fixed = scores_.data() + static_cast<std::size_t>(view.arc()) * classes_;
    row_.assign(fixed, fixed + classes_);
    rows.add_scores(features_of_inner(head, word), row_.data());
    const std::int32_t label = best_label(row_.data());
    labels_[static_cast<std::size_t>(view.arc())] = label;
    return row_[static_cast<std::size_t>(label)];
  };
  return eisner_.best_by(arcs, score, roots, heads);
}

}  // namespace espalier::parsing
