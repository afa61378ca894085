// Which classes are frequent where the right one is to be told from others: the rivals that a choice should have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "selection/choices.h"

namespace espalier::selection {

class FrequentClasses {
 public:
  /// `most`: rivals beside the right class; what is rarer tells nothing that templates could mend.
  explicit FrequentClasses(std::size_t most) : most_(most) {}

  /// The next example is of this kind (any number that tells little) and has this class.
  void note(std::uint64_t kind, std::uint32_t right) {
    kinds_.push_back(kind);
    ++counts_[kind][right];
  }

  /// A group of the next example, when all are noted, in the same order: its right class, then those of its kind that
  /// are possible, the most frequent first.
  template <class IsPossible>
  void add_group(std::uint32_t right, std::span<const std::uint64_t> row, const IsPossible& is_possible, Choices& out) {
    out.add_row(right, row);
    std::size_t rivals = 0;
    for (const std::uint32_t label : ranked(kinds_[next_++])) {
      if (label == right || !is_possible(label)) continue;
      if (rivals++ == most_) break;
      out.add_row(label);
    }
    out.end_group(0);
  }

 private:
  const std::vector<std::uint32_t>& ranked(std::uint64_t kind) {
    auto [found, is_new] = ranked_.try_emplace(kind);
    if (is_new) {
      const auto& counts = counts_.at(kind);
      for (const auto& [label, count] : counts) found->second.push_back(label);
      std::stable_sort(found->second.begin(), found->second.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return counts.at(a) > counts.at(b); });
    }
    return found->second;
  }

  std::size_t most_;
  std::vector<std::uint64_t> kinds_;  // by example
  std::size_t next_ = 0;
  std::unordered_map<std::uint64_t, std::map<std::uint32_t, std::size_t>> counts_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> ranked_;  // of kinds that were asked for
};

}  // namespace espalier::selection
