// Two tables. By value: tenths of the scale, from which the expected calibration error is made (Naeini, Cooper and
// Hauskrecht 2015). By rank: tenths of the arcs from the least confident on, since most arcs crowd into the uppermost
// tenth of the scale. Confidences have few decimals and many are equal; arcs with the same confidence have no order, so
// a border that falls among them takes a part of each: figures do not depend on the order of the file.
// Cost: O(words log words).
#include "evaluation/reliability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace espalier::evaluation {
namespace {

constexpr std::size_t kTenths = 10;

/// Arcs with one confidence.
struct Tied {
  double confidence = 0;
  double arcs = 0;
  double right = 0;
};

/// What the first `arcs` of all, in order, add up to.
struct Prefix {
  double confidence = 0;
  double right = 0;
};

std::vector<Tied> tied(const std::vector<JudgedArc>& sorted) {
  std::vector<Tied> groups;
  for (const JudgedArc& arc : sorted) {
    const double confidence = arc.confidence;
    if (groups.empty() || groups.back().confidence != confidence) groups.push_back({confidence, 0, 0});
    groups.back().arcs += 1;
    groups.back().right += arc.right ? 1 : 0;
  }
  return groups;
}

Prefix prefix_of(const std::vector<Tied>& groups, double arcs) {
  Prefix prefix;
  for (const Tied& group : groups) {
    const double part = std::min(1.0, arcs / group.arcs);
    prefix.confidence += part * group.arcs * group.confidence;
    prefix.right += part * group.right;
    arcs -= part * group.arcs;
    if (arcs <= 0) break;
  }
  return prefix;
}

void add_by_value(const std::vector<Tied>& groups, Reliability& result) {
  result.by_value.resize(kTenths);
  for (std::size_t b = 0; b < kTenths; ++b) {
    result.by_value[b].low = static_cast<double>(b) / kTenths;
    result.by_value[b].high = static_cast<double>(b + 1) / kTenths;
  }
  for (const Tied& group : groups) {
    // A float of 0.3 is a little more or less than 0.3; the thousandths that are written are what is meant.
    const double thousandths = std::round(group.confidence * 1e6) / 1e6 * kTenths;
    ConfidenceBucket& bucket = result.by_value[std::min(kTenths - 1, static_cast<std::size_t>(thousandths))];
    bucket.arcs += group.arcs;
    bucket.right += group.right;
    bucket.mean += 100 * group.confidence * group.arcs;
  }
  for (ConfidenceBucket& bucket : result.by_value) {
    if (bucket.arcs == 0) continue;
    bucket.mean /= bucket.arcs;
    result.calibration_error +=
        bucket.arcs / static_cast<double>(result.arcs) * std::abs(bucket.accuracy() - bucket.mean);
  }
}

void add_by_rank(const std::vector<Tied>& groups, Reliability& result) {
  const auto all = static_cast<double>(result.arcs);
  Prefix before;
  for (std::size_t b = 0; b < kTenths; ++b) {
    ConfidenceBucket bucket;
    bucket.low = static_cast<double>(b) / kTenths;
    bucket.high = static_cast<double>(b + 1) / kTenths;
    bucket.arcs = all / kTenths;
    const Prefix up_to = prefix_of(groups, all * bucket.high);
    bucket.right = up_to.right - before.right;
    bucket.mean = 100 * (up_to.confidence - before.confidence) / bucket.arcs;
    before = up_to;
    result.by_rank.push_back(bucket);
  }
}

}  // namespace

Reliability reliability_of(std::vector<JudgedArc> arcs) {
  Reliability result;
  if (arcs.empty()) return result;
  std::sort(arcs.begin(), arcs.end(),
            [](const JudgedArc& a, const JudgedArc& b) { return a.confidence < b.confidence; });
  const std::vector<Tied> groups = tied(arcs);
  result.arcs = arcs.size();
  for (const Tied& group : groups) result.right += static_cast<std::uint64_t>(group.right);
  add_by_value(groups, result);
  add_by_rank(groups, result);
  const double fifth = static_cast<double>(result.arcs) / 5;
  const auto wrong = static_cast<double>(result.arcs - result.right);
  if (wrong > 0) result.errors_in_fifth = 100 * (fifth - prefix_of(groups, fifth).right) / wrong;
  return result;
}

Reliability reliability_of(const Judgement& judgement) {
  std::vector<JudgedArc> arcs;
  std::uint64_t without = 0;
  for (std::size_t s = 0; s < judgement.system.words(); ++s) {
    if (judgement.counted.system[s] == 0) continue;
    const float confidence = judgement.system.confidence(s);
    if (std::isnan(confidence)) {
      ++without;
      continue;
    }
    const std::int32_t g = judgement.alignment.to_gold[s];
    arcs.push_back(
        {confidence, g != Alignment::kNone && (judgement.right[static_cast<std::size_t>(g)] & kHeadRight) != 0});
  }
  if (arcs.empty() && without > 0) {
    throw Error(ErrorKind::kInput, {judgement.system.file(), 0, 0},
                "no word says how sure its head is (Conf= in MISC; parse --confidence writes it)");
  }
  Reliability result = reliability_of(std::move(arcs));
  result.without = without;
  return result;
}

}  // namespace espalier::evaluation
