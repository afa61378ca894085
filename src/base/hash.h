// The 64-bit string hash of the house: XXH3, the same number on every machine and in every run.
#pragma once

#include <cstdint>
#include <string_view>

namespace espalier::base {

/// Hashes of different seeds are independent of one another.
std::uint64_t hash(std::string_view bytes, std::uint64_t seed = 0) noexcept;

}  // namespace espalier::base
