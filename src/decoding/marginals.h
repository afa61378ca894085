// Arc marginals: how likely each arc is when trees are as likely as exp(score).
//
// Over all trees by the matrix-tree theorem (matrix_tree.h), over projective trees by the Inside and Expectation
// policies on the chart of any order (chart.h). All exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/branching.h"
#include "decoding/charts.h"
#include "decoding/matrix_tree.h"
#include "decoding/part_set.h"

namespace espalier::decoding {

/// One a thread; memory is kept between calls.
///
/// All of them write one probability an arc and return true, or return false when the arcs hold no tree of the kind;
/// the probabilities are then undefined. The heads of each word sum to 1. REQUIRES finite scores.
class Marginals {
 public:
  /// Over all trees.
  bool all_trees(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<float> probabilities);
  /// Over projective trees, first order.
  bool projective(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<float> probabilities);
  /// Over projective trees, of the order of the parts.
  bool projective(const PartSet& parts, const PartScores& scores, Roots roots, std::span<float> probabilities);

  /// The log of the sum over the trees of exp(score), of the last call.
  double log_partition() const noexcept { return log_partition_; }

 private:
  template <class Chart, class Scores>
  bool run(const Chart& chart, const Scores& scores, std::span<float> probabilities);

  double log_partition_ = 0;
  Branching branching_;
  MatrixTree matrix_tree_;
  Charts charts_;
  std::vector<double> expectation_;
  std::vector<std::int32_t> heads_;
};

}  // namespace espalier::decoding
