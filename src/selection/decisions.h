// Decisions of a parser, in columns: what could be asked in a state, what could be done there, and what was right.
//
// Every condition (a template of one term) has a column of small numbers, made once; a template is a set of conditions,
// and its value in a state a hash of theirs. States in which the same may be done have the same menu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "selection/terms.h"

namespace espalier::selection {

class Decisions {
 public:
  /// Classes are 0..classes-1, all that a parser could ever do.
  Decisions(std::size_t conditions, std::uint32_t classes)
      : classes_(classes), columns_(conditions), numbers_(conditions) {}

  /// `menu`: the classes that are possible, `right` among them. What has no alternative is left out. REQUIRES a value
  /// for each condition.
  void add(std::span<const std::uint32_t> menu, std::uint32_t right, std::span<const std::uint64_t> values);

  std::size_t size() const noexcept { return rights_.size(); }
  std::uint32_t classes() const noexcept { return classes_; }
  std::size_t conditions() const noexcept { return columns_.size(); }
  std::uint32_t right(std::size_t decision) const noexcept { return rights_[decision]; }
  /// Its number; the decisions that share it can be told by it.
  std::uint32_t menu_number(std::size_t decision) const noexcept { return menu_of_[decision]; }
  const std::vector<std::uint32_t>& menu(std::size_t decision) const noexcept { return *menus_[menu_of_[decision]]; }
  /// Of all menus, one after the other.
  std::size_t rows() const noexcept { return rows_; }
  /// How many values a condition has.
  std::size_t domain(std::size_t condition) const noexcept { return numbers_[condition].size(); }

  /// The value of a template in a state; different ones are different, but for the chance of a hash.
  std::uint64_t value(const TermSet& item, std::size_t decision) const noexcept {
    std::uint64_t key = mix(menu_of_[decision] + 1);
    for (const std::uint32_t condition : item) key = mix(key ^ columns_[condition][decision]);
    return key;
  }

 private:
  static std::uint64_t mix(std::uint64_t key) noexcept {
    key *= 0x9E37'79B9'7F4A'7C15;
    return key ^ key >> 29;
  }

  std::uint32_t classes_;
  std::size_t rows_ = 0;
  std::vector<std::vector<std::uint32_t>> columns_;                        // by condition
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> numbers_;  // of values, by condition
  std::vector<std::uint32_t> rights_;
  std::vector<std::uint32_t> menu_of_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> menu_numbers_;
  std::vector<const std::vector<std::uint32_t>*> menus_;  // keys of the map
};

}  // namespace espalier::selection
