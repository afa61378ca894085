// What an arc is worth by what the predictors of heads say.
//
// Idea: the three answers name one word: the k-th word of a tag on a side. Motta's parser takes that word as the head,
// and the heads need not make a tree. Here all answers count, each as much as it is likely: an arc is worth the
// logarithm of p(side) · p(tag) · p(distance), of the answers that its head is for its word. The likeliest answers then
// name the word's best arc wherever they name a word at all, and a maximum branching is the likeliest tree.
// Invariant: scores are finite, whatever the probabilities are: one that is 0 or no number counts as a very small one.
// So does the answer that there is not: a tag that no predictor knows. The last distance stands for all farther words;
// of those each next one counts half of the one before, so that the nearest is preferred.
// Cost: a step a word between the word and its farthest head, and one an arc.
// Paper: Motta 2014.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "parsing/head_schema.h"

namespace espalier::parsing {

/// One a thread; memory is reused.
class TokenArcs {
 public:
  /// REQUIRES answers of a sentence of as many words as the arcs have.
  void score(const HeadClasses& classes, const HeadAnswers& answers, const decoding::ArcSet& arcs);
  /// By arc, of the last call.
  std::span<const float> scores() const noexcept { return scores_; }
  /// How likely an arc is beside the others of its word, of the same arcs. REQUIRES an arc of the word.
  float share(const decoding::ArcSet& arcs, std::int32_t arc, std::int32_t word) const noexcept;

 private:
  void weigh(const HeadClasses& classes, const HeadAnswers& answers, std::int32_t word);
  void rank(std::span<const std::int32_t> tags, std::int32_t word, std::int32_t last);
  float distance(std::int32_t rank) const noexcept;

  std::array<std::vector<float>, kHeadQuestions> logs_;  // of a word's answers
  std::vector<std::int32_t> ranks_;   // by node: it is the so-manieth of its tag on its side of the word
  std::vector<std::int32_t> counts_;  // by tag, those that are none before the first
  std::vector<float> scores_;
};

}  // namespace espalier::parsing
