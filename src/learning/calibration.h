// From scores to probabilities that mean what they say: of the answers given with 0.8, eight in ten are right.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace espalier::learning {

/// One observation: the score of an answer and whether it was right (1 or 0, or anything between for averages).
struct Judged {
  double score = 0;
  double right = 0;
  double weight = 1;
};

/// A table from scores to probabilities, never falling. Immutable.
class Calibration {
 public:
  struct Point {
    double score;
    double probability;
    bool operator==(const Point&) const = default;
  };

  /// The never-falling function nearest to the outcomes in squares: isotonic regression. Throws Error kUsage for no
  /// outcomes, and for those that are not numbers or whose `right` is not in 0..1 or whose weight is not positive.
  static Calibration fit(std::vector<Judged> outcomes);
  /// From the points() of another. Throws Error kInput when they are none, do not rise in score, fall in probability,
  /// or leave 0..1.
  explicit Calibration(std::vector<Point> points);

  /// Linear between points; beyond them as the nearest. Scores that are not numbers are taken for the lowest.
  double probability(double score) const noexcept;
  const std::vector<Point>& points() const noexcept { return points_; }

 private:
  std::vector<Point> points_;
};

/// The answers whose confidence lies in [low, high); the last bucket has its upper end in it.
struct Bucket {
  double low = 0;
  double high = 0;
  std::size_t count = 0;
  double confidence = 0;  ///< the mean of those in it; 0 when there are none
  double accuracy = 0;    ///< the share of right ones; 0 when there are none
};

struct BucketTable {
  std::vector<Bucket> buckets;
  double expected_error = 0;  ///< |confidence - accuracy|, averaged over the answers: the expected calibration error
  double largest_error = 0;   ///< of the buckets that are not empty
};

/// `outcomes`: score is the confidence, in 0..1; weights do not count. Throws Error kUsage for others, or no buckets.
BucketTable bucket_table(std::span<const Judged> outcomes, std::size_t buckets = 10);

}  // namespace espalier::learning
