#include "decoding/eisner.h"

namespace espalier::decoding {

template <class Chart, class Scores>
bool Eisner::decode(const Chart& chart, const Scores& scores, std::span<std::int32_t> heads) {
  chart.walk(Best{charts_.value(), start_back(chart)}, scores);
  return trace(chart, scores, heads);
}

bool Eisner::best(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<std::int32_t> heads) {
  return charts_.with(arcs, scores, roots,
                      [&](const auto& chart, const auto& all) { return decode(chart, all, heads); });
}

bool Eisner::best(const PartSet& parts, const PartScores& scores, Roots roots, std::span<std::int32_t> heads) {
  return charts_.with(parts, scores, roots,
                      [&](const auto& chart, const auto& all) { return decode(chart, all, heads); });
}

}  // namespace espalier::decoding
