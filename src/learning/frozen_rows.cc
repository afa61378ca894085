#include "learning/frozen_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "espalier/error.h"
#include "learning/bucket.h"

namespace espalier::learning {

FrozenRows::FrozenRows(std::span<const std::byte> bytes, std::uint32_t classes) {
  Header header{};
  if (bytes.size() < sizeof header) throw Error(ErrorKind::kInput, "the table of rows is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t body = bytes.size() - sizeof header;
  if (header.lines == 0 || header.lines > body / sizeof(Line) ||
      header.pool != (body - header.lines * sizeof(Line)) / 2 || body % 2 != 0 || !is_weight_scale(header.scale)) {
    throw Error(ErrorKind::kInput, "the table of rows does not have the size it says");
  }
  lines_ = reinterpret_cast<const Line*>(bytes.data() + sizeof header);
  pool_ = reinterpret_cast<const std::uint16_t*>(lines_ + header.lines);
  count_ = header.lines;
  features_ = header.features;
  weights_ = header.weights;
  scale_ = header.scale;
  std::uint64_t taken = 0;  // rows have their own places: as many numbers as there are, and no check takes longer
  for (std::uint64_t at = 0; at < count_; ++at) {
    for (std::size_t slot = 0; slot < std::size(lines_[at].tags); ++slot) {
      if (lines_[at].tags[slot] == 0) continue;
      const std::uint64_t row = lines_[at].rows[slot];
      if (row < header.pool) taken += 1 + 2 * std::uint64_t{pool_[row]};
      if (row >= header.pool || row + 1 + 2 * std::uint64_t{pool_[row]} > header.pool || taken > header.pool ||
          std::any_of(pool_ + row + 1, pool_ + row + 1 + pool_[row], [&](std::uint16_t c) { return c >= classes; })) {
        throw Error(ErrorKind::kInput, "the table of rows has a row outside itself");
      }
    }
  }
}

std::string FrozenRows::freeze(std::vector<RowWeight> weights) {
  float most = 0;
  for (const RowWeight& item : weights) most = std::max(most, std::abs(item.weight));
  Header header{};
  header.scale = weight_scale(most);
  std::erase_if(weights, [&](const RowWeight& item) { return std::lround(item.weight / header.scale) == 0; });
  std::vector<std::uint16_t> pool;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> rows;
  visit_rows(weights, [&](std::span<const RowWeight> row) {
    rows.emplace_back(row.front().feature, static_cast<std::uint32_t>(pool.size()));
    pool.push_back(static_cast<std::uint16_t>(row.size()));
    for (const RowWeight& item : row) pool.push_back(static_cast<std::uint16_t>(item.label));
    for (const RowWeight& item : row) {
      pool.push_back(static_cast<std::uint16_t>(std::lround(item.weight / header.scale)));
    }
  });
  header.features = rows.size();
  header.weights = weights.size();
  header.pool = pool.size();
  const std::vector<Line> lines =
      fill_buckets<Line>(rows, [](Line& line, std::size_t slot, std::uint32_t row) { line.rows[slot] = row; });
  header.lines = lines.size();
  std::string bytes(sizeof header + lines.size() * sizeof(Line) + pool.size() * 2, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, lines.data(), lines.size() * sizeof(Line));
  if (!pool.empty()) {
    std::memcpy(bytes.data() + sizeof header + lines.size() * sizeof(Line), pool.data(), pool.size() * 2);
  }
  return bytes;
}

const std::uint16_t* FrozenRows::find(std::uint64_t feature) const noexcept {
  const auto [line, slot] = find_in_buckets(lines_, count_, feature);
  return line == nullptr ? nullptr : pool_ + line->rows[slot];
}

void FrozenRows::add_scores(std::span<const std::uint64_t> features, float* scores) const noexcept {
  if (count_ == 0) return;
  for (const std::uint64_t feature : features) __builtin_prefetch(lines_ + bucket_line(feature, count_));
  for (const std::uint64_t feature : features) {
    const std::uint16_t* row = find(feature);
    if (row == nullptr) continue;
    const std::uint16_t* labels = row + 1;
    const std::uint16_t* weights = labels + *row;
    for (std::uint16_t i = 0; i < *row; ++i)
      scores[labels[i]] += static_cast<float>(static_cast<std::int16_t>(weights[i])) * scale_;
  }
}

}  // namespace espalier::learning
