// Hashes to small numbers, as a model file holds them: what a dictionary of words is when nobody asks for the words.
//
// Idea as in bucket.h, with tags of 32 bits: a key that is not there is taken for another about once in 400 million.
// A line of 64 bytes has ten tags and ten numbers of 16 bits. Invariant as there: slots fill from the front, and a full
// line flows over into the next, so a search ends at the first line that is not full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace espalier::learning {

class FrozenMap {
 public:
  using Item = std::pair<std::uint64_t, std::uint16_t>;

  FrozenMap() = default;
  /// Reads in place what freeze() made; the bytes must outlive it and be aligned to 64. Throws Error kInput when they
  /// cannot be such a map, or have a number that is not below `bound`.
  FrozenMap(std::span<const std::byte> bytes, std::uint32_t bound);

  /// The order given does not matter. REQUIRES no key twice.
  static std::string freeze(std::vector<Item> items);

  /// The number of a key, or -1.
  std::int32_t find(std::uint64_t key) const noexcept;
  std::size_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t kSlots = 10;
  struct alignas(64) Line {
    std::uint32_t tags[kSlots];
    std::uint16_t numbers[kSlots];
    std::uint32_t zero;
  };
  static_assert(sizeof(Line) == 64);
  static std::uint32_t tag_of(std::uint64_t key) noexcept;

  const Line* lines_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t size_ = 0;
};

}  // namespace espalier::learning
