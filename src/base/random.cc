// xoshiro256**: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2018), period 2^256 - 1.
// Bounded numbers: D. Lemire, "Fast random integer generation in an interval" (2019). A 64-bit number times the bound
// is a 128-bit fixed-point number whose whole part is the answer; the few low parts that would favour some answers are
// drawn again, so a division happens only when one of those is near.
#include "base/random.h"

#include <bit>
#include <cassert>

namespace espalier::base {
namespace {

__extension__ typedef unsigned __int128 Wide;

std::uint64_t splitmix64(std::uint64_t& state) noexcept {
  state += 0x9E3779B97F4A7C15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix64(seed);
}

std::uint64_t Random::next() noexcept {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t bound) noexcept {
  assert(bound > 0);
  Wide product = Wide{next()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t biased = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < biased) product = Wide{next()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace espalier::base
