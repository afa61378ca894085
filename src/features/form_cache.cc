#include "features/form_cache.h"

#include <algorithm>

namespace espalier::features {

void FormCache::use(std::size_t width) {
  if (!slots_.empty() && width == width_) return;
  width_ = width;
  slots_.assign(kSlots, {});
  values_.assign(kSlots * width, 0);
}

std::uint64_t FormCache::add(std::string_view form, std::uint64_t hash, std::span<std::uint64_t>& values) noexcept {
  if (form.size() > kLongest) return kNoForm;
  const std::size_t at = hash & (kSlots - 1);
  Slot& slot = slots_[at];
  slot.id = ++next_;
  slot.size = static_cast<std::uint8_t>(form.size());
  std::copy(form.begin(), form.end(), slot.text.begin());
  values = std::span(values_).subspan(at * width_, width_);
  return slot.id;
}

}  // namespace espalier::features
