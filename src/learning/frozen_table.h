// Trained weights of one class, as a model file holds them: immutable, zero weights gone, read in place.
//
// Idea: a cache line is a bucket of 16 features: 16 tags of 16 bits, then 16 weights of 16 bits. A feature's high half
// picks the line, its low bits are the tag, one comparison finds it; a full line goes on in the next. So a lookup costs
// one cache line, and a feature four bytes.
// Price: a feature never seen is taken for another with probability (features in its line) / 65,536, about 1 in 5,000;
// of the features that are there, about 1 in 10,000 stands behind another of the same tag and is taken for that; and
// weights are rounded to 1/32,767 of the largest. All this costs less than shuffling the training data does
// (docs/performance.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace espalier::learning {

class FrozenTable {
 public:
  FrozenTable() = default;
  /// Reads in place what freeze() made; the bytes must outlive it and be aligned to 64. Throws Error kInput when they
  /// cannot be such a table.
  explicit FrozenTable(std::span<const std::byte> bytes);

  /// Makes the bytes of a table. The order of the weights given does not matter.
  static std::string freeze(std::vector<std::pair<std::uint64_t, float>> weights);

  /// Σ weights of the features.
  float score(std::span<const std::uint64_t> features) const noexcept;
  float weight(std::uint64_t feature) const noexcept;

  std::size_t features() const noexcept { return features_; }

 private:
  struct alignas(64) Line {
    std::uint16_t tags[16];
    std::int16_t weights[16];
  };
  struct Header {
    std::uint64_t lines;
    std::uint64_t features;
    float scale;
    std::uint32_t zero[11];
  };
  static_assert(sizeof(Line) == 64 && sizeof(Header) == 64);
  std::int32_t lookup(std::uint64_t feature) const noexcept;

  const Line* lines_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t features_ = 0;
  float scale_ = 0;
};

}  // namespace espalier::learning
