// Isotonic regression by pooling adjacent violators.
//
// Idea: go through the outcomes by score, each a block of its own; as long as a block's mean is not above that of the
// block before it, the two become one. Invariant: the means of the blocks so far rise, and each is the best constant
// for its stretch. Equal scores are one block from the start, since a function gives them one value.
// Cost: sorting, then linear: a block is pooled away once. The function is flat within a block and linear between them,
// so a block needs the points at its two ends only.
// Papers: Ayer, Brunk, Ewing, Reid and Silverman 1955; Zadrozny and Elkan 2002 (for probabilities); Naeini, Cooper and
// Hauskrecht 2015 (expected calibration error).
#include "learning/calibration.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "espalier/error.h"

namespace espalier::learning {
namespace {

struct Block {
  double low;
  double high;
  double sum;
  double weight;
  double mean() const noexcept { return sum / weight; }
  void take(const Block& next) noexcept {
    high = next.high;
    sum += next.sum;
    weight += next.weight;
  }
};

bool is_share(double value) noexcept { return value >= 0 && value <= 1; }

void require_usable(const std::vector<Judged>& outcomes) {
  if (outcomes.empty()) throw Error(ErrorKind::kUsage, "calibration needs outcomes to learn from");
  for (const Judged& outcome : outcomes) {
    const bool is_weight = std::isfinite(outcome.weight) && outcome.weight > 0;
    if (!std::isfinite(outcome.score) || !is_share(outcome.right) || !is_weight) {
      throw Error(ErrorKind::kUsage, "calibration: an outcome has a score, a weight above 0, and is right from 0 to 1");
    }
  }
}

std::vector<Block> blocks_of_equal_scores(const std::vector<Judged>& sorted) {
  std::vector<Block> out;
  for (const Judged& outcome : sorted) {
    const Block one{outcome.score, outcome.score, outcome.right * outcome.weight, outcome.weight};
    if (!out.empty() && out.back().high == outcome.score) {
      out.back().take(one);
    } else {
      out.push_back(one);
    }
  }
  return out;
}

std::vector<Block> pool_violators(const std::vector<Block>& blocks) {
  std::vector<Block> out;
  for (Block block : blocks) {
    while (!out.empty() && out.back().mean() >= block.mean()) {
      out.back().take(block);
      block = out.back();
      out.pop_back();
    }
    out.push_back(block);
  }
  return out;
}

/// The last bucket that begins at or below the confidence; by their ends, since 0.29 · 100 is less than 29.
Bucket& bucket_of(double confidence, std::vector<Bucket>& buckets) noexcept {
  const auto above = std::upper_bound(buckets.begin(), buckets.end(), confidence,
                                      [](double value, const Bucket& bucket) { return value < bucket.low; });
  return *(above - 1);
}

}  // namespace

Calibration Calibration::fit(std::vector<Judged> outcomes) {
  require_usable(outcomes);
  // By all fields, so that sums do not depend on the order in which outcomes came.
  std::sort(outcomes.begin(), outcomes.end(), [](const Judged& a, const Judged& b) {
    return std::tie(a.score, a.right, a.weight) < std::tie(b.score, b.right, b.weight);
  });
  std::vector<Point> points;
  for (const Block& block : pool_violators(blocks_of_equal_scores(outcomes))) {
    const double mean = std::min(block.mean(), 1.0);  // rounding
    points.push_back({block.low, mean});
    if (block.high > block.low) points.push_back({block.high, mean});
  }
  return Calibration(std::move(points));
}

Calibration::Calibration(std::vector<Point> points) : points_(std::move(points)) {
  bool is_good = !points_.empty();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    is_good = is_good && std::isfinite(points_[i].score) && is_share(points_[i].probability);
    if (i == 0) continue;
    is_good = is_good && points_[i - 1].score < points_[i].score;
    is_good = is_good && points_[i - 1].probability <= points_[i].probability;
  }
  if (!is_good) throw Error(ErrorKind::kInput, "a calibration table must rise from 0 to 1");
}

double Calibration::probability(double score) const noexcept {
  if (!(score > points_.front().score)) return points_.front().probability;
  const auto above = std::upper_bound(points_.begin(), points_.end(), score,
                                      [](double value, const Point& point) { return value < point.score; });
  if (above == points_.end()) return points_.back().probability;
  const Point& low = *(above - 1);
  // In this form the result cannot leave the two probabilities, and is exact at the points.
  return std::lerp(low.probability, above->probability, (score - low.score) / (above->score - low.score));
}

BucketTable bucket_table(std::span<const Judged> outcomes, std::size_t buckets) {
  if (buckets == 0) throw Error(ErrorKind::kUsage, "a table of confidences needs a bucket");
  BucketTable out;
  out.buckets.resize(buckets);
  for (std::size_t i = 0; i < buckets; ++i) {
    out.buckets[i].low = static_cast<double>(i) / static_cast<double>(buckets);
    out.buckets[i].high = static_cast<double>(i + 1) / static_cast<double>(buckets);
  }
  for (const Judged& outcome : outcomes) {
    if (!is_share(outcome.score) || !is_share(outcome.right)) {
      throw Error(ErrorKind::kUsage, "a table of confidences takes confidences from 0 to 1");
    }
    Bucket& bucket = bucket_of(outcome.score, out.buckets);
    ++bucket.count;
    bucket.confidence += outcome.score;
    bucket.accuracy += outcome.right;
  }
  for (Bucket& bucket : out.buckets) {
    if (bucket.count == 0) continue;
    const auto count = static_cast<double>(bucket.count);
    const double error = std::abs(bucket.confidence - bucket.accuracy);
    out.expected_error += error / static_cast<double>(outcomes.size());
    out.largest_error = std::max(out.largest_error, error / count);
    bucket.confidence /= count;
    bucket.accuracy /= count;
  }
  return out;
}

}  // namespace espalier::learning
