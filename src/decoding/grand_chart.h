// The chart of third-order projective parsing: siblings, grandparents and both at once.
//
// The items of span_chart.h, each with one more head outside of it. An arc g → h stands for "h under g":
//   side(g → h, e)   h under g with all its dependents towards e
//   join(h; s, m)    the facing sides of s and m, both under h: one for each sibling part
//   arc(h → m, g)    h under g with its dependents towards m, m being the outermost
// Deductions:
//   join(h; lo, hi) = side(h → lo, k) + side(h → hi, k + 1)
//   arc(h → m, g)   = side(h → m, next to h), or arc(h → s, g) + join(h; s, m)
//   side(g → h, e)  = arc(h → m, g) + side(h → m, e)
// g never lies in the span. The root has no head: its items stand in a row of their own, g counts as one.
//
// Layout: a side is a row of ends for each arc, so a join reads two rows straight on; arc items of one arc are
// consecutive over g, in the order of the heads open to h, as the scores of grandparent and grand-sibling parts are.
// Cost: with k heads a word, n · k rows of n sides over some k dependents, n · k² arc items over some k siblings and
// n · k² joins of n: O(n² k²); dense O(n⁴).
// Paper: Koo and Collins 2010, model 1.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/chart.h"
#include "decoding/index.h"
#include "decoding/out_arcs.h"
#include "decoding/part_set.h"

namespace espalier::decoding {

class GrandChart {
 public:
  /// REQUIRES order 3; `parts` must outlive the chart's use.
  void prepare(const PartSet& parts, Roots roots);

  std::size_t items() const noexcept { return to_index(first_item_.back()); }
  std::int32_t goal() const noexcept { return side(arcs_->size(), arcs_->words()); }
  /// The items of an arc are first_item(a)..first_item(a+1)-1.
  std::int32_t first_item(std::int32_t arc) const noexcept { return first_item_[to_index(arc)]; }
  const ArcSet& arcs() const noexcept { return *arcs_; }

  void set_leaves(double* value) const;

  template <class Policy>
  void walk(const Policy& policy, const PartScores& scores) const {
    each_span<Policy::kPartsFirst>(arcs_->words(), [&](std::int32_t lo, std::int32_t hi) {
      if constexpr (Policy::kPartsFirst) {
        make_arcs(policy, scores, lo, hi);
        make_sides(policy, lo, hi);
      } else {
        make_sides(policy, lo, hi);
        make_arcs(policy, scores, lo, hi);
      }
    });
  }

 private:
  std::int32_t side(std::int32_t row, std::int32_t end) const noexcept { return row * nodes_ + end; }
  std::int32_t join(std::int32_t part) const noexcept { return first_join_ + part; }
  bool is_single(std::int32_t head) const noexcept { return head == 0 && roots_ == Roots::kOne; }
  // Whether a node lies on the way from `from` to `to`, `to` included.
  static bool is_between(std::int32_t from, std::int32_t node, std::int32_t to) noexcept {
    return from < to ? from < node && node <= to : to <= node && node < from;
  }

  // An arc with its sibling parts.
  struct Target {
    std::int32_t arc;
    std::int32_t head;
    std::int32_t word;
    std::int32_t first;
    std::int32_t last;
  };

  template <class Policy>
  void make_arcs(const Policy& policy, const PartScores& scores, std::int32_t lo, std::int32_t hi) const {
    if (const std::int32_t arc = out_->find(lo, hi); arc >= 0) make_arc(policy, scores, target(arc, lo, hi));
    if (const std::int32_t arc = out_->find(hi, lo); arc >= 0) make_arc(policy, scores, target(arc, hi, lo));
  }

  Target target(std::int32_t arc, std::int32_t head, std::int32_t word) const noexcept {
    const std::int32_t first = parts_->sibling_begin(arc);
    return {arc, head, word, first, is_single(head) ? first + 1 : parts_->sibling_begin(arc + 1)};
  }

