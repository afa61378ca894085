// Tags of 24 bits, as lines of frozen tables have them: the low 16 bits of all slots, and apart from these the next 8.
//
// A line is chosen by the high half of a feature, a slot by the tag, so a feature that is not there is taken for one of
// the S that are with probability S / 2^24. (16 bits were too few: of the features that never became part of a table
// some occur in every sentence, and one of a few thousand of these would meet a stranger's weights each time.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/vectors.h"

namespace espalier::learning {

inline constexpr std::uint64_t kTagMask = 0xFFFFFF;

inline std::uint16_t low_tag(std::uint64_t feature) noexcept { return static_cast<std::uint16_t>(feature); }
inline std::uint8_t high_tag(std::uint64_t feature) noexcept { return static_cast<std::uint8_t>(feature >> 16); }

/// match_tags() for any machine.
inline std::uint32_t match_tags_plainly(const unsigned char* low, const unsigned char* high,
                                        std::uint64_t feature) noexcept {
  std::uint32_t bits = 0;
  for (std::size_t slot = 0; slot < 16; ++slot) {
    std::uint16_t tag = 0;
    std::memcpy(&tag, low + slot * sizeof tag, sizeof tag);
    bits |= tag == low_tag(feature) && high[slot] == high_tag(feature) ? 1U << slot : 0U;
  }
  return bits;
}

/// Bit i: slot i of 16 has the tag of the feature. Reads 32 bytes of low and 16 of high parts: a line with fewer slots
/// takes no notice of the other bits.
[[gnu::always_inline]] inline std::uint32_t match_tags(const unsigned char* low, const unsigned char* high,
                                                       std::uint64_t feature) noexcept {
#if defined(__SSE2__)
  const auto load = [](const unsigned char* from) __attribute__((always_inline)) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  const __m128i wanted = _mm_set1_epi16(static_cast<short>(low_tag(feature)));
  const __m128i first = _mm_cmpeq_epi16(load(low), wanted);
  const __m128i second = _mm_cmpeq_epi16(load(low + 16), wanted);
  const __m128i more = _mm_cmpeq_epi8(load(high), _mm_set1_epi8(static_cast<char>(high_tag(feature))));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_and_si128(_mm_packs_epi16(first, second), more)));
#else
  return match_tags_plainly(low, high, feature);
#endif
}

}  // namespace espalier::learning
