// Words, or brackets, that parsers do not believe the treebank, ranked.
//
// Idea (Volokh and Neumann, Automatic detection and correction of errors in dependency treebanks, ACL 2011): parsers of
// different families err in different places; where two differ from the treebank in the same word it may be the
// treebank that is wrong. What the first says is proposed, and kept where a third says it too. Here labels of right
// heads are looked at as well, and brackets in the same way: a span has a bracket (head 1) or none (head 0), and the
// label is that of the bracket. What is kept is ranked by
//
//   score = Σ over parsers: + logit p where it says what is proposed, − logit p where it says what the treebank has,
//           0 where it says something else;  + evidence / 4,
//
// p as AnswerOdds has it, evidence as PairEvidence or StringEvidence has it: it counts for a quarter, since the parsers
// know most of what it knows; in full it makes the ranking of injected errors worse. Cost: one pass over the words or
// brackets, and those of the counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "curation/answer_odds.h"
#include "curation/evidence.h"
#include "curation/numbered_treebank.h"

namespace espalier::curation {

/// Two that detect and one that decides.
inline constexpr std::size_t kParsers = 3;

enum class Side : std::uint8_t { kProposal, kTreebank, kNeither };

struct Vote {
  Side side = Side::kNeither;
  double probability = 0.5;  ///< that the parser is right when it says such a thing; in (0, 1)
};

/// The formula above.
double suspicion(std::span<const Vote> votes, double evidence);

enum class Verdict : std::uint8_t {
  kNone,          ///< no candidate
  kKept,          ///< with `proposed`
  kNoAgreement,   ///< the parsers that detect propose different things, and must not
  kDecidedGold,   ///< the third says what the treebank says
  kDecidedOther,  ///< it says neither
};

/// What three parsers make of a word or bracket. `proposed` is what the first says, unless there is no candidate.
Verdict judge(const Answer& gold, std::span<const Answer> said, bool agree, Answer& proposed);

/// Whose side an answer is on: of heads where these differ, of both where the label alone is in question.
Side side_of(const Answer& answer, const Answer& gold, const Answer& proposed);

struct RankedItem {
  std::size_t sentence = 0;
  std::int32_t item = 0;  ///< a word, or the number of a span
  Answer proposed;
  double score = 0;
  double evidence = 0;
};

struct Judgements {
  std::vector<RankedItem> kept;  ///< the highest score first; equal ones in the order of the treebank
  std::size_t candidates = 0;
  std::size_t no_agreement = 0;
  std::size_t decided_gold = 0;
  std::size_t decided_other = 0;
};

/// `answers`: of three parsers. Items are counted from 1.
Judgements judge_all(const Answers& gold, std::span<const Answers> answers, bool agree, const AnswerContext& context,
                     Evidence& evidence);
/// The same of words.
Judgements judge_words(const NumberedTreebank& treebank, std::span<const Answers> answers, bool agree);

}  // namespace espalier::curation
