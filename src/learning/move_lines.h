// The lines of FrozenMoves and how their weights are added up: a cache line is S = 64 / (2 + C) tags of 16 bits, then S
// rows of C weights of 8 bits; what is left over is zero (C = 2: 16 slots; 3: 12; 4: 10).
//
// Invariant: slots fill from the front and no two of a line have the same tag. An empty slot has tag 0 and a row of
// zeros, so a feature whose tag happens to be 0 needs no special case: it meets zeros.
// add_move_lines() is branch-free a feature; it has twins for machines without SSE2 and for those with AVX2, with the
// same results.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "learning/fetch_block.h"

namespace espalier::learning {

struct alignas(64) MoveLine {
  unsigned char bytes[64];
};

template <std::size_t C>
struct MoveLayout {
  static constexpr std::size_t kSlots = sizeof(MoveLine) / (2 + C);
  static constexpr std::size_t kRows = kSlots * 2;  // where the rows begin
  static constexpr std::size_t row(std::size_t slot) noexcept { return kRows + slot * C; }
};

template <std::size_t C>
void add_move_lines_plainly(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
  for (const auto& [line, tag] : features) {
    std::uint16_t tags[MoveLayout<C>::kSlots];
    std::memcpy(tags, line->bytes, sizeof tags);
    const auto found = static_cast<std::size_t>(std::find(std::begin(tags), std::end(tags), tag) - std::begin(tags));
    if (found == std::size(tags)) continue;
    for (std::size_t c = 0; c < C; ++c) {
      scores[c] += static_cast<std::int8_t>(line->bytes[MoveLayout<C>::row(found) + c]);
    }
  }
}

#if defined(__SSE2__)

// Sums of a block are 16 bits wide.
static_assert(kFetchBlock * 128 <= 1 << 15);

struct MoveMatch {
  __m128i low;   // slots 0-7
  __m128i high;  // 8-15
};

/// The slots whose tags are the feature's.
inline MoveMatch match_move_tags(const Fetched<MoveLine>& feature) noexcept {
  const __m128i key = _mm_set1_epi16(static_cast<short>(feature.tag));
  const auto* tags = reinterpret_cast<const __m128i*>(feature.line->bytes);
  return {_mm_cmpeq_epi16(_mm_load_si128(tags), key), _mm_cmpeq_epi16(_mm_load_si128(tags + 1), key)};
}

/// Adds up each of two vectors into scores[0] and scores[1].
inline void add_pair_sums(__m128i first, __m128i second, std::int32_t* scores) noexcept {
  const __m128i ones = _mm_set1_epi16(1);
  alignas(16) std::int32_t sums[2][4];
  _mm_store_si128(reinterpret_cast<__m128i*>(sums[0]), _mm_madd_epi16(first, ones));
  _mm_store_si128(reinterpret_cast<__m128i*>(sums[1]), _mm_madd_epi16(second, ones));
  for (std::size_t c = 0; c < 2; ++c) scores[c] += sums[c][0] + sums[c][1] + sums[c][2] + sums[c][3];
}

/// Rows of two weights are as wide as tags: the masks that the comparison gives cut the row out of the line, and no
/// slot number is needed.
inline void add_move_pairs(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
  __m128i first = _mm_setzero_si128();
  __m128i second = _mm_setzero_si128();
  for (const Fetched<MoveLine>& feature : features) {
    const auto [low, high] = match_move_tags(feature);
    const auto* rows = reinterpret_cast<const __m128i*>(feature.line->bytes + MoveLayout<2>::kRows);
    const __m128i row =
        _mm_or_si128(_mm_and_si128(low, _mm_load_si128(rows)), _mm_and_si128(high, _mm_load_si128(rows + 1)));
    first = _mm_add_epi16(first, _mm_srai_epi16(_mm_slli_epi16(row, 8), 8));
    second = _mm_add_epi16(second, _mm_srai_epi16(row, 8));
  }
  add_pair_sums(first, second, scores);
}

/// add_move_pairs() with vectors as long as all tags of a line.
[[gnu::target("avx2")]] inline void add_move_pairs_avx2(std::span<const Fetched<MoveLine>> features,
                                                        std::int32_t* scores) noexcept {
  __m256i first = _mm256_setzero_si256();
  __m256i second = _mm256_setzero_si256();
  for (const Fetched<MoveLine>& feature : features) {
    const auto* line = reinterpret_cast<const __m256i*>(feature.line->bytes);
    const __m256i found =
        _mm256_cmpeq_epi16(_mm256_load_si256(line), _mm256_set1_epi16(static_cast<short>(feature.tag)));
    const __m256i row = _mm256_and_si256(found, _mm256_load_si256(line + 1));
    first = _mm256_add_epi16(first, _mm256_srai_epi16(_mm256_slli_epi16(row, 8), 8));
    second = _mm256_add_epi16(second, _mm256_srai_epi16(row, 8));
  }
  const auto halves = [](__m256i sum) __attribute__((target("avx2"))) {
    return _mm_add_epi16(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  };
  add_pair_sums(halves(first), halves(second), scores);
}

inline const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;

/// Rows of three or four weights: the slot's number leads to the row; one past the last slot stand the zeros that a
/// feature not found adds.
template <std::size_t C>
void add_move_rows(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
  using Layout = MoveLayout<C>;
  static_assert(Layout::row(Layout::kSlots) + sizeof(int) <= sizeof(MoveLine));
  constexpr std::uint32_t kEnd = 1U << Layout::kSlots;
  __m128i sums = _mm_setzero_si128();
  for (const Fetched<MoveLine>& feature : features) {
    const auto [low, high] = match_move_tags(feature);
    // Bits from kEnd on come of weights that were compared as if they were tags.
    const auto found = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high))) | kEnd;
    int row = 0;
    std::memcpy(&row, feature.line->bytes + Layout::row(static_cast<std::size_t>(std::countr_zero(found))), sizeof row);
    const __m128i bytes = _mm_cvtsi32_si128(row);
    sums = _mm_add_epi16(sums, _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8));
  }
  alignas(16) std::int16_t out[8];
  _mm_store_si128(reinterpret_cast<__m128i*>(out), sums);
  for (std::size_t c = 0; c < C; ++c) scores[c] += out[c];
}

#endif

/// Adds to `scores` the rows of the features, C of 2..4 numbers each. REQUIRES kFetchBlock features at most.
template <std::size_t C>
void add_move_lines(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
#if defined(__SSE2__)
  if constexpr (C == 2) {
    kHasAvx2 ? add_move_pairs_avx2(features, scores) : add_move_pairs(features, scores);
  } else {
    add_move_rows<C>(features, scores);
  }
#else
  add_move_lines_plainly<C>(features, scores);
#endif
}

}  // namespace espalier::learning
