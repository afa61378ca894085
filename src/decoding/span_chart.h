// The charts of first- and second-order projective parsing.
//
// Items, over words lo < hi:
//   side(h, e)   h with all its dependents towards e, covering h..e: Eisner's complete span; side(h, h) is the empty
//   one join(lo, hi) the right side of lo and the left side of hi, meeting somewhere between arc(h, m)    h with its
//   dependents towards m, m being the outermost, covering h..m: Eisner's incomplete span
// Deductions:
//   join(lo, hi) = side(lo, k) + side(hi, k + 1), lo ≤ k < hi
//   arc(h, m)    = join(h, m)                                          first order
//                = side(m, next to h), or arc(h, s) + join(s, m)       second order, s the inner sibling of m
//   side(h, e)   = arc(h, m) + side(m, e), m an open dependent of h up to e
// An arc item exists for an arc of the set only; a join only where an arc item asks for it.
// With a single root no word stands between the root and its dependent, and side(0, e) exists for the last e only.
//
// Cost: n² sides, each over the open dependents of its head; joins n each. O(n · arcs), dense O(n³).
// Paper: Eisner 1996, McDonald and Pereira 2006.
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

/// Scores that were there before the chart.
struct FixedScores {
  PartScores scores;
  double arc(std::int32_t arc, std::int32_t, std::int32_t) const noexcept { return scores.arcs[to_index(arc)]; }
  double sibling(std::int32_t part) const noexcept { return scores.siblings[to_index(part)]; }
};

class SpanChart {
 public:
  /// First order. All arguments must outlive the chart's use.
  void prepare(const ArcSet& arcs, const OutArcs& out, Roots roots);
  /// Second order.
  void prepare(const PartSet& parts, Roots roots);

  std::size_t items() const noexcept { return to_index(first_arc_ + arcs_->size()); }
  std::int32_t goal() const noexcept { return side(0, arcs_->words()); }
  /// The items of an arc are first_item(a)..first_item(a+1)-1.
  std::int32_t first_item(std::int32_t arc) const noexcept { return first_arc_ + arc; }
  std::int32_t side(std::int32_t head, std::int32_t end) const noexcept { return head * nodes_ + end; }
  std::int32_t join(std::int32_t lo, std::int32_t hi) const noexcept { return first_join_ + lo * nodes_ + hi; }
  const ArcSet& arcs() const noexcept { return *arcs_; }
  const OutArcs& out() const noexcept { return *out_; }

  /// Items that are there without a deduction.
  void set_leaves(double* value) const {
    for (std::int32_t node = 0; node < nodes_; ++node) value[side(node, node)] = 0;
  }

  template <class Policy, class Scores>
  void walk(const Policy& policy, const Scores& scores) const {
    each_span<Policy::kPartsFirst>(arcs_->words(), [&](std::int32_t lo, std::int32_t hi) {
      if constexpr (Policy::kPartsFirst) {
        make_join(policy, lo, hi);
        make_arcs(policy, scores, lo, hi);
        make_sides(policy, lo, hi);
      } else {
        make_sides(policy, lo, hi);
        make_arcs(policy, scores, lo, hi);
        make_join(policy, lo, hi);
      }
    });
  }

 private:
  bool is_single(std::int32_t head) const noexcept { return head == 0 && roots_ == Roots::kOne; }
  bool has_join(std::int32_t lo, std::int32_t hi) const noexcept {
    if (parts_ == nullptr) return out_->find(lo, hi) >= 0 || out_->find(hi, lo) >= 0;
    return asked_[to_index(lo * nodes_ + hi)] != 0;
  }

  template <class Policy>
  void make_join(const Policy& policy, std::int32_t lo, std::int32_t hi) const {
    if (!policy.wants(join(lo, hi)) || !has_join(lo, hi)) return;
    const std::int32_t left = side(lo, 0);
    const std::int32_t right = side(hi, 1);
    policy.reduce(join(lo, hi), 0, lo, is_single(lo) ? lo + 1 : hi, [=](std::int32_t k) {
      return Deduction{left + k, right + k, 0};
    });
  }

  template <class Policy, class Scores>
  void make_arcs(const Policy& policy, const Scores& scores, std::int32_t lo, std::int32_t hi) const {
    if (const std::int32_t arc = out_->find(lo, hi); arc >= 0) make_arc(policy, scores, arc, lo, hi);
    if (const std::int32_t arc = out_->find(hi, lo); arc >= 0) make_arc(policy, scores, arc, hi, lo);
  }

  template <class Policy, class Scores>
  void make_arc(const Policy& policy, const Scores& scores, std::int32_t arc, std::int32_t head,
                std::int32_t word) const {
    const std::int32_t empty = side(head, head);
    if (parts_ == nullptr) {
      const std::int32_t whole = join(std::min(head, word), std::max(head, word));
      policy.reduce(first_item(arc), scores.arc(arc, head, word), 0, 1, [=](std::int32_t) {
        return Deduction{whole, empty, 0};
      });
      return;
    }
    const std::int32_t first = parts_->sibling_begin(arc);
    const std::int32_t last = is_single(head) ? first + 1 : parts_->sibling_begin(arc + 1);
    const std::int32_t alone = side(word, head < word ? head + 1 : head - 1);
    policy.reduce(first_item(arc), scores.arc(arc, head, word), first, last, [&](std::int32_t part) {
      if (part == first) return Deduction{alone, empty, scores.sibling(part)};
      const std::int32_t s = parts_->sibling(part);
      return Deduction{first_item(parts_->sibling_arc(part)), join(std::min(s, word), std::max(s, word)),
                       scores.sibling(part)};
    });
  }

  template <class Policy>
  void make_sides(const Policy& policy, std::int32_t lo, std::int32_t hi) const {
    if (!is_single(lo) || hi == arcs_->words()) make_side(policy, lo, hi);
    if (lo != 0) make_side(policy, hi, lo);
  }

  template <class Policy>
  void make_side(const Policy& policy, std::int32_t head, std::int32_t end) const {
    if (!policy.wants(side(head, end))) return;
    policy.reduce(side(head, end), 0, out_->begin(head, end), out_->end(head, end), [&](std::int32_t slot) {
      return Deduction{first_item(out_->arc(slot)), side(out_->word(slot), end), 0};
    });
  }

  const ArcSet* arcs_ = nullptr;
  const OutArcs* out_ = nullptr;
  const PartSet* parts_ = nullptr;  // null: first order
  Roots roots_ = Roots::kAny;
  std::int32_t nodes_ = 0;
  std::int32_t first_join_ = 0;
  std::int32_t first_arc_ = 0;
  std::vector<std::uint8_t> asked_;  // second order, by lo and hi: a sibling part asks for the join
};

}  // namespace espalier::decoding
