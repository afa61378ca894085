#include "learning/frozen_moves.h"

#include <array>
#include <cmath>
#include <cstring>

#include "espalier/error.h"
#include "learning/byte_scale.h"
#include "learning/line_plan.h"

namespace espalier::learning {
namespace {

/// Rows of the difference to class 0, features ascending.
struct Rows {
  std::vector<std::uint64_t> features;
  std::vector<double> weights;  // classes - 1 a feature
};

Rows collect(std::vector<RowWeight>& weights, std::uint32_t classes) {
  Rows out;
  visit_rows(weights, [&](std::span<const RowWeight> row) {
    std::array<double, FrozenMoves::kMostClasses> sums{};
    for (const RowWeight& item : row) sums[item.label] += double{item.weight};
    out.features.push_back(row.front().feature);
    for (std::uint32_t c = 1; c < classes; ++c) out.weights.push_back(sums[c] - sums[0]);
  });
  return out;
}

template <std::size_t C>
using ByteRow = std::array<std::int8_t, C>;

template <std::size_t C>
double squared_norm(const ByteRow<C>& row) {
  double sum = 0;
  for (const std::int8_t weight : row) sum += static_cast<double>(weight) * static_cast<double>(weight);
  return sum;
}

struct Filled {
  std::vector<MoveLine> lines;
  std::size_t features = 0;
  std::size_t left_out = 0;
};

template <std::size_t C>
Filled fill(const Rows& rows, const ByteScale& scale) {
  std::vector<std::uint64_t> features;
  std::vector<ByteRow<C>> bytes;
  std::vector<double> worth;
  for (std::size_t i = 0; i < rows.features.size(); ++i) {
    ByteRow<C> row;
    for (std::size_t c = 0; c < C; ++c) row[c] = scale(rows.weights[i * C + c]);
    if (squared_norm(row) == 0) continue;
    features.push_back(rows.features[i]);
    bytes.push_back(row);
    worth.push_back(squared_norm(row));
  }
  const LinePlan plan = plan_lines(features, worth, MoveLayout<C>::kSlots);
  Filled out{std::vector<MoveLine>(plan.lines(), MoveLine{}), plan.kept.size(), features.size() - plan.kept.size()};
  for (std::size_t line = 0; line < plan.lines(); ++line) {
    unsigned char* to = out.lines[line].bytes;
    for (std::size_t i = plan.first[line], slot = 0; i < plan.first[line + 1]; ++i, ++slot) {
      const std::uint16_t low = low_tag(features[plan.kept[i]]);
      to[slot] = high_tag(features[plan.kept[i]]);
      std::memcpy(to + MoveLayout<C>::low_tag(slot), &low, sizeof low);
      std::memcpy(to + MoveLayout<C>::row(slot), bytes[plan.kept[i]].data(), C);
    }
  }
  return out;
}

}  // namespace

FrozenMoves::FrozenMoves(std::span<const std::byte> bytes, std::uint32_t classes) {
  Header header{};
  if (bytes.size() < sizeof header) throw Error(ErrorKind::kInput, "the table of moves is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t body = bytes.size() - sizeof header;
  if (header.lines == 0 || header.lines > kMostLines || header.lines != body / sizeof(MoveLine) ||
      body % sizeof(MoveLine) != 0 || !is_weight_scale(header.scale)) {
    throw Error(ErrorKind::kInput, "the table of moves does not have the size it says");
  }
  if (header.classes != classes || classes < kLeastClasses || classes > kMostClasses) {
    throw Error(ErrorKind::kInput, "the table of moves is for another number of classes");
  }
  lines_ = reinterpret_cast<const MoveLine*>(bytes.data() + sizeof header);
  count_ = header.lines;
  features_ = header.features;
  left_out_ = header.left_out;
  scale_ = header.scale;
  classes_ = classes;
}

std::string FrozenMoves::freeze(std::vector<RowWeight> weights, std::uint32_t classes) {
  const Rows rows = collect(weights, classes);
  const ByteScale scale(rows.weights);
  const Filled filled = classes == 3   ? fill<2>(rows, scale)
                        : classes == 4 ? fill<3>(rows, scale)
                                       : fill<4>(rows, scale);
  Header header{};
  header.lines = filled.lines.size();
  header.features = filled.features;
  header.left_out = filled.left_out;
  header.scale = scale.unit();
  header.classes = classes;
  std::string bytes;
  append_values<Header>(bytes, {&header, 1});
  append_values<MoveLine>(bytes, filled.lines);
  return bytes;
}

void FrozenMoves::add_fetched(std::span<const Fetched<MoveLine>> features, std::int32_t* scores) const noexcept {
  switch (classes_) {
    case 3:
      return add_move_lines<2>(features, scores);
    case 4:
      return add_move_lines<3>(features, scores);
    case 5:
      return add_move_lines<4>(features, scores);
    default:
      return;  // no table
  }
}

}  // namespace espalier::learning
