// Counters over interned ids that can be added to one another, for statistics made by several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interner.h"
#include "espalier/statistics.h"

namespace espalier::treebank {

/// Texts and how often each was seen; ids are dense, in order of first sight.
class TextCounter {
 public:
  std::uint32_t add(std::string_view text, std::uint64_t times = 1) {
    const std::uint32_t id = texts_.intern(text);
    if (id >= counts_.size()) counts_.push_back(0);
    counts_[id] += times;
    return id;
  }
  /// Adds the other's counts; the value says which id here each of its ids has.
  std::vector<std::uint32_t> merge(const TextCounter& other);

  std::size_t size() const { return counts_.size(); }
  std::uint64_t count(std::uint32_t id) const { return counts_[id]; }
  std::string_view text(std::uint32_t id) const { return texts_.text(id); }
  bool contains(std::string_view text) const { return texts_.find(text) != base::Interner::kAbsent; }
  std::uint64_t total() const;
  /// By falling count, then by name: an order that does not depend on the order of sight.
  std::vector<NamedCount> sorted() const;
  Unseen unseen_in(const TextCounter& known) const;

 private:
  base::Interner texts_;
  std::vector<std::uint64_t> counts_;
};

/// Pairs of ids and how often each was seen; pairs have dense ids themselves, so that pairs of pairs can be counted.
class PairCounter {
 public:
  struct Entry {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint64_t count = 0;
  };

  std::uint32_t add(std::uint32_t first, std::uint32_t second, std::uint64_t times = 1);
  /// As TextCounter::merge; the maps translate the other's ids.
  std::vector<std::uint32_t> merge(const PairCounter& other, const std::vector<std::uint32_t>& first_map,
                                   const std::vector<std::uint32_t>& second_map);
  const std::vector<Entry>& entries() const { return entries_; }
  /// With `first` as the key (ids below `keys`) and `second` as the value.
  Ambiguity ambiguity(std::size_t keys) const;

 private:
  void grow();

  // Open addressing, power of two, at most half full; a slot holds an entry's index + 1, 0 is free.
  std::vector<std::uint32_t> slots_;
  std::vector<Entry> entries_;
};

/// Counts one more `value`.
inline void add_to(Spread& spread, std::size_t value) {
  if (value >= spread.counts.size()) spread.counts.resize(value + 1);
  ++spread.counts[value];
}
void merge_into(Spread& spread, const Spread& other);

}  // namespace espalier::treebank
