#include "selection/decisions.h"

namespace espalier::selection {

void Decisions::add(std::span<const std::uint32_t> menu, std::uint32_t right, std::span<const std::uint64_t> values) {
  if (menu.size() < 2) return;
  const auto [found, is_new] = menu_numbers_.try_emplace(std::vector<std::uint32_t>(menu.begin(), menu.end()),
                                                         static_cast<std::uint32_t>(menus_.size()));
  if (is_new) menus_.push_back(&found->first);
  menu_of_.push_back(found->second);
  rights_.push_back(right);
  rows_ += menu.size();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto next = static_cast<std::uint32_t>(numbers_[i].size());
    columns_[i].push_back(numbers_[i].try_emplace(values[i], next).first->second);
  }
}

}  // namespace espalier::selection
