#include "learning/frozen_map.h"

#include <algorithm>

#include "espalier/error.h"

namespace espalier::learning {

template <class Tag>
FrozenMap<Tag>::FrozenMap(std::span<const std::byte> bytes, std::uint32_t bound) {
  if (bytes.size() % sizeof(Line) != 0) throw Error(ErrorKind::kInput, "the map does not consist of whole lines");
  lines_ = {reinterpret_cast<const Line*>(bytes.data()), bytes.size() / sizeof(Line)};
  for (const Line& line : lines_) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (line.tags[slot] == 0) continue;
      ++size_;
      if (line.numbers[slot] >= bound) throw Error(ErrorKind::kInput, "the map has a number that means nothing");
    }
  }
}

template <class Tag>
std::string FrozenMap<Tag>::freeze(std::vector<Item> items) {
  std::sort(items.begin(), items.end());
  // The shorter tag is for those who mostly ask for what is not there, and should not have to look at a second line.
  constexpr std::size_t kFull = sizeof(Tag) == 2 ? kSlots * 3 / 4 : kSlots * 9 / 10;
  const std::vector<Line> lines = fill_buckets<Line, kFull>(
      items, [](Line& line, std::size_t slot, std::uint16_t number) { line.numbers[slot] = number; });
  std::string bytes;
  append_values<Line>(bytes, lines);
  return bytes;
}

template class FrozenMap<std::uint16_t>;
template class FrozenMap<std::uint32_t>;

}  // namespace espalier::learning
