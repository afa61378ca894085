// The 64-bit string hash of the house: XXH3, the same number on every machine and in every run.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>

namespace espalier::base {

inline std::uint64_t hash(std::string_view bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }

/// Hashes of different seeds are independent of one another.
inline std::uint64_t hash(std::string_view bytes, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace espalier::base
