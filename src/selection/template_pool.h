// The templates that a selection chooses among: all of one to three conditions, never listed by hand.
//
// Groups (Bawden 2015): the templates that a template of three conditions subsumes, so that each is known by its
// longest; what was taken is not in later groups. One by one: every template is a group of its own. Additive: a
// template is there once every one of its conditions is in one that was taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "selection/booster.h"

namespace espalier::selection {

enum class PoolKind : std::uint8_t { kGroups, kSingles, kAdditive };

inline constexpr std::size_t kMostConditions = 3;  ///< of a template

class TemplatePool {
 public:
  TemplatePool(std::size_t conditions, PoolKind kind) : conditions_(conditions), kind_(kind) {}

  /// What can be taken now, in an order that depends on nothing but what was taken.
  std::vector<TemplateGroup> groups() const;
  /// What is new in the group counts as taken.
  void take(const TemplateGroup& group) { taken_.insert(group.begin(), group.end()); }

 private:
  void add(TermSet whole, std::vector<TemplateGroup>& out) const;
  bool is_open(const TermSet& item) const;

  std::size_t conditions_;
  PoolKind kind_;
  std::set<TermSet> taken_;
};

}  // namespace espalier::selection
