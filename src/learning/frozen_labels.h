// Trained weights of many classes in little room: what a transition parser asks once an arc is made, for its label.
//
// Idea: rows are sparse, a class and a weight of 8 bits each (byte_scale.h; classes have 16 bits where there are more
// than 256). A cache line is a bucket of 15 features: 15 tags of 24 bits (tag_match.h), the sizes of their 15 rows, and
// where the line's rows begin, one after the other; so a feature costs five bytes and its row. As in frozen_moves.h a
// line does not overflow, the smallest rows are left out, one in twenty at most, and sums are integers.
// FrozenRows is the table for weights that need 16 bits and for sums that go on in float.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "learning/fetch_block.h"
#include "learning/row_weight.h"

namespace espalier::learning {

/// Fifteen features.
struct alignas(64) LabelLine {
  unsigned char low_tags[30];
  unsigned char high_tags[15];
  std::uint8_t sizes[15];
  std::uint32_t rows;
};

class FrozenLabels : public FetchingTable<FrozenLabels, LabelLine> {
 public:
  FrozenLabels() = default;
  /// Reads in place what freeze() made for as many classes; the bytes must outlive it and be aligned to 64. Throws
  /// Error kInput when they cannot be such a table (every row is checked, so that no lookup can leave it).
  FrozenLabels(std::span<const std::byte> bytes, std::uint32_t classes);

  /// Makes the bytes of a table. The order given does not matter. A row keeps its 255 largest weights.
  /// REQUIRES classes at most 65,536, labels below classes, no feature and class twice.
  static std::string freeze(std::vector<RowWeight> weights, std::uint32_t classes);

  /// Scores are one a class.
  void add_fetched(std::span<const Fetched<LabelLine>> features, std::int32_t* scores) const noexcept;

  std::size_t weights() const noexcept { return weights_; }

 private:
  static constexpr std::size_t kSlots = std::extent_v<decltype(LabelLine::sizes)>;
  struct Header {
    std::uint64_t lines;
    std::uint64_t pool;  // entries
    std::uint64_t features;
    std::uint64_t weights;
    std::uint64_t left_out;
    float scale;
    std::uint32_t classes;
    std::uint32_t zero[4];
  };
  static_assert(sizeof(Line) == 64 && sizeof(Header) == 64);
  template <class Label>
  struct Entry {
    Label label;
    std::int8_t weight;
  };
  struct Row {
    std::uint32_t first;
    std::uint32_t size;
  };

  template <class Label>
  class Adder;

  template <class Label>
  static std::string freeze_as(std::vector<RowWeight> weights, std::uint32_t classes);
  template <class Label>
  void check(std::uint64_t entries) const;
  template <class Label>
  void add(std::span<const Fetched<Line>> features, std::int32_t* scores) const noexcept;
  template <class Label>
  void add_avx2(std::span<const Fetched<Line>> features, std::int32_t* scores) const noexcept;
  template <class Label>
  void add_rows(std::span<const Fetched<Line>> features, std::int32_t* scores) const noexcept;
  static Row find(const Line& line, std::uint64_t feature) noexcept;

  const std::byte* pool_ = nullptr;
  std::size_t weights_ = 0;
};

}  // namespace espalier::learning
