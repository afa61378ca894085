// What all projective charts share: the order of spans, and the ways of reading a chart.
//
// A chart (span_chart.h, grand_chart.h) is a grammar: it numbers its items and lists, in an order in which parts come
// before wholes, the ways of making each item from two others. It knows no algorithm. An algorithm is a policy whose
// reduce() the chart calls once an item, with the item's fixed weight, the range of its deductions and a function from
// a deduction's index to its two antecedents and its weight. A policy says whether it wants parts first or wholes
// first.
//
//   Best         parts first   the score of the best derivation of each item, and its last deduction
//   Trace        wholes first  which items the best derivation of the goal uses
//   Inside       parts first   log of the sum over derivations of exp(score)
//   Expectation  wholes first  the probability that an item is used: the gradient of Inside (backpropagation), which
//                              does away with outside scores
//
// Every tree over the arcs has exactly one derivation in every chart, so sums over derivations are sums over trees.
// Items that no derivation makes hold −infinity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace espalier::decoding {

inline constexpr double kImpossible = -std::numeric_limits<double>::infinity();

/// An item from two others. Where one is enough the other is an item of value 0.
struct Deduction {
  std::int32_t left;
  std::int32_t right;
  double weight;
};

/// Calls visit(lo, hi) for all 0 ≤ lo < hi ≤ words, spans after the spans inside them, or in the very opposite order.
template <bool kPartsFirst, class Visit>
void each_span(std::int32_t words, const Visit& visit) {
  for (std::int32_t i = 0; i < words; ++i) {
    const std::int32_t hi = kPartsFirst ? i + 1 : words - i;
    for (std::int32_t j = 0; j < hi; ++j) visit(kPartsFirst ? hi - 1 - j : j, hi);
  }
}

struct Best {
  static constexpr bool kPartsFirst = true;
  double* value;
  std::int32_t* back;

  static constexpr bool wants(std::int32_t) noexcept { return true; }
  /// Of equal deductions the first.
  template <class Deduce>
  void reduce(std::int32_t item, double weight, std::int32_t first, std::int32_t last, const Deduce& deduce) const {
    double best = kImpossible;
    std::int32_t at = first;
    for (std::int32_t k = first; k < last; ++k) {
      const Deduction d = deduce(k);
      const double score = value[d.left] + value[d.right] + d.weight;
      at = score > best ? k : at;  // no branch: which of them is best cannot be foreseen
      best = score > best ? score : best;
    }
    value[item] = best + weight;
    back[item] = at;
  }
};

struct Trace {
  static constexpr bool kPartsFirst = false;
  const std::int32_t* back;
  std::uint8_t* used;

  bool wants(std::int32_t item) const noexcept { return used[item] != 0; }
  template <class Deduce>
  void reduce(std::int32_t item, double, std::int32_t, std::int32_t, const Deduce& deduce) const {
    if (!wants(item)) return;
    const Deduction d = deduce(back[item]);
    used[d.left] = 1;
    used[d.right] = 1;
  }
};

struct Inside {
  static constexpr bool kPartsFirst = true;
  double* value;

  static constexpr bool wants(std::int32_t) noexcept { return true; }
  template <class Deduce>
  void reduce(std::int32_t item, double weight, std::int32_t first, std::int32_t last, const Deduce& deduce) const {
    const auto score = [&](std::int32_t k) {
      const Deduction d = deduce(k);
      return value[d.left] + value[d.right] + d.weight;
    };
    if (last - first == 1) {
      value[item] = score(first) + weight;
      return;
    }
    double best = kImpossible;
    for (std::int32_t k = first; k < last; ++k) best = std::max(best, score(k));
    if (best == kImpossible) {
      value[item] = kImpossible;
      return;
    }
    double sum = 0;
    for (std::int32_t k = first; k < last; ++k) sum += std::exp(score(k) - best);
    value[item] = best + std::log(sum) + weight;
  }
};

struct Expectation {
  static constexpr bool kPartsFirst = false;
  /// Less than this is nothing: far below what a float near 1 can hold, even when a million items lose it.
  static constexpr double kNothing = 1e-16;
  const double* value;
  double* expectation;

  bool wants(std::int32_t item) const noexcept { return expectation[item] >= kNothing; }
  template <class Deduce>
  void reduce(std::int32_t item, double weight, std::int32_t first, std::int32_t last, const Deduce& deduce) const {
    if (!wants(item)) return;
    const double share = expectation[item];
    for (std::int32_t k = first; k < last; ++k) {
      const Deduction d = deduce(k);
      const double score = value[d.left] + value[d.right] + d.weight + weight;
      const double part = last - first == 1 ? share : share * std::exp(score - value[item]);
      expectation[d.left] += part;
      expectation[d.right] += part;
    }
  }
};

}  // namespace espalier::decoding
