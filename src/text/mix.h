// Hashes of features and of stretches of text, made of numbers.
#pragma once

#include <bit>
#include <cstdint>

namespace espalier::text {

inline constexpr std::uint64_t kMixer = 0x9E3779B97F4A7C15;

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) noexcept {
  return (std::rotl(hash, 27) ^ value) * kMixer;
}

/// Spreads what mix() left in the high bits over all of them; never 0, which tables keep for empty places.
inline std::uint64_t finish(std::uint64_t hash) noexcept {
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93;
  hash ^= hash >> 29;
  return hash == 0 ? 1 : hash;
}

/// The feature of template `name` with the given values.
template <class... Values>
std::uint64_t feature(std::uint64_t name, Values... values) noexcept {
  std::uint64_t hash = (name + 1) * 0xA0761D6478BD642F;
  ((hash = mix(hash, static_cast<std::uint64_t>(values))), ...);
  return finish(hash);
}

}  // namespace espalier::text
