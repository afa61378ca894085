// Sums that become features on their way to a table, in blocks: all lines of a block are asked for before the first is
// read, so that waiting for memory overlaps.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace espalier::learning {

/// Calls table.add_fetched(features, scores) for the features finish(sum), with their lines prefetched.
template <class Table, class Finish>
void add_finished(const Table& table, std::span<const std::uint64_t> sums, std::int32_t* scores,
                  const Finish& finish) noexcept {
  constexpr std::size_t kBlock = 128;
  std::array<std::uint64_t, kBlock> features;
  for (; !sums.empty(); sums = sums.subspan(std::min(kBlock, sums.size()))) {
    const std::size_t size = std::min(kBlock, sums.size());
    for (std::size_t i = 0; i < size; ++i) {
      features[i] = finish(sums[i]);
      table.prefetch(features[i]);
    }
    table.add_fetched(std::span(features).first(size), scores);
  }
}

}  // namespace espalier::learning
