// The lines of FrozenMoves and how their weights are added up: a cache line is S = 60 / (3 + C) slots: the high parts
// of their tags (8 bits each), the low parts (16 bits), then S rows of C weights of 8 bits; what is left over is zero,
// four bytes at least (C = 2: 12 slots; 3: 10; 4: 8).
//
// Invariant: slots fill from the front and no two of a line have the same tag. An empty slot has tag 0 and a row of
// zeros, so a feature whose tag happens to be 0 needs no special case: it meets zeros.
// add_move_lines() is branch-free a feature; it has twins for machines without SSE2 and for those with AVX2, with the
// same results.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "learning/fetch_block.h"
#include "learning/tag_match.h"

namespace espalier::learning {

struct alignas(64) MoveLine {
  unsigned char bytes[64];
};

template <std::size_t C>
struct MoveLayout {
  static constexpr std::size_t kSlots = (sizeof(MoveLine) - 4) / (3 + C);
  static constexpr std::size_t kLowTags = kSlots;
  static constexpr std::size_t kRows = kSlots * 3;
  static constexpr std::size_t low_tag(std::size_t slot) noexcept { return kLowTags + slot * 2; }
  static constexpr std::size_t row(std::size_t slot) noexcept { return kRows + slot * C; }
  // What is read beyond the slots is part of the line.
  static_assert(kLowTags + 32 <= sizeof(MoveLine) && row(kSlots) + 4 <= sizeof(MoveLine));
};

template <std::size_t C>
void add_move_lines_plainly(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
  using Layout = MoveLayout<C>;
  for (const auto& [line, feature] : features) {
    const unsigned char* bytes = line->bytes;
    const std::uint32_t found = match_tags_plainly(bytes + Layout::kLowTags, bytes, feature) | 1U << Layout::kSlots;
    const std::size_t row = Layout::row(static_cast<std::size_t>(std::countr_zero(found)));
    for (std::size_t c = 0; c < C; ++c) scores[c] += static_cast<std::int8_t>(bytes[row + c]);
  }
}

#if defined(__SSE2__)

// Sums of a block are 16 bits wide.
static_assert(kFetchBlock * 128 <= 1 << 15);

/// The slot's number leads to the row; one past the last slot stand the zeros that a feature not found adds.
template <std::size_t C>
[[gnu::always_inline]] inline void add_move_rows(std::span<const Fetched<MoveLine>> features,
                                                 std::int32_t* scores) noexcept {
  using Layout = MoveLayout<C>;
  __m128i sums = _mm_setzero_si128();
  for (const Fetched<MoveLine>& each : features) {
    const unsigned char* bytes = each.line->bytes;
    // Bits beyond the slots come of weights that were compared as if they were tags.
    const std::uint32_t found = match_tags(bytes + Layout::kLowTags, bytes, each.feature) | 1U << Layout::kSlots;
    int row = 0;
    std::memcpy(&row, bytes + Layout::row(static_cast<std::size_t>(std::countr_zero(found))), sizeof row);
    const __m128i weights = _mm_cvtsi32_si128(row);
    sums = _mm_add_epi16(sums, _mm_srai_epi16(_mm_unpacklo_epi8(weights, weights), 8));
  }
  alignas(16) std::int16_t out[8];
  _mm_store_si128(reinterpret_cast<__m128i*>(out), sums);
  for (std::size_t c = 0; c < C; ++c) scores[c] += out[c];
}

template <std::size_t C>
void add_move_rows_sse2(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
  add_move_rows<C>(features, scores);
}

template <std::size_t C>
[[gnu::target("avx2,bmi")]] void add_move_rows_avx2(std::span<const Fetched<MoveLine>> features,
                                                    std::int32_t* scores) noexcept {
  add_move_rows<C>(features, scores);
}

#endif

/// Adds to `scores` the rows of the features, C of 2..4 numbers each. REQUIRES kFetchBlock features at most.
template <std::size_t C>
void add_move_lines(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) noexcept {
#if defined(__SSE2__)
  base::kHasAvx2 ? add_move_rows_avx2<C>(features, scores) : add_move_rows_sse2<C>(features, scores);
#else
  add_move_lines_plainly<C>(features, scores);
#endif
}

}  // namespace espalier::learning
