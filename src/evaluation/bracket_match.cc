// Matching: both sides are sorted by place and label and walked in step; equal runs are matched as far as the shorter
// goes.
//
// Crossing: a bracket [b, e) is crossed from the right by a gold bracket that begins inside it (b < begin < e) and ends
// beyond e, and from the left by one that ends inside it and begins before b. So two range maxima over positions answer
// for all gold brackets at once: the farthest end by beginning, the earliest beginning by end (sparse tables, O(n log
// n)).
#include "evaluation/bracket_match.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace espalier::evaluation {
namespace {

/// -1, 0 or 1.
int compare(const KeptBracket& a, const KeptBracket& b, bool labelled) {
  const auto left = std::tie(a.begin, a.end, a.gaps);
  const auto right = std::tie(b.begin, b.end, b.gaps);
  if (left != right) return left < right ? -1 : 1;
  if (!labelled || a.label == b.label) return 0;
  return a.label < b.label ? -1 : 1;
}

std::vector<std::size_t> sorted_order(const std::vector<KeptBracket>& brackets, bool labelled) {
  std::vector<std::size_t> order(brackets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return compare(brackets[a], brackets[b], labelled) < 0; });
  return order;
}

class RangeMaximum {
 public:
  explicit RangeMaximum(std::vector<std::int32_t> values) {
    levels_.push_back(std::move(values));
    for (std::size_t width = 1; 2 * width <= levels_[0].size(); width *= 2) {
      const std::vector<std::int32_t>& below = levels_.back();
      std::vector<std::int32_t> level(below.size() - width);
      for (std::size_t i = 0; i < level.size(); ++i) level[i] = std::max(below[i], below[i + width]);
      levels_.push_back(std::move(level));
    }
  }
  /// Over first..last-1. REQUIRES first < last.
  std::int32_t over(std::size_t first, std::size_t last) const {
    const auto level = static_cast<std::size_t>(std::bit_width(last - first) - 1);
    return std::max(levels_[level][first], levels_[level][last - (std::size_t{1} << level)]);
  }

 private:
  std::vector<std::vector<std::int32_t>> levels_;
};

std::size_t count_crossing_continuous(const std::vector<KeptBracket>& gold, const std::vector<KeptBracket>& system,
                                      std::size_t words) {
  constexpr std::int32_t kLowest = INT32_MIN;
  std::vector<std::int32_t> farthest_end(words + 1, kLowest);
  std::vector<std::int32_t> negated_begin(words + 1, kLowest);
  for (const KeptBracket& bracket : gold) {
    std::int32_t& end = farthest_end[static_cast<std::size_t>(bracket.begin)];
    std::int32_t& begin = negated_begin[static_cast<std::size_t>(bracket.end)];
    end = std::max(end, bracket.end);
    begin = std::max(begin, -bracket.begin);
  }
  const RangeMaximum ends(std::move(farthest_end));
  const RangeMaximum begins(std::move(negated_begin));
  return static_cast<std::size_t>(std::count_if(system.begin(), system.end(), [&](const KeptBracket& bracket) {
    if (bracket.end - bracket.begin < 2) return false;
    const auto first = static_cast<std::size_t>(bracket.begin) + 1;
    const auto last = static_cast<std::size_t>(bracket.end);
    return ends.over(first, last) > bracket.end || begins.over(first, last) > -bracket.begin;
  }));
}

std::vector<std::int32_t> words_of(const KeptBracket& bracket) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(bracket.end - bracket.begin));
  std::iota(all.begin(), all.end(), bracket.begin);
  std::vector<std::int32_t> words;
  std::set_difference(all.begin(), all.end(), bracket.gaps.begin(), bracket.gaps.end(), std::back_inserter(words));
  return words;
}

bool crosses(const KeptBracket& a, const KeptBracket& b) {
  if (a.end <= b.begin || b.end <= a.begin) return false;
  const std::vector<std::int32_t> left = words_of(a);
  const std::vector<std::int32_t> right = words_of(b);
  std::vector<std::int32_t> shared;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(shared));
  return !shared.empty() && shared.size() < left.size() && shared.size() < right.size();
}

}  // namespace

std::vector<std::size_t> matched_brackets(const std::vector<KeptBracket>& gold, const std::vector<KeptBracket>& system,
                                          bool labelled) {
  const std::vector<std::size_t> a = sorted_order(gold, labelled);
  const std::vector<std::size_t> b = sorted_order(system, labelled);
  std::vector<std::size_t> matched;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const int order = compare(gold[a[i]], system[b[j]], labelled);
    if (order == 0) matched.push_back(a[i]);
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
  return matched;
}

std::size_t count_crossing(const std::vector<KeptBracket>& gold, const std::vector<KeptBracket>& system,
                           std::size_t words) {
  const auto is_broken = [](const KeptBracket& bracket) { return !bracket.gaps.empty(); };
  if (std::none_of(gold.begin(), gold.end(), is_broken) && std::none_of(system.begin(), system.end(), is_broken)) {
    return count_crossing_continuous(gold, system, words);
  }
  return static_cast<std::size_t>(std::count_if(system.begin(), system.end(), [&gold](const KeptBracket& bracket) {
    return std::any_of(gold.begin(), gold.end(), [&](const KeptBracket& other) { return crosses(bracket, other); });
  }));
}

}  // namespace espalier::evaluation
