#include "learning/row_weight.h"

#include <functional>

namespace espalier::learning {
namespace {

float square_of(std::span<const RowWeight> row) noexcept {
  float sum = 0;
  for (const RowWeight& weight : row) sum += weight.weight * weight.weight;
  return sum;
}

}  // namespace

void keep_heaviest(std::vector<RowWeight>& weights, std::size_t most) {
  if (most == 0 || weights.size() <= most) return;
  std::vector<float> squares;
  squares.reserve(weights.size());
  visit_rows(weights, [&](std::span<const RowWeight> row) { squares.push_back(square_of(row)); });
  if (squares.size() <= most) return;
  const auto first_to_go = squares.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(squares.begin(), first_to_go, squares.end(), std::greater<>());
  const float bound = *first_to_go;
  std::vector<RowWeight> kept;
  kept.reserve(weights.size());
  visit_rows(weights, [&](std::span<const RowWeight> row) {
    if (square_of(row) > bound) kept.insert(kept.end(), row.begin(), row.end());
  });
  weights = std::move(kept);
}

}  // namespace espalier::learning
