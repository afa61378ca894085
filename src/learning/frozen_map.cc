#include "learning/frozen_map.h"

#include <algorithm>

#include "espalier/error.h"
#include "learning/bucket.h"

namespace espalier::learning {

/// Never 0: that is an empty slot.
std::uint32_t FrozenMap::tag_of(std::uint64_t key) noexcept {
  const auto tag = static_cast<std::uint32_t>(key);
  return tag == 0 ? 1U : tag;
}

FrozenMap::FrozenMap(std::span<const std::byte> bytes, std::uint32_t bound) {
  if (bytes.empty() || bytes.size() % sizeof(Line) != 0) {
    throw Error(ErrorKind::kInput, "the map does not consist of whole lines");
  }
  lines_ = reinterpret_cast<const Line*>(bytes.data());
  count_ = bytes.size() / sizeof(Line);
  for (const Line& line : std::span(lines_, count_)) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (line.tags[slot] == 0) continue;
      ++size_;
      if (line.numbers[slot] >= bound) throw Error(ErrorKind::kInput, "the map has a number that means nothing");
    }
  }
}

std::string FrozenMap::freeze(std::vector<Item> items) {
  std::sort(items.begin(), items.end());
  // Nine tenths full; a line more, so that there is always one that is not full.
  std::vector<Line> lines(items.size() / 9 + 1, Line{});
  for (const auto& [key, number] : items) {
    std::size_t at = bucket_line(key, lines.size());
    while (lines[at].tags[kSlots - 1] != 0) at = (at + 1) % lines.size();
    Line& line = lines[at];
    const auto slot = static_cast<std::size_t>(std::find(line.tags, line.tags + kSlots, std::uint32_t{0}) - line.tags);
    line.tags[slot] = tag_of(key);
    line.numbers[slot] = number;
  }
  std::string bytes;
  append_values<Line>(bytes, lines);
  return bytes;
}

std::int32_t FrozenMap::find(std::uint64_t key) const noexcept {
  const std::uint32_t tag = tag_of(key);
  if (count_ == 0) return -1;
  std::size_t at = bucket_line(key, count_);
  // A damaged map may have no line that is not full: never go round more than once.
  for (std::uint64_t tried = 0; tried < count_; ++tried) {
    const Line& line = lines_[at];
    std::uint32_t found = 0;
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) found |= line.tags[slot] == tag ? 1U << slot : 0U;
    if (found != 0) return line.numbers[std::countr_zero(found)];
    if (line.tags[kSlots - 1] == 0) break;
    at = at + 1 == count_ ? 0 : at + 1;
  }
  return -1;
}

}  // namespace espalier::learning
