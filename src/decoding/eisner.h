// The best projective tree, of first, second or third order, over any set of arcs.
//
// Idea: a chart (span_chart.h, grand_chart.h) walked twice, parts first for the best scores and wholes first to see
// which arcs the best derivation of the whole sentence uses. No recursion.
// Cost: see the charts; exact for Roots::kOne and Roots::kAny alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/chart.h"
#include "decoding/charts.h"
#include "decoding/index.h"
#include "decoding/part_set.h"
#include "decoding/span_view.h"

namespace espalier::decoding {

/// Finds best projective trees. One a thread; memory is kept between calls.
///
/// All of them write the head of every word (heads[0] = -1) and return true, or return false when the arcs hold no
/// projective tree; heads are then undefined. Of equal trees the same one is found each time. REQUIRES spans of scores
/// as large as the sets say, heads.size() = words + 1, finite scores.
class Eisner {
 public:
  /// First order.
  bool best(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<std::int32_t> heads);
  /// Of the order of the parts.
  bool best(const PartSet& parts, const PartScores& scores, Roots roots, std::span<std::int32_t> heads);
  /// First order with arc scores that may look at what the chart has found below: score is called as
  /// float(head, word, const SpanView&) once for each arc whose span can be built, parts before wholes. The best tree
  /// is then no longer exact, as a part that was not best cannot come back (Carreras et al. 2006).
  template <class Scorer>
  bool best_by(const ArcSet& arcs, Scorer&& score, Roots roots, std::span<std::int32_t> heads);

  /// The score of the last tree found.
  double score() const noexcept { return score_; }

 private:
  template <class Chart, class Scores>
  bool decode(const Chart& chart, const Scores& scores, std::span<std::int32_t> heads);
  template <class Chart>
  std::int32_t* start_back(const Chart& chart) {
    if (back_.size() < chart.items()) back_.resize(chart.items());
    return back_.data();
  }
  // `scores` are not read.
  template <class Chart, class Scores>
  bool trace(const Chart& chart, const Scores& scores, std::span<std::int32_t> heads);

  double score_ = 0;
  Charts charts_;
  std::vector<std::int32_t> back_;  // by item: the best deduction
  std::vector<std::uint8_t> used_;  // by item: by the best derivation of the goal
};

template <class Chart, class Scores>
bool Eisner::trace(const Chart& chart, const Scores& scores, std::span<std::int32_t> heads) {
  heads[0] = -1;
  score_ = charts_.value()[chart.goal()];
  if (score_ == kImpossible) return false;
  used_.assign(chart.items(), 0);
  used_[to_index(chart.goal())] = 1;
  chart.walk(Trace{back_.data(), used_.data()}, scores);
  const ArcSet& arcs = chart.arcs();
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      for (std::int32_t item = chart.first_item(arc); item < chart.first_item(arc + 1); ++item) {
        if (used_[to_index(item)] != 0) heads[to_index(word)] = arcs.head(arc);
      }
    }
  }
  return true;
}

template <class Scorer>
bool Eisner::best_by(const ArcSet& arcs, Scorer&& score, Roots roots, std::span<std::int32_t> heads) {
  const SpanChart& chart = charts_.prepare(arcs, roots);
  std::int32_t* const back = start_back(chart);
  chart.walk(Best{charts_.value(), back}, ViewScores<Scorer>{chart, charts_.value(), back, score});
  return trace(chart, NoScores{}, heads);
}

}  // namespace espalier::decoding
