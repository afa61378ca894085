// What a local classifier learns from: examples of a class and the features they show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/open_table.h"

namespace espalier::learning {

/// Features are numbered in order of first sight, and examples keep the numbers only: four bytes a feature.
class Examples {
 public:
  /// Features that are seen fewer than `min_count` times in all examples together are not learned from.
  explicit Examples(std::uint32_t min_count = 1) : min_count_(min_count) {}

  /// A feature that is given twice counts twice. REQUIRES features other than 0. Throws Error kUsage when there are
  /// more than 2³¹ different ones.
  void add(std::uint32_t label, std::span<const std::uint64_t> features);

  std::size_t size() const noexcept { return labels_.size(); }
  std::uint32_t label(std::size_t example) const noexcept { return labels_[example]; }
  /// The numbers of its features, as they were given.
  std::span<const std::uint32_t> ids(std::size_t example) const noexcept {
    const std::size_t begin = example == 0 ? 0 : ends_[example - 1];
    return std::span(ids_).subspan(begin, ends_[example] - begin);
  }
  /// Different features, rare ones included.
  std::size_t features() const noexcept { return features_.size(); }
  std::uint64_t feature(std::uint32_t id) const noexcept { return features_[id]; }
  bool is_frequent(std::uint32_t id) const noexcept { return counts_[id] >= min_count_; }
  /// The classes that occur, ascending.
  std::vector<std::uint32_t> classes() const;

 private:
  struct Number {
    std::uint32_t plus_one = 0;  // 0: new
  };

  std::uint32_t min_count_;
  OpenTable<Number> numbers_;
  std::vector<std::uint64_t> features_;  // by number
  std::vector<std::uint32_t> counts_;    // by number
  std::vector<std::uint32_t> labels_;    // by example
  std::vector<std::size_t> ends_;        // by example, in ids_
  std::vector<std::uint32_t> ids_;
};

}  // namespace espalier::learning
