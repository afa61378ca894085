// Parts of a treebank, small to whole, to learn from.
//
// Idea: a repeat is one order of the sentences, and a part of any size is where that order begins. Parts of a repeat
// therefore lie in one another, and their differences are those of the size, not of the sentences.
// Invariant: a part has its sentences in the order of the treebank, and the whole treebank is the same in each repeat.
// Cost: an order of the sentences for each repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espalier/curation.h"
#include "parsing/training_set.h"

namespace espalier::curation {

class TrainingParts {
 public:
  /// The data must outlive it.
  TrainingParts(const parsing::TrainingData& data, CurveUnit unit, std::uint64_t seed, std::size_t repeats);

  /// The size of the whole treebank.
  std::size_t whole() const noexcept { return unit_ == CurveUnit::kWords ? words_ : data_.train.size(); }
  /// Halves of the whole, down to what about 100 sentences have; of small treebanks a few in any case. Small to large.
  std::vector<std::size_t> halves() const;
  /// Sentences by their places, in order. A size in words is that of the fewest sentences that have as many. REQUIRES
  /// 0 < size <= whole().
  std::vector<std::size_t> sentences(std::size_t size, std::size_t repeat) const;
  /// Those sentences with all that belongs to them, and all development data.
  parsing::TrainingData part(std::span<const std::size_t> sentences) const;

 private:
  const parsing::TrainingData& data_;
  CurveUnit unit_;
  std::size_t words_ = 0;
  std::vector<std::vector<std::size_t>> orders_;  // by repeat
};

}  // namespace espalier::curation
