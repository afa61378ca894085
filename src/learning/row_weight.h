// One trained weight of a feature and a class, on its way into a table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier::learning {

struct RowWeight {
  std::uint64_t feature = 0;
  std::uint32_t label = 0;
  float weight = 0;
};

/// Sorts by feature, then class, and calls visit(row) with the weights of each feature.
template <class Visit>
void visit_rows(std::vector<RowWeight>& weights, Visit&& visit) {
  std::sort(weights.begin(), weights.end(), [](const RowWeight& a, const RowWeight& b) {
    return a.feature != b.feature ? a.feature < b.feature : a.label < b.label;
  });
  for (std::size_t i = 0; i < weights.size();) {
    std::size_t end = i;
    while (end < weights.size() && weights[end].feature == weights[i].feature) ++end;
    visit(std::span<const RowWeight>(weights).subspan(i, end - i));
    i = end;
  }
}

/// Drops all but the `most` features whose rows are the longest, as vectors; features as long as the first one to go
/// go with it. 0: keeps all. Leaves the rest sorted as visit_rows() does.
void keep_heaviest(std::vector<RowWeight>& weights, std::size_t most);

}  // namespace espalier::learning
