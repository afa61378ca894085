#include "decoding/eisner.h"

namespace espalier::decoding {

template <class Chart, class Scores>
bool Eisner::decode(const Chart& chart, const Scores& scores, std::span<std::int32_t> heads) {
  double* const value = prepare_memory(chart);
  chart.walk(Best{value, memory_.back.data()}, scores);
  return trace(chart, scores, heads);
}

bool Eisner::best(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<std::int32_t> heads) {
  out_.build(arcs);
  spans_.prepare(arcs, out_, roots);
  return decode(spans_, FixedScores{{scores, {}, {}, {}}}, heads);
}

bool Eisner::best(const PartSet& parts, const PartScores& scores, Roots roots, std::span<std::int32_t> heads) {
  if (parts.order() == 1) return best(parts.arcs(), scores.arcs, roots, heads);
  if (parts.order() == 2) {
    spans_.prepare(parts, roots);
    return decode(spans_, FixedScores{scores}, heads);
  }
  grands_.prepare(parts, roots);
  return decode(grands_, scores, heads);
}

}  // namespace espalier::decoding
