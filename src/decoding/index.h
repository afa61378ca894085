// Nodes, words, arcs and parts are 32-bit numbers, -1 for none; containers want std::size_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace espalier::decoding {

/// REQUIRES number >= 0.
constexpr std::size_t to_index(std::int32_t number) noexcept { return static_cast<std::size_t>(number); }

/// Throws Error when so many items or parts cannot be numbered.
void check_count(std::int64_t count);

}  // namespace espalier::decoding
