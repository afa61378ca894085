// How often a parser is right when it gives an answer like this one.
//
// Idea: confidences of different kinds of parsers are not the same thing, and none says how sure a label is; but the
// treebank itself tells how often an answer with such a confidence, label and context is what it has. Counts of narrow
// classes lean on those of wider ones: confidence; confidence and label; label, context and rough confidence. The
// context of a word is its tag, that of the head and the side that it is on.
// Invariant: an answer does not count in its own probability.
// Cost: one pass over the answers, three counts an answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "curation/numbered_treebank.h"

namespace espalier::curation {

/// What an answer is about, as a number of no more than kContextBits bits.
using AnswerContext = std::function<std::uint64_t(std::size_t sentence, std::int32_t item, const Answer& answer)>;
inline constexpr unsigned kContextBits = 33;

/// `treebank` must outlive it.
AnswerContext word_context(const NumberedTreebank& treebank);

class AnswerOdds {
 public:
  /// All must outlive it. Items are counted from 1.
  AnswerOdds(const Answers& gold, const Answers& answers, const AnswerContext& context);

  /// That head and label are right, as far as other answers tell; within kLeast..1 - kLeast.
  double probability(std::size_t sentence, std::int32_t item) const;

  static constexpr double kLeast = 0.005;

 private:
  struct Count {
    double right = 0;
    double all = 0;
  };
  static constexpr std::size_t kLevels = 3;

  /// Which part of the confidences this one is in, all parts being about as large.
  std::uint64_t part(float confidence) const;
  std::array<std::uint64_t, kLevels> classes(std::size_t sentence, std::int32_t item) const;
  bool is_right(std::size_t sentence, std::int32_t item) const;

  const Answers& gold_;
  const Answers& answers_;
  const AnswerContext& context_;
  std::vector<float> edges_;
  std::array<std::unordered_map<std::uint64_t, Count>, kLevels> counts_;
};

}  // namespace espalier::curation
