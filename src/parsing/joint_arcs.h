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
#include "parsing/graph_schema.h"
#include "parsing/label_use.h"

namespace espalier::parsing {

/// One a thread; memory is reused.
class JointArcs {
 public:
  void prepare(const GraphPrograms& programs, const features::Encoded& sentence);

  /// Scores every arc with every label that may be there; `rows` has add_scores(features, float*).
  template <class Rows>
  void score(const decoding::ArcSet& arcs, const Rows& rows, const LabelUse& use);
  /// Adds `cost` to every labelled arc that is not the true one (true heads, -1: unknown, and labels by word).
  void add_loss(const decoding::ArcSet& arcs, std::span<const std::int32_t> heads, std::span<const std::int32_t> labels,
                float cost);
  /// Chooses the best label of every arc and writes its score.
  void reduce(std::span<float> arc_scores);

  /// Decodes with [runtime] features, and writes the scores that the arcs had in the chart: under those the tree is the
  /// best there is.
  template <class Rows>
  bool best_at_runtime(const decoding::ArcSet& arcs, const Rows& rows, decoding::Roots roots,
                       std::span<float> arc_scores, std::span<std::int32_t> heads);
  /// There are [runtime] templates, and the sentence has a chart for them.
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
  /// The scores of the templates that look at one node, for every node.
  template <class Rows>
  void score_nodes(std::int32_t words, features::Extractor& extractor, const Rows& rows, std::vector<float>& out);
  /// Those for the labels listed in inner_.
  std::span<const std::uint64_t> features_of_inner(std::int32_t head, std::int32_t word);
  std::int32_t best_label(const float* scores) const noexcept {
    return static_cast<std::int32_t>(std::max_element(scores, scores + classes_) - scores);
  }

  std::uint32_t classes_ = 0;
  bool has_runtime_ = false;
  features::Extractor of_head_;
  features::Extractor of_word_;
  features::Extractor of_both_;
  std::vector<float> head_scores_;  // by node and label
  std::vector<float> word_scores_;
  std::vector<float> scores_;         // by arc and label
  std::vector<std::int32_t> labels_;  // by arc
  features::Extractor runtime_;
  decoding::Eisner eisner_;
  std::vector<std::int32_t> inner_;  // labels of dependents of h, from m on
  std::vector<std::uint64_t> found_;
  std::vector<float> row_;
};

template <class Rows>
void JointArcs::score_nodes(std::int32_t words, features::Extractor& extractor, const Rows& rows,
                            std::vector<float>& out) {
  out.assign(static_cast<std::size_t>(words + 1) * classes_, 0);
  for (std::int32_t node = 0; node <= words; ++node) {
    const std::int32_t places[] = {node, node};
    rows.add_scores(extractor.features(places), out.data() + static_cast<std::size_t>(node) * classes_);
  }
}

template <class Rows>
void JointArcs::score(const decoding::ArcSet& arcs, const Rows& rows, const LabelUse& use) {
  classes_ = use.classes();
  scores_.resize(static_cast<std::size_t>(arcs.size()) * classes_);
  labels_.assign(static_cast<std::size_t>(arcs.size()), 0);
  score_nodes(arcs.words(), of_head_, rows, head_scores_);
  score_nodes(arcs.words(), of_word_, rows, word_scores_);
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    const float* of_word = word_scores_.data() + static_cast<std::size_t>(m) * classes_;
    for (std::int32_t arc = arcs.begin(m); arc < arcs.end(m); ++arc) {
      const std::int32_t h = arcs.head(arc);
      const float* of_head = head_scores_.data() + static_cast<std::size_t>(h) * classes_;
      const float* start = use.start(h).data();
      float* row = scores_.data() + static_cast<std::size_t>(arc) * classes_;
      for (std::uint32_t label = 0; label < classes_; ++label)
        row[label] = start[label] + of_word[label] + of_head[label];
      const std::int32_t places[] = {h, m};
      rows.add_scores(of_both_.features(places), row);
    }
  }
}

template <class Rows>
bool JointArcs::best_at_runtime(const decoding::ArcSet& arcs, const Rows& rows, decoding::Roots roots,
                                std::span<float> arc_scores, std::span<std::int32_t> heads) {
  reduce(arc_scores);
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
    return arc_scores[static_cast<std::size_t>(view.arc())] = row_[static_cast<std::size_t>(label)];
  };
  return eisner_.best_by(arcs, score, roots, heads);
}

}  // namespace espalier::parsing
