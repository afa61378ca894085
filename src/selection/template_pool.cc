#include "selection/template_pool.h"

#include <algorithm>

namespace espalier::selection {
namespace {

/// All sets of 0..count-1 of at most `most` members, in the order of their members.
template <class Visit>
void visit_sets(std::uint32_t count, std::size_t most, TermSet& set, const Visit& visit) {
  if (!set.empty()) visit(set);
  if (set.size() == most) return;
  for (std::uint32_t next = set.empty() ? 0 : set.back() + 1; next < count; ++next) {
    set.push_back(next);
    visit_sets(count, most, set, visit);
    set.pop_back();
  }
}

}  // namespace

std::vector<TemplateGroup> TemplatePool::groups() const {
  std::vector<TemplateGroup> out;
  TermSet set;
  const std::size_t whole = std::min(conditions_, kMostConditions);
  visit_sets(static_cast<std::uint32_t>(conditions_), kMostConditions, set, [&](const TermSet& item) {
    if (kind_ == PoolKind::kGroups) {
      if (item.size() == whole) add(item, out);
    } else if (!taken_.contains(item) && is_open(item)) {
      out.push_back({item});
    }
  });
  return out;
}

void TemplatePool::add(TermSet whole, std::vector<TemplateGroup>& out) const {
  if (taken_.contains(whole)) return;
  TemplateGroup group;
  TermSet places;
  visit_sets(static_cast<std::uint32_t>(whole.size()), whole.size(), places, [&](const TermSet& part) {
    TermSet item;
    for (const std::uint32_t place : part) item.push_back(whole[place]);
    if (!taken_.contains(item)) group.push_back(std::move(item));
  });
  std::stable_sort(group.begin(), group.end(), [](const TermSet& a, const TermSet& b) { return a.size() < b.size(); });
  out.push_back(std::move(group));
}

bool TemplatePool::is_open(const TermSet& item) const {
  if (kind_ != PoolKind::kAdditive || item.size() == 1) return true;
  return std::all_of(item.begin(), item.end(), [&](std::uint32_t condition) {
    return std::any_of(taken_.begin(), taken_.end(), [&](const TermSet& taken) {
      return std::find(taken.begin(), taken.end(), condition) != taken.end();
    });
  });
}

}  // namespace espalier::selection
