// Sums that become features on their way to a table, in blocks: all lines of a block are asked for before the first is
// read, so that waiting for memory overlaps.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>

#include "base/vectors.h"
#include "learning/bucket.h"

namespace espalier::learning {

/// A feature whose line is on its way.
template <class Line>
struct Fetched {
  const Line* line;
  std::uint64_t feature;
};

inline constexpr std::size_t kFetchBlock = 128;

/// What makes features of sums, also of four at a time: finish.each(base::FourWords&).
template <class Finish>
concept FinishesFour = requires(const Finish& finish, base::FourWords& sums) { finish.each(sums); };

/// Asks for the lines of all features finish(sum). REQUIRES room for as many in `out`.
template <class Line, class Finish>
void fetch_plainly(std::span<const std::uint64_t> sums, const Line* lines, std::uint64_t count, const Finish& finish,
                   Fetched<Line>* out) noexcept {
  for (const std::uint64_t sum : sums) {
    const std::uint64_t feature = finish(sum);
    *out = {lines + bucket_line(feature, count), feature};
    __builtin_prefetch(out->line);
    ++out;
  }
}

#if defined(ESPALIER_HAS_TWINS)
/// fetch_plainly() with four at a time.
template <class Line, FinishesFour Finish>
[[gnu::target("avx2")]] void fetch_avx2(std::span<const std::uint64_t> sums, const Line* lines, std::uint64_t count,
                                        const Finish& finish, Fetched<Line>* out) noexcept {
  static_assert(sizeof(Line) == 64 && sizeof(Fetched<Line>) == sizeof(__m128i));
  const __m256i lines_here = _mm256_set1_epi64x(static_cast<long long>(count));
  const __m256i base = _mm256_set1_epi64x(static_cast<long long>(reinterpret_cast<std::uintptr_t>(lines)));
  std::size_t i = 0;
  for (; i + 4 <= sums.size(); i += 4, out += 4) {
    base::FourWords words;
    std::memcpy(&words, sums.data() + i, sizeof words);
    finish.each(words);
    const auto features = reinterpret_cast<__m256i>(words);
    // bucket_line(), and 64 bytes a line.
    const __m256i at = _mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(features, 32), lines_here), 32);
    const __m256i line = _mm256_add_epi64(base, _mm256_slli_epi64(at, 6));
    const __m256i even = _mm256_unpacklo_epi64(line, features);
    const __m256i odd = _mm256_unpackhi_epi64(line, features);
    auto* to = reinterpret_cast<__m128i*>(out);
    _mm_storeu_si128(to, _mm256_castsi256_si128(even));
    _mm_storeu_si128(to + 1, _mm256_castsi256_si128(odd));
    _mm_storeu_si128(to + 2, _mm256_extracti128_si256(even, 1));
    _mm_storeu_si128(to + 3, _mm256_extracti128_si256(odd, 1));
    for (std::size_t k = 0; k < 4; ++k) __builtin_prefetch(out[k].line);
  }
  fetch_plainly(sums.subspan(i), lines, count, finish, out);
}
#endif

/// A table of lines that adds up whole numbers. `Table`, which derives from it, has
///   void add_fetched(std::span<const Fetched<Line>>, std::int32_t* scores) const noexcept
/// which adds the rows of kFetchBlock features at most.
template <class Table, class LineType>
class FetchingTable {
 public:
  using Line = LineType;
  static constexpr std::uint64_t kMostLines = 0xFFFFFFFF;  ///< the high half of a feature chooses one

  /// Adds the rows of the features to `scores`, in units of scale().
  void add_scores(std::span<const std::uint64_t> features, std::int32_t* scores) const noexcept {
    add_scores(features, scores, std::identity{});
  }
  /// As add_scores() for the features finish(sum) of all the sums.
  template <class Finish>
  void add_scores(std::span<const std::uint64_t> sums, std::int32_t* scores, const Finish& finish) const noexcept {
    if (count_ == 0) return;
    std::array<Fetched<Line>, kFetchBlock> fetched;
    for (; !sums.empty(); sums = sums.subspan(std::min(kFetchBlock, sums.size()))) {
      const std::size_t size = std::min(kFetchBlock, sums.size());
      fetch(sums.first(size), finish, fetched.data());
      static_cast<const Table&>(*this).add_fetched(std::span(fetched).first(size), scores);
    }
  }

  /// What one unit of a score is worth.
  float scale() const noexcept { return scale_; }
  std::uint32_t classes() const noexcept { return classes_; }
  std::size_t features() const noexcept { return features_; }
  /// Features that found no place.
  std::size_t left_out() const noexcept { return left_out_; }

 protected:
  template <class Finish>
  void fetch(std::span<const std::uint64_t> sums, const Finish& finish, Fetched<Line>* out) const noexcept {
#if defined(ESPALIER_HAS_TWINS)
    if constexpr (FinishesFour<Finish>) {
      if (base::kHasAvx2) return fetch_avx2(sums, lines_, count_, finish, out);
    }
#endif
    fetch_plainly(sums, lines_, count_, finish, out);
  }

  const Line* lines_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t features_ = 0;
  std::size_t left_out_ = 0;
  float scale_ = 0;
  std::uint32_t classes_ = 0;
};

}  // namespace espalier::learning
