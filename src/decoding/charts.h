// The chart for an order, prepared: what the algorithms on charts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/chart.h"
#include "decoding/grand_chart.h"
#include "decoding/out_arcs.h"
#include "decoding/part_set.h"
#include "decoding/span_chart.h"

namespace espalier::decoding {

/// Owns the charts and the values of their items; memory is kept.
class Charts {
 public:
  /// Calls use(chart, scores) with the first-order chart of the arcs, its leaves set.
  template <class Use>
  auto with(const ArcSet& arcs, std::span<const float> scores, Roots roots, const Use& use) {
    return use(prepare(arcs, roots), FixedScores{{scores, {}, {}, {}}});
  }
  /// The same with the chart of the parts' order.
  template <class Use>
  auto with(const PartSet& parts, const PartScores& scores, Roots roots, const Use& use) {
    if (parts.order() == 1) return with(parts.arcs(), scores.arcs, roots, use);
    if (parts.order() == 2) {
      spans_.prepare(parts, roots);
      return use(started(spans_), FixedScores{scores});
    }
    grands_.prepare(parts, roots);
    return use(started(grands_), scores);
  }
  /// The first-order chart, its leaves set.
  const SpanChart& prepare(const ArcSet& arcs, Roots roots) {
    out_.build(arcs);
    spans_.prepare(arcs, out_, roots);
    return started(spans_);
  }

  double* value() noexcept { return value_.data(); }

 private:
  template <class Chart>
  const Chart& started(const Chart& chart) {
    if (value_.size() < chart.items()) value_.resize(chart.items());
    chart.set_leaves(value_.data());
    return chart;
  }

  OutArcs out_;
  SpanChart spans_;
  GrandChart grands_;
  std::vector<double> value_;  // by item
};

}  // namespace espalier::decoding
