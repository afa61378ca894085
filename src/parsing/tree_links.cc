#include "parsing/tree_links.h"

namespace espalier::parsing {

features::Schema label_schema() {
  return {"label", {"h", "m"}, {"head", "left", "right", "before", "after"}, {"deprel"}};
}

void TreeLinks::build(std::span<const std::int32_t> heads) {
  for (auto& link : links_) link.assign(heads.size(), -1);
  auto& [head, left, right, before, after] = links_;
  head.assign(heads.begin(), heads.end());
  for (std::size_t m = 1; m < heads.size(); ++m) {
    if (heads[m] < 0) continue;
    const auto h = static_cast<std::size_t>(heads[m]);
    const auto word = static_cast<std::int32_t>(m);
    // Words come in order: the last one so far is the neighbour before this one, whichever side of the head it is on.
    const std::int32_t last = right[h] >= 0 ? right[h] : -1;
    before[m] = last;
    if (last >= 0) after[static_cast<std::size_t>(last)] = word;
    if (left[h] < 0) left[h] = word;
    right[h] = word;
  }
  // Until here left and right are the first and last of all dependents; keep them only on their own side.
  for (std::size_t h = 0; h < heads.size(); ++h) {
    if (left[h] > static_cast<std::int32_t>(h)) left[h] = -1;
    if (right[h] < static_cast<std::int32_t>(h)) right[h] = -1;
  }
}

void TreeLinks::resolve(const features::Program& program, std::int32_t head, std::int32_t word,
                        std::vector<std::int32_t>& places) const {
  places.clear();
  for (const features::PlaceSlot& slot : program.slots()) {
    std::int32_t node = slot.anchor == 0 ? head : word;
    for (const std::uint8_t function : slot.functions) node = follow(static_cast<TreeFunction>(function), node);
    places.push_back(node);
  }
}

}  // namespace espalier::parsing
