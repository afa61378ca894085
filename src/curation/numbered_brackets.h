// The brackets of a treebank and what parsers say of them as numbers: an item for each span that anybody brackets.
//
// Invariant: items are counted from 1, in the order of spans; an Answer has head 1 where there is a bracket, 0 where
// there is none (and no label then).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "curation/answer_odds.h"
#include "curation/bracket_answers.h"
#include "curation/evidence.h"
#include "curation/meetings.h"
#include "curation/numbered_treebank.h"

namespace espalier::curation {

inline constexpr std::int32_t kBracketed = 1;
inline constexpr std::int32_t kNotBracketed = 0;

struct NumberedBrackets {
  /// `answers`: by parser and sentence.
  NumberedBrackets(const std::vector<Sentence>& sentences, std::span<const std::vector<SpanAnswers>> answers);

  const Span& span(std::size_t sentence, std::int32_t item) const {
    return spans[sentence][static_cast<std::size_t>(item)];
  }

  parsing::LabelSet labels;
  std::vector<std::vector<Span>> spans;  ///< by sentence and item
  Answers gold;
  std::vector<Answers> said;  ///< by parser
  std::size_t brackets = 0;   ///< of the treebank
};

/// Tags of the first word and of the one behind the bracket. All must outlive it.
AnswerContext bracket_context(const NumberedTreebank& words, const NumberedBrackets& brackets);

/// What the rest of a treebank says of a bracket: how often the same words have one like it.
///
/// Idea (variation n-grams of constituents, Dickinson and Meurers, TLT 2003): the rate of a label is how often the same
/// words in a row are bracketed with it, of all times that they stand in a row, with no bracket as a label of its own;
/// small counts lean on those of the tags (Meetings).
/// Cost: a look at all strings of up to kLongest words; longer ones have no evidence.
class StringEvidence final : public Evidence {
 public:
  static constexpr std::int32_t kLongest = 12;

  /// All must outlive it.
  StringEvidence(const NumberedTreebank& words, const NumberedBrackets& brackets)
      : words_(words), brackets_(brackets) {}

  void want(std::size_t sentence, std::int32_t item, const Answer& answer) override;
  void count() override;
  /// Of an item, where the treebank has `gold`.
  double rate(std::size_t sentence, std::int32_t item, const Answer& answer, const Answer& gold) const;
  double evidence(std::size_t sentence, std::int32_t item, const Answer& proposed, const Answer& gold) const override;

 private:
  bool is_long(std::size_t sentence, std::int32_t item) const;
  Meetings::Key key(std::size_t sentence, const Span& span) const;

  const NumberedTreebank& words_;
  const NumberedBrackets& brackets_;
  Meetings meetings_;
};

}  // namespace espalier::curation
