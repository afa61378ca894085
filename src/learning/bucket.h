// Buckets of one cache line with a tag a slot: what the frozen tables share.
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
#include <type_traits>
#include <utility>
#include <vector>

namespace espalier::learning {

/// What one step of a 16-bit weight is worth when `most` is the largest; never 0, by which weights are divided.
inline float weight_scale(float most) noexcept { return std::max(most / 32767, std::numeric_limits<float>::min()); }

/// What a table from a file may have for a scale: anything that training makes, and nothing with which sums of weights
/// could leave the finite numbers, which decoders rely on.
inline bool is_weight_scale(float scale) noexcept { return scale > 0 && scale <= 1e20F; }

/// The line where a feature belongs, by its high half.
inline std::size_t bucket_line(std::uint64_t feature, std::uint64_t lines) noexcept {
  return static_cast<std::size_t>(((feature >> 32) * lines) >> 32);
}

/// Its low bits, never 0: that is an empty slot.
template <class Tag = std::uint16_t>
Tag bucket_tag(std::uint64_t feature) noexcept {
  const auto tag = static_cast<Tag>(feature);
  return tag == 0 ? Tag{1} : tag;
}
/// The type of the tags of a line.
template <class Line>
using TagOf = std::remove_extent_t<decltype(Line::tags)>;

/// Bit i: tags[i] is the one wanted.
template <class Tag, std::size_t N>
std::uint32_t match_tags(const Tag (&tags)[N], Tag wanted) noexcept {
  std::uint32_t bits = 0;
#if defined(__SSE2__)
  if constexpr (sizeof(Tag) == 2 && N == 16) {
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

/// Lines that a search looks at, at most. Of the lines of a table that was filled by hashes, far fewer are full in a
/// row (the chance falls by half every dozen); in one from a stranger all may be, and it shall not cost more to ask.
inline constexpr std::uint64_t kMostTries = 1000;

/// The line and slot of a feature, or a null line.
template <class Line>
std::pair<const Line*, std::size_t> find_in_buckets(const Line* lines, std::uint64_t count,
                                                    std::uint64_t feature) noexcept {
  const auto tag = bucket_tag<TagOf<Line>>(feature);
  std::size_t at = bucket_line(feature, count);
  // A damaged table may have no empty slot: never go round more than once.
  for (std::uint64_t left = std::min(count, kMostTries); left > 0; --left) {
    const Line& line = lines[at];
    if (const std::uint32_t found = match_tags(line.tags, tag)) {
      return {&line, static_cast<std::size_t>(std::countr_zero(found))};
    }
    if (*std::rbegin(line.tags) == 0) break;
    at = at + 1 == count ? 0 : at + 1;
  }
  return {nullptr, 0};
}

template <class Line>
inline constexpr std::size_t kSlotsOf = std::extent_v<decltype(Line::tags)>;

/// Lines with about kFull of the items (feature, value) each, which must be sorted by feature and distinct;
/// put(line, slot, value) stores a value.
template <class Line, std::size_t kFull = kSlotsOf<Line> * 3 / 4, class Value, class Put>
std::vector<Line> fill_buckets(const std::vector<std::pair<std::uint64_t, Value>>& items, Put&& put) {
  std::vector<Line> lines(items.size() / kFull + 1, Line{});
  for (const auto& [feature, value] : items) {
    std::size_t at = bucket_line(feature, lines.size());
    while (*std::rbegin(lines[at].tags) != 0) at = (at + 1) % lines.size();
    const auto slot = static_cast<std::size_t>(std::find(std::begin(lines[at].tags), std::end(lines[at].tags), 0) -
                                               std::begin(lines[at].tags));
    lines[at].tags[slot] = bucket_tag<TagOf<Line>>(feature);
    put(lines[at], slot, value);
  }
  return lines;
}

}  // namespace espalier::learning
