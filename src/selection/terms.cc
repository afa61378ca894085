#include "selection/terms.h"

#include <algorithm>

namespace espalier::selection {

void Terms::add(const features::Term& term) {
  if (!find(term)) terms_.push_back(term);
}

std::optional<TermSet> Terms::set_of(const features::Template& item) const {
  TermSet out;
  for (const features::Term& term : item.terms) {
    const auto number = find(term);
    if (!number) return std::nullopt;
    out.push_back(*number);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

features::Template Terms::item(const TermSet& set) const {
  features::Template out;
  for (const std::uint32_t number : set) out.terms.push_back(terms_[number]);
  return out;
}

std::vector<features::Template> Terms::singles() const {
  std::vector<features::Template> out;
  out.reserve(terms_.size());
  for (const features::Term& term : terms_) out.push_back({{term}});
  return out;
}

std::optional<std::uint32_t> Terms::find(const features::Term& term) const {
  const auto found = std::find(terms_.begin(), terms_.end(), term);
  if (found == terms_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - terms_.begin());
}

Terms single_valued_terms(std::span<const features::Template> templates) {
  Terms out;
  for (const features::Template& item : templates) {
    for (const features::Term& term : item.terms) {
      if (!features::has_several_values(term)) out.add(term);
    }
  }
  return out;
}

}  // namespace espalier::selection
