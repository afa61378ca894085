// Decisions by the value that a template has in them: block by block, so that what is counted of a value stays in the
// nearest cache, and values never meet in a bucket.
//
// Cost: a pass to count, one to scatter, a sort of what shares a bucket.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "selection/decisions.h"

namespace espalier::selection {

/// One a thread.
class ValueBlocks {
 public:
  /// The decisions must outlive it.
  explicit ValueBlocks(const Decisions& decisions)
      : decisions_(decisions), bits_(static_cast<unsigned>(std::bit_width(decisions.size() + 1)) + 1) {}

  /// Calls visit(decisions of one value, ascending) for every value.
  template <class Visit>
  void visit(const TermSet& item, const Visit& visit) {
    scatter(item);
    for (std::size_t begin = 0; begin < placed_.size();) {
      std::size_t end = begin + 1;
      while (end < placed_.size() && placed_[end].value == placed_[begin].value) ++end;
      block_.clear();
      for (std::size_t at = begin; at < end; ++at) block_.push_back(placed_[at].decision);
      visit(std::span<const std::uint32_t>(block_));
      begin = end;
    }
  }

 private:
  struct Placed {
    std::uint64_t value;
    std::uint32_t decision;
    bool operator<(const Placed& other) const noexcept {
      return value != other.value ? value < other.value : decision < other.decision;
    }
  };

  std::size_t bucket(std::uint64_t value) const noexcept { return value * 0xD6E8'FEB8'6659'FD93 >> (64 - bits_); }

  void scatter(const TermSet& item) {
    ends_.assign((std::size_t{1} << bits_) + 1, 0);
    found_.clear();
    for (std::uint32_t i = 0; i < decisions_.size(); ++i) {
      const std::uint64_t value = decisions_.value(item, i);
      found_.push_back({value, i});
      ++ends_[bucket(value) + 1];
    }
    for (std::size_t at = 1; at < ends_.size(); ++at) ends_[at] += ends_[at - 1];
    placed_.resize(found_.size());
    for (const Placed& each : found_) placed_[ends_[bucket(each.value)]++] = each;
    part_values();
  }
  /// Values that share a bucket are put one after the other.
  void part_values() {
    for (std::size_t begin = 0; begin < placed_.size();) {
      const std::size_t end = ends_[bucket(placed_[begin].value)];
      const auto first = placed_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = placed_.begin() + static_cast<std::ptrdiff_t>(end);
      const bool is_mixed = std::any_of(first, last, [&](const Placed& each) { return each.value != first->value; });
      if (is_mixed) std::sort(first, last);
      begin = end;
    }
  }

  const Decisions& decisions_;
  unsigned bits_;
  std::vector<std::uint32_t> ends_;  // by bucket
  std::vector<Placed> found_;
  std::vector<Placed> placed_;
  std::vector<std::uint32_t> block_;
};

}  // namespace espalier::selection
