// Sums that become features on their way to a table, in blocks: all lines of a block are asked for before the first is
// read, so that waiting for memory overlaps.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "learning/bucket.h"

namespace espalier::learning {

/// A feature whose line is on its way.
template <class Line>
struct Fetched {
  const Line* line;
  std::uint16_t tag;
};

inline constexpr std::size_t kFetchBlock = 128;

/// A table of lines that adds up whole numbers. `Table`, which derives from it, has
///   void add_fetched(std::span<const Fetched<Line>>, std::int32_t* scores) const noexcept
/// which adds the rows of kFetchBlock features at most.
template <class Table, class LineType>
class FetchingTable {
 public:
  using Line = LineType;

  /// Adds the rows of the features to `scores`, in units of scale().
  void add_scores(std::span<const std::uint64_t> features, std::int32_t* scores) const noexcept {
    add_scores(features, scores, std::identity{});
  }
  /// As add_scores() for the features finish(sum) of all the sums.
  template <class Finish>
  void add_scores(std::span<const std::uint64_t> sums, std::int32_t* scores, const Finish& finish) const noexcept {
    if (count_ == 0) return;
    std::array<Fetched<Line>, kFetchBlock> fetched;
    for (; !sums.empty(); sums = sums.subspan(std::min(kFetchBlock, sums.size()))) {
      const std::size_t size = std::min(kFetchBlock, sums.size());
      for (std::size_t i = 0; i < size; ++i) fetched[i] = fetch(finish(sums[i]));
      static_cast<const Table&>(*this).add_fetched(std::span(fetched).first(size), scores);
    }
  }

  /// What one unit of a score is worth.
  float scale() const noexcept { return scale_; }
  std::uint32_t classes() const noexcept { return classes_; }
  std::size_t features() const noexcept { return features_; }
  /// Features that found no place.
  std::size_t left_out() const noexcept { return left_out_; }

 protected:
  Fetched<Line> fetch(std::uint64_t feature) const noexcept {
    const Line* line = lines_ + bucket_line(feature, count_);
    __builtin_prefetch(line);
    return {line, static_cast<std::uint16_t>(feature)};
  }

  const Line* lines_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t features_ = 0;
  std::size_t left_out_ = 0;
  float scale_ = 0;
  std::uint32_t classes_ = 0;
};

}  // namespace espalier::learning
