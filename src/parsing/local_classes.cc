#include "parsing/local_classes.h"

#include <algorithm>

namespace espalier::parsing {

std::vector<LocalPart> plan_parts(std::span<const ValueCount> counts, std::size_t least) {
  std::vector<LocalPart> parts;
  bool has_rest = false;
  for (const auto& [value, count] : counts) {
    if (count >= least) {
      parts.push_back({value, 0, 0});
    } else {
      has_rest = true;
    }
  }
  if (has_rest) parts.push_back({});
  std::sort(parts.begin(), parts.end(), [](const LocalPart& a, const LocalPart& b) { return a.value < b.value; });
  return parts;
}

std::uint32_t part_of(std::span<const LocalPart> parts, std::uint64_t value, std::uint32_t other) noexcept {
  const auto found = std::lower_bound(parts.begin(), parts.end(), value,
                                      [](const LocalPart& part, std::uint64_t wanted) { return part.value < wanted; });
  return found != parts.end() && found->value == value ? static_cast<std::uint32_t>(found - parts.begin()) : other;
}

LocalChoices::LocalChoices(std::span<const LocalClass> classes, std::span<const std::uint8_t> label_use) {
  const LabelUse use(label_use);
  for (const bool on_root : {false, true}) {
    // Moves that make no arc have no label to ask about.
    const auto& open = use.start(on_root ? 0 : 1);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const LocalClass& item = classes[i];
      if (item.label != LocalClass::kNoLabel && open[item.label] < 0) continue;
      lists_[on_root ? 1 : 0][item.move].push_back(static_cast<std::uint16_t>(i));
    }
  }
}

}  // namespace espalier::parsing
