#include "learning/frozen_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "espalier/error.h"
#include "learning/bucket.h"

namespace espalier::learning {
FrozenTable::FrozenTable(std::span<const std::byte> bytes) {
  Header header{};
  if (bytes.size() < sizeof header) throw Error(ErrorKind::kInput, "the weight table is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.lines == 0 || header.lines > (bytes.size() - sizeof header) / sizeof(Line) ||
      bytes.size() != sizeof header + header.lines * sizeof(Line) || !is_weight_scale(header.scale)) {
    throw Error(ErrorKind::kInput, "the weight table does not have the size it says");
  }
  lines_ = reinterpret_cast<const Line*>(bytes.data() + sizeof header);
  count_ = header.lines;
  features_ = header.features;
  scale_ = header.scale;
}

std::string FrozenTable::freeze(std::vector<std::pair<std::uint64_t, float>> weights) {
  float most = 0;
  for (const auto& [feature, weight] : weights) most = std::max(most, std::abs(weight));
  Header header{};
  header.scale = weight_scale(most);
  std::erase_if(weights, [&](const auto& item) { return std::lround(item.second / header.scale) == 0; });
  std::sort(weights.begin(), weights.end());
  header.features = weights.size();
  const std::vector<Line> lines = fill_buckets<Line>(weights, [&](Line& line, std::size_t slot, float weight) {
    line.weights[slot] = static_cast<std::int16_t>(std::lround(weight / header.scale));
  });
  header.lines = lines.size();
  std::string bytes(sizeof header + lines.size() * sizeof(Line), '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, lines.data(), lines.size() * sizeof(Line));
  return bytes;
}

std::int32_t FrozenTable::lookup(std::uint64_t feature) const noexcept {
  const auto [line, slot] = find_in_buckets(lines_, count_, feature);
  return line == nullptr ? 0 : line->weights[slot];
}

float FrozenTable::score(std::span<const std::uint64_t> features) const noexcept {
  if (count_ == 0) return 0;
  for (const std::uint64_t feature : features) __builtin_prefetch(lines_ + bucket_line(feature, count_));
  std::int32_t sum = 0;
  for (const std::uint64_t feature : features) sum += lookup(feature);
  return static_cast<float>(sum) * scale_;
}

float FrozenTable::weight(std::uint64_t feature) const noexcept {
  return count_ == 0 ? 0 : static_cast<float>(lookup(feature)) * scale_;
}

}  // namespace espalier::learning
