#include "decoding/marginals.h"

#include <cstddef>

#include "decoding/chart.h"
#include "decoding/index.h"

namespace espalier::decoding {

bool Marginals::all_trees(const ArcSet& arcs, std::span<const float> scores, Roots roots,
                          std::span<float> probabilities) {
  heads_.resize(to_index(arcs.words()) + 1);
  log_partition_ = 0;
  if (!branching_.best(arcs, scores, roots, heads_)) return false;
  if (arcs.words() > 0) log_partition_ = matrix_tree_.marginals(arcs, scores, roots, heads_, probabilities);
  return true;
}

bool Marginals::projective(const ArcSet& arcs, std::span<const float> scores, Roots roots,
                           std::span<float> probabilities) {
  return charts_.with(arcs, scores, roots,
                      [&](const auto& chart, const auto& all) { return run(chart, all, probabilities); });
}

bool Marginals::projective(const PartSet& parts, const PartScores& scores, Roots roots,
                           std::span<float> probabilities) {
  return charts_.with(parts, scores, roots,
                      [&](const auto& chart, const auto& all) { return run(chart, all, probabilities); });
}

template <class Chart, class Scores>
bool Marginals::run(const Chart& chart, const Scores& scores, std::span<float> probabilities) {
  chart.walk(Inside{charts_.value()}, scores);
  log_partition_ = charts_.value()[chart.goal()];
  if (log_partition_ == kImpossible) return false;
  expectation_.assign(chart.items(), 0);
  expectation_[to_index(chart.goal())] = 1;
  chart.walk(Expectation{charts_.value(), expectation_.data()}, scores);
  for (std::int32_t arc = 0; arc < chart.arcs().size(); ++arc) {
    double sum = 0;
    for (std::int32_t item = chart.first_item(arc); item < chart.first_item(arc + 1); ++item) {
      sum += expectation_[to_index(item)];
    }
    probabilities[to_index(arc)] = static_cast<float>(sum);
  }
  return true;
}

}  // namespace espalier::decoding
