// Sums that become features on their way to a table, in blocks: all lines of a block are asked for before the first is
// read, so that waiting for memory overlaps.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace espalier::learning {

/// A feature whose line is on its way.
template <class Line>
struct Fetched {
  const Line* line;
  std::uint16_t tag;
};

inline constexpr std::size_t kFetchBlock = 128;

/// Calls table.add_fetched(fetched, scores) for the features finish(sum), kFetchBlock of them at most at a time.
template <class Table, class Finish>
void add_finished(const Table& table, std::span<const std::uint64_t> sums, std::int32_t* scores,
                  const Finish& finish) noexcept {
  if (table.empty()) return;
  std::array<decltype(table.fetch(0)), kFetchBlock> fetched;
  for (; !sums.empty(); sums = sums.subspan(std::min(kFetchBlock, sums.size()))) {
    const std::size_t size = std::min(kFetchBlock, sums.size());
    for (std::size_t i = 0; i < size; ++i) fetched[i] = table.fetch(finish(sums[i]));
    table.add_fetched(std::span(fetched).first(size), scores);
  }
}

}  // namespace espalier::learning
