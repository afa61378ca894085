// Trained weights of many classes, as a model file holds them: for each feature a row of (class, weight).
//
// Idea as in frozen_table.h: a cache line is a bucket of ten features, each a tag of 16 bits and the place of its row.
// (A feature never seen is taken for another about once in 6,500.) Rows are sparse: a count, then the classes, then the
// weights, 16 bits each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/row_weight.h"

namespace espalier::learning {

class FrozenRows {
 public:
  FrozenRows() = default;
  /// Reads in place what freeze() made, for `classes` classes; aligned to 64. Throws Error kInput when the bytes cannot
  /// be such a table (every row is checked, so that no lookup can leave it).
  FrozenRows(std::span<const std::byte> bytes, std::uint32_t classes);

  /// REQUIRES classes below 65,536.
  static std::string freeze(std::vector<RowWeight> weights);

  /// Adds the rows of the features to `scores`, one a class.
  void add_scores(std::span<const std::uint64_t> features, float* scores) const noexcept;

  std::size_t features() const noexcept { return features_; }
  std::size_t weights() const noexcept { return weights_; }

 private:
  struct alignas(64) Line {
    std::uint16_t tags[10];
    std::uint16_t zero[2];
    std::uint32_t rows[10];
  };
  struct Header {
    std::uint64_t lines;
    std::uint64_t pool;  // 16-bit numbers
    std::uint64_t features;
    std::uint64_t weights;
    float scale;
    std::uint32_t zero[7];
  };
  static_assert(sizeof(Line) == 64 && sizeof(Header) == 64);
  const std::uint16_t* find(std::uint64_t feature) const noexcept;

  const Line* lines_ = nullptr;
  const std::uint16_t* pool_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t features_ = 0;
  std::size_t weights_ = 0;
  float scale_ = 0;
};

}  // namespace espalier::learning
