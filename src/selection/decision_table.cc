#include "selection/decision_table.h"

#include <algorithm>

namespace espalier::selection {
namespace {

constexpr std::size_t kEnough = 2;  // other decisions, for a cell to be asked
constexpr std::uint32_t kNoClass = 0xFFFF'FFFF;

}  // namespace

void TableCounter::answer_cell(std::span<const std::uint32_t> cell, std::span<const double> weights) {
  std::uint32_t best = kNoClass;
  std::uint32_t second = kNoClass;
  const auto is_heavier = [&](std::uint32_t label, std::uint32_t other) {
    if (other == kNoClass || sums_[label] != sums_[other]) return other == kNoClass || sums_[label] > sums_[other];
    return label < other;
  };
  for (const std::uint32_t i : cell) sums_[decisions_.right(i)] += weights[i];
  for (const std::uint32_t i : cell) {
    const std::uint32_t label = decisions_.right(i);
    if (label == best || label == second) continue;
    if (is_heavier(label, best)) {
      second = best;
      best = label;
    } else if (is_heavier(label, second)) {
      second = label;
    }
  }
  for (const std::uint32_t i : cell) {
    if (said_[i] != kNoClass) continue;
    const bool falls = second != kNoClass && decisions_.right(i) == best && sums_[best] - weights[i] < sums_[second];
    said_[i] = falls ? second : best;
  }
  for (const std::uint32_t i : cell) sums_[decisions_.right(i)] = 0;
}

void TableCounter::answer(const TermSet& item, std::span<const double> weights, std::size_t least) {
  blocks_.visit(item, [&](std::span<const std::uint32_t> cell) {
    if (cell.size() > least) answer_cell(cell, weights);
  });
}

std::span<const std::uint32_t> TableCounter::predict(std::span<const TermSet> group, std::span<const double> weights) {
  said_.assign(decisions_.size(), kNoClass);
  std::vector<const TermSet*> order;
  for (const TermSet& item : group) order.push_back(&item);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->size() > b->size(); });
  for (const TermSet* item : order) answer(*item, weights, kEnough);
  answer({}, weights, 0);
  return said_;
}

}  // namespace espalier::selection
