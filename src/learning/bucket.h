// Buckets of one cache line with 16-bit tags: what the frozen tables share.
//
// Invariant: a line's slots fill from the front; a feature stands in its own line or, when that is full, in the first
// line after it that was not; so a search may stop at the first line whose last slot is empty.
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace espalier::learning {

/// What one step of a 16-bit weight is worth when `most` is the largest; never 0, by which weights are divided.
inline float weight_scale(float most) noexcept { return std::max(most / 32767, std::numeric_limits<float>::min()); }

/// The line where a feature belongs, by its high half.
inline std::size_t bucket_line(std::uint64_t feature, std::uint64_t lines) noexcept {
  return static_cast<std::size_t>(((feature >> 32) * lines) >> 32);
}

/// Its low bits, never 0: that is an empty slot.
inline std::uint16_t bucket_tag(std::uint64_t feature) noexcept {
  const auto tag = static_cast<std::uint16_t>(feature);
  return tag == 0 ? std::uint16_t{1} : tag;
}

/// Bit i: tags[i] is the one wanted.
template <std::size_t N>
std::uint32_t match_tags(const std::uint16_t (&tags)[N], std::uint16_t wanted) noexcept {
  std::uint32_t bits = 0;
#if defined(__SSE2__)
  if constexpr (N == 16) {
    const __m128i key = _mm_set1_epi16(static_cast<short>(wanted));
    const __m128i low = _mm_cmpeq_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(tags)), key);
    const __m128i high = _mm_cmpeq_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(tags + 8)), key);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
  }
#endif
  for (std::uint32_t i = 0; i < N; ++i) bits |= tags[i] == wanted ? 1U << i : 0U;
  return bits;
}

/// Puts values behind the bytes of a table.
template <class Value>
void append_values(std::string& bytes, std::span<const Value> values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

/// The line and slot of a feature, or a null line.
template <class Line>
std::pair<const Line*, std::size_t> find_in_buckets(const Line* lines, std::uint64_t count,
                                                    std::uint64_t feature) noexcept {
  const std::uint16_t tag = bucket_tag(feature);
  std::size_t at = bucket_line(feature, count);
  // A damaged table may have no empty slot: never go round more than once.
  for (std::uint64_t tried = 0; tried < count; ++tried) {
    const Line& line = lines[at];
    if (const std::uint32_t found = match_tags(line.tags, tag)) {
      return {&line, static_cast<std::size_t>(std::countr_zero(found))};
    }
    if (*std::rbegin(line.tags) == 0) break;
    at = at + 1 == count ? 0 : at + 1;
  }
  return {nullptr, 0};
}

/// Lines about three quarters full of the items (feature, value), which must be sorted by feature and distinct;
/// put(line, slot, value) stores a value.
template <class Line, class Value, class Put>
std::vector<Line> fill_buckets(const std::vector<std::pair<std::uint64_t, Value>>& items, Put&& put) {
  constexpr std::size_t kSlots = std::size(decltype(Line::tags){});
  std::vector<Line> lines(items.size() / (kSlots * 3 / 4) + 1, Line{});
  for (const auto& [feature, value] : items) {
    std::size_t at = bucket_line(feature, lines.size());
    while (*std::rbegin(lines[at].tags) != 0) at = (at + 1) % lines.size();
    const auto slot = static_cast<std::size_t>(std::find(std::begin(lines[at].tags), std::end(lines[at].tags), 0) -
                                               std::begin(lines[at].tags));
    lines[at].tags[slot] = bucket_tag(feature);
    put(lines[at], slot, value);
  }
  return lines;
}

}  // namespace espalier::learning
