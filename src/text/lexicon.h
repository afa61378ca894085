// A table from hashes to small numbers, used where it lies in a model file: words that are known, and what is known of
// them.
//
// Idea: buckets of a cache line as in learning/bucket.h, 16 tags and 16 numbers of 16 bits. Price: what is not in the
// table is taken for something that is about once in 5,000; those who ask check that the answer makes sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "learning/bucket.h"

namespace espalier::text {

class Lexicon {
 public:
  Lexicon() = default;
  /// Reads in place what freeze() made; the bytes must outlive it and be aligned to 64. Throws Error kInput when they
  /// cannot be such a table.
  explicit Lexicon(std::span<const std::byte> bytes);

  /// REQUIRES hashes other than 0 and distinct, numbers other than 0. The order does not matter.
  static std::string freeze(std::vector<std::pair<std::uint64_t, std::uint16_t>> items);

  /// The number of a hash; 0 when it is not there.
  std::uint16_t find(std::uint64_t hash) const noexcept {
    if (lines_.empty()) return 0;
    const auto [line, slot] = learning::find_in_buckets(lines_.data(), lines_.size(), hash);
    return line == nullptr ? std::uint16_t{0} : line->values[slot];
  }
  /// The largest number in the table.
  std::uint16_t largest() const noexcept;
  bool empty() const noexcept { return lines_.empty(); }

 private:
  struct alignas(64) Line {
    std::uint16_t tags[16];
    std::uint16_t values[16];
  };
  static_assert(sizeof(Line) == 64);

  std::span<const Line> lines_;
};

}  // namespace espalier::text
