#include "text/lexicon.h"

#include <algorithm>

#include "espalier/error.h"

namespace espalier::text {

Lexicon::Lexicon(std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(Line) != 0) throw Error(ErrorKind::kInput, "the table of words is cut short");
  lines_ = {reinterpret_cast<const Line*>(bytes.data()), bytes.size() / sizeof(Line)};
}

std::string Lexicon::freeze(std::vector<std::pair<std::uint64_t, std::uint16_t>> items) {
  if (items.empty()) return {};
  std::sort(items.begin(), items.end());
  const std::vector<Line> lines = learning::fill_buckets<Line>(
      items, [](Line& line, std::size_t slot, std::uint16_t value) { line.values[slot] = value; });
  std::string bytes;
  learning::append_values<Line>(bytes, lines);
  return bytes;
}

std::uint16_t Lexicon::largest() const noexcept {
  std::uint16_t most = 0;
  for (const Line& line : lines_)
    most = std::max(most, *std::max_element(std::begin(line.values), std::end(line.values)));
  return most;
}

}  // namespace espalier::text
