// Hashes to small numbers, as a model file holds them: what a dictionary of words is when nobody asks for the words.
//
// Idea and invariant as in bucket.h; a line of 64 bytes has tags and numbers of 16 bits. The tag is the choice: with 32
// bits a key costs seven bytes, and one that is not there is taken for another about once in 400 million; with 16 bits
// it costs five, and that happens about once in 5,000, at times to a key that is there, so those who ask must check
// that the answer makes sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "learning/bucket.h"

namespace espalier::learning {

/// `Tag`: std::uint16_t or std::uint32_t.
template <class Tag>
class FrozenMap {
 public:
  using Item = std::pair<std::uint64_t, std::uint16_t>;
  /// No number is beyond it.
  static constexpr std::uint32_t kAnyNumber = 0x10000;

  FrozenMap() = default;
  /// Reads in place what freeze() made, or nothing at all; the bytes must outlive it and be aligned to 64. Throws Error
  /// kInput when they cannot be such a map, or have a number that is not below `bound`.
  FrozenMap(std::span<const std::byte> bytes, std::uint32_t bound);

  /// The order given does not matter. REQUIRES no key twice.
  static std::string freeze(std::vector<Item> items);

  /// The number of a key, or -1.
  std::int32_t find(std::uint64_t key) const noexcept {
    const auto [line, slot] = find_in_buckets(lines_.data(), lines_.size(), key);
    return line == nullptr ? -1 : line->numbers[slot];
  }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }

 private:
  static constexpr std::size_t kSlots = 64 / (sizeof(Tag) + sizeof(std::uint16_t));
  struct alignas(64) Line {
    Tag tags[kSlots];
    std::uint16_t numbers[(64 - kSlots * sizeof(Tag)) / sizeof(std::uint16_t)];  // what is left over is 0
  };
  static_assert(sizeof(Line) == 64);

  std::span<const Line> lines_;
  std::size_t size_ = 0;
};

extern template class FrozenMap<std::uint16_t>;
extern template class FrozenMap<std::uint32_t>;

}  // namespace espalier::learning
