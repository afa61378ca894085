// What a first-order chart has found below an arc that is about to be scored.
#pragma once

#include <algorithm>
#include <cstdint>

#include "decoding/span_chart.h"

namespace espalier::decoding {

/// The best structure between a head h and a word m, before the arc h → m is laid over it. Valid during the call that
/// receives it.
class SpanView {
 public:
  SpanView(const SpanChart& chart, const std::int32_t* back, std::int32_t arc, std::int32_t head, std::int32_t word)
      : chart_(chart), back_(back), arc_(arc), head_(head), word_(word) {
    const std::int32_t k = split(head, word);
    head_end_ = head < word ? k : k + 1;
    word_end_ = head < word ? k + 1 : k;
  }

  /// The number of the arc h → m in the ArcSet.
  std::int32_t arc() const noexcept { return arc_; }
  /// The word up to which h's own part goes, and the one up to which m's does; they are neighbours.
  std::int32_t head_end() const noexcept { return head_end_; }
  std::int32_t word_end() const noexcept { return word_end_; }

  /// Calls visit(dependent) for the dependents of h between h and m, from the one nearest to m towards h, until visit
  /// returns false.
  template <class Visit>
  void each_head_dependent(const Visit& visit) const {
    each(head_, head_end_, visit);
  }
  /// The same for the dependents of m between h and m, from the one nearest to h towards m.
  template <class Visit>
  void each_word_dependent(const Visit& visit) const {
    each(word_, word_end_, visit);
  }

 private:
  std::int32_t split(std::int32_t a, std::int32_t b) const noexcept {
    return back_[chart_.join(std::min(a, b), std::max(a, b))];
  }

  template <class Visit>
  void each(std::int32_t node, std::int32_t end, const Visit& visit) const {
    while (end != node) {
      const std::int32_t dependent = chart_.out().word(back_[chart_.side(node, end)]);
      if (!visit(dependent)) return;
      const std::int32_t k = split(node, dependent);
      end = node < dependent ? k : k + 1;
    }
  }

  const SpanChart& chart_;
  const std::int32_t* back_;
  std::int32_t arc_;
  std::int32_t head_;
  std::int32_t word_;
  std::int32_t head_end_;
  std::int32_t word_end_;
};

/// Arc scores for SpanChart from a function that is shown the chart.
template <class Scorer>
struct ViewScores {
  const SpanChart& chart;
  const double* value;
  const std::int32_t* back;
  Scorer& scorer;

  double arc(std::int32_t arc, std::int32_t head, std::int32_t word) const {
    if (value[chart.join(std::min(head, word), std::max(head, word))] == kImpossible) return 0;
    return scorer(head, word, SpanView(chart, back, arc, head, word));
  }
  static double sibling(std::int32_t) noexcept { return 0; }
};

/// For walks that read no scores.
struct NoScores {
  static double arc(std::int32_t, std::int32_t, std::int32_t) noexcept { return 0; }
  static double sibling(std::int32_t) noexcept { return 0; }
};

}  // namespace espalier::decoding
