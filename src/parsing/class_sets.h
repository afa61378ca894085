// Which classes were seen with a key in training: the dictionary of a tagger, and what its contexts allow.
//
// Idea: keys are hashes (of a word, of a word and its tag, of a tag alone), and what they share is shared: the words
// that were nouns and verbs all have the one set {noun, verb}. So a key costs six bytes, and the number of its set says
// as much of the word as its members do: it is the word's ambiguity class (Cutting et al. 1992).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "learning/frozen_map.h"
#include "model_file/section.h"

namespace espalier::parsing {

/// What features say of a set of classes, ascending.
std::uint64_t set_value(std::span<const std::uint16_t> members) noexcept;

class ClassSets {
 public:
  ClassSets() = default;
  /// Reads in place what ClassCounts::freeze() made, for as many classes. Refuses all else.
  ClassSets(const model_file::Section& section, std::uint32_t classes);

  /// The set of a key, or -1.
  std::int32_t find(std::uint64_t key) const noexcept { return map_.find(key); }
  /// Ascending, never empty.
  std::span<const std::uint16_t> members(std::int32_t set) const noexcept {
    const auto at = static_cast<std::size_t>(set);
    return members_.subspan(first_[at], first_[at + 1] - first_[at]);
  }
  /// set_value() of the members.
  std::uint64_t value(std::int32_t set) const noexcept { return values_[static_cast<std::size_t>(set)]; }
  std::size_t keys() const noexcept { return map_.size(); }

 private:
  std::vector<std::uint64_t> values_;
  std::span<const std::uint32_t> first_;
  std::span<const std::uint16_t> members_;
  learning::FrozenMap<std::uint32_t> map_;
};

/// What is worth keeping of the counts of a key.
struct SetLimits {
  std::uint32_t least = 1;  ///< a key seen less often is dropped
  double least_share = 0;   ///< and classes with less than this share of a key
  std::size_t most = 0;     ///< of the classes of a key the most frequent are kept; 0: all
};

class ClassCounts {
 public:
  void add(std::uint64_t key, std::uint16_t label) { ++counts_[key][label]; }
  /// Drops what is not worth keeping.
  void cut(const SetLimits& limits);
  bool has(std::uint64_t key, std::uint16_t label) const;
  /// What a key would have after cut() had one word of each of the classes not been counted; empty where it would be
  /// dropped.
  std::vector<std::uint16_t> without(std::uint64_t key, std::span<const std::uint16_t> labels,
                                     const SetLimits& limits) const;
  /// Takes over keys of another that this one does not have.
  void take(std::uint64_t key, const ClassCounts& other) { counts_.emplace(key, other.counts_.at(key)); }
  /// Calls visit(key, count) for each key, in no order.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const auto& [key, counts] : counts_) visit(key, total(counts));
  }
  std::string freeze() const;

 private:
  using Counts = std::map<std::uint16_t, std::uint32_t>;
  static std::uint32_t total(const Counts& counts);

  std::unordered_map<std::uint64_t, Counts> counts_;
};

}  // namespace espalier::parsing
