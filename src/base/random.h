// A seeded random generator whose numbers are the same on every machine (the distributions of <random> are not).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace espalier::base {

/// xoshiro256** (Blackman and Vigna 2018), seeded through splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed);
  std::uint64_t next() noexcept;
  /// Uniform in 0..bound-1, without bias (Lemire 2019). REQUIRES bound > 0.
  std::uint64_t below(std::uint64_t bound) noexcept;
  /// Uniform in [0, 1).
  double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  template <class Sequence>
  void shuffle(Sequence& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace espalier::base
