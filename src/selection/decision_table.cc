#include "selection/decision_table.h"

#include <algorithm>

namespace espalier::selection {
namespace {

constexpr std::size_t kEnough = 2;  // other decisions, for a cell to be asked
constexpr std::uint32_t kNoClass = 0xFFFF'FFFF;
const TermSet kMenuAlone;

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

TableAnswers TableCounter::table(const TermSet& item, std::span<const double> weights) {
  said_.assign(decisions_.size(), kNoClass);
  answer(item, weights, item.empty() ? 0 : kEnough);
  return {said_.begin(), said_.end()};  // kNoClass becomes kNotTold
}

std::span<const std::uint32_t> TableCounter::predict(std::span<const TermSet> group, std::span<const double> weights,
                                                     const KnownTables& known) {
  static_assert(static_cast<std::uint16_t>(kNoClass) == kNotTold);
  said_.assign(decisions_.size(), kNoClass);
  std::vector<const TermSet*> order;
  for (const TermSet& item : group) order.push_back(&item);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->size() > b->size(); });
  order.push_back(&kMenuAlone);
  for (const TermSet* item : order) {
    if (const auto found = known.find(*item); found != known.end()) {
      for (std::size_t i = 0; i < said_.size(); ++i) {
        if (said_[i] == kNoClass && found->second[i] != kNotTold) said_[i] = found->second[i];
      }
    } else {
      answer(*item, weights, item->empty() ? 0 : kEnough);
    }
  }
  return said_;
}

}  // namespace espalier::selection
