#include "learning/line_plan.h"

#include <algorithm>

#include "learning/bucket.h"
#include "learning/tag_match.h"

namespace espalier::learning {
namespace {

std::uint64_t tag_of(std::uint64_t feature) { return feature & kTagMask; }

/// Where the line of the feature at `begin` ends.
std::size_t line_end(std::span<const std::uint64_t> features, std::size_t begin, std::uint64_t lines) {
  const std::size_t line = bucket_line(features[begin], lines);
  std::size_t end = begin + 1;
  while (end < features.size() && bucket_line(features[end], lines) == line) ++end;
  return end;
}

std::size_t count_left_out(std::span<const std::uint64_t> features, std::size_t slots, std::uint64_t lines) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < features.size();) {
    const std::size_t end = line_end(features, i, lines);
    out += end - i > slots ? end - i - slots : 0;
    i = end;
  }
  return out;
}

std::uint64_t choose_lines(std::span<const std::uint64_t> features, std::size_t slots) {
  const std::uint64_t least = features.size() / slots + 1;
  std::uint64_t lines = least;
  // Hashes need less than twice as many; features that are all alike would never fit.
  while (lines < 2 * least && count_left_out(features, slots, lines) * 20 > features.size()) lines += lines / 50 + 1;
  return lines;
}

}  // namespace

LinePlan plan_lines(std::span<const std::uint64_t> features, std::span<const double> worth, std::size_t slots) {
  const std::uint64_t lines = choose_lines(features, slots);
  LinePlan plan;
  plan.first.reserve(lines + 1);
  std::vector<std::size_t> rank;
  for (std::size_t i = 0; i < features.size();) {
    const std::size_t end = line_end(features, i, lines);
    plan.first.resize(bucket_line(features[i], lines) + 1, plan.kept.size());
    rank.resize(end - i);
    for (std::size_t k = 0; k < rank.size(); ++k) rank[k] = i + k;
    std::stable_sort(rank.begin(), rank.end(), [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
    const auto begin = static_cast<std::ptrdiff_t>(plan.kept.size());
    for (const std::size_t at : rank) {
      const auto same_tag = [&](std::size_t other) { return tag_of(features[other]) == tag_of(features[at]); };
      if (plan.kept.size() - static_cast<std::size_t>(begin) == slots) break;
      if (std::none_of(plan.kept.begin() + begin, plan.kept.end(), same_tag)) plan.kept.push_back(at);
    }
    std::sort(plan.kept.begin() + begin, plan.kept.end());
    i = end;
  }
  plan.first.resize(lines + 1, plan.kept.size());
  return plan;
}

}  // namespace espalier::learning