  template <class Policy>
  void make_arc(const Policy& policy, const PartScores& scores, const Target& t) const {
    if constexpr (Policy::kPartsFirst) make_joins(policy, t);
    const double score = scores.arcs[to_index(t.arc)];
    if (t.head == 0) {
      make_item(policy, t, 0, score, [&](std::int32_t part) { return double{scores.siblings[to_index(part)]}; });
    }
    for (std::int32_t up = arcs_->begin(t.head); up < arcs_->end(t.head); ++up) {
      if (is_between(t.head, arcs_->head(up), t.word)) continue;
      const std::int32_t g = up - arcs_->begin(t.head);
      const double above = scores.grandparents[to_index(parts_->grandparent_begin(t.arc) + g)];
      make_item(policy, t, g, score + above, [&, g](std::int32_t part) {
        return double{scores.siblings[to_index(part)]} + double{scores.grands[to_index(parts_->grand_begin(part) + g)]};
      });
    }
    if constexpr (!Policy::kPartsFirst) make_joins(policy, t);
  }

  template <class Policy>
  void make_joins(const Policy& policy, const Target& t) const {
    for (std::int32_t part = t.first + 1; part < t.last; ++part) {
      if (!policy.wants(join(part))) continue;
      const std::int32_t s = parts_->sibling(part);
      const std::int32_t to_s = parts_->sibling_arc(part);
      const std::int32_t left = side(s < t.word ? to_s : t.arc, 0);
      const std::int32_t right = side(s < t.word ? t.arc : to_s, 1);
      policy.reduce(join(part), 0, std::min(s, t.word), std::max(s, t.word), [=](std::int32_t k) {
        return Deduction{left + k, right + k, 0};
      });
    }
  }

  template <class Policy, class PartScore>
  void make_item(const Policy& policy, const Target& t, std::int32_t g, double weight, const PartScore& score) const {
    const std::int32_t alone = side(t.arc, t.head < t.word ? t.head + 1 : t.head - 1);
    const std::int32_t empty = side(t.arc, t.word);
    policy.reduce(first_item(t.arc) + g, weight, t.first, t.last, [&](std::int32_t part) {
      if (part == t.first) return Deduction{alone, empty, score(part)};
      return Deduction{first_item(parts_->sibling_arc(part)) + g, join(part), score(part)};
    });
  }

  template <class Policy>
  void make_sides(const Policy& policy, std::int32_t lo, std::int32_t hi) const {
    if (lo == 0) {
      if (roots_ == Roots::kAny || hi == arcs_->words()) make_side(policy, 0, hi, arcs_->size(), 0);
    } else {
      make_sides_under_all(policy, lo, hi);
      make_sides_under_all(policy, hi, lo);
    }
  }

  template <class Policy>
  void make_sides_under_all(const Policy& policy, std::int32_t head, std::int32_t end) const {
    for (std::int32_t up = arcs_->begin(head); up < arcs_->end(head); ++up) {
      if (!is_between(head, arcs_->head(up), end)) make_side(policy, head, end, up, up - arcs_->begin(head));
    }
  }

  template <class Policy>
  void make_side(const Policy& policy, std::int32_t head, std::int32_t end, std::int32_t row, std::int32_t g) const {
    if (!policy.wants(side(row, end))) return;
    policy.reduce(side(row, end), 0, out_->begin(head, end), out_->end(head, end), [&](std::int32_t slot) {
      const std::int32_t arc = out_->arc(slot);
      return Deduction{first_item(arc) + g, side(arc, end), 0};
    });
  }

  const ArcSet* arcs_ = nullptr;
  const OutArcs* out_ = nullptr;
  const PartSet* parts_ = nullptr;
  Roots roots_ = Roots::kAny;
  std::int32_t nodes_ = 0;
  std::int32_t first_join_ = 0;
  std::vector<std::int32_t> first_item_;  // by arc, one more at the end
};

}  // namespace espalier::decoding
