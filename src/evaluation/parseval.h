// Bracket scores (Black et al. 1991) as EVALB counts them.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluation/tally.h"
#include "evaluation/tree_document.h"

namespace espalier::evaluation {

struct ParsevalResult {
  Tallies tallies;
  std::vector<Error> unscored;
  std::size_t left_out = 0;
};

/// Labelled, Unlabelled, Exact, UnlabelledExact, AverageCrossing, NoCrossing, TwoOrLessCrossing, Tags. Sentences whose
/// words differ are left out and listed; Error kInput when the files have different numbers of sentences, or when more
/// sentences are left out than the parameters allow. Adopted documents only.
ParsevalResult score_parseval(const TreeDocument& gold, const TreeDocument& system, const TreeVocabulary& vocabulary);

/// Words of a sentence that count for its length.
std::size_t scored_length(const TreeDocument& gold, std::size_t sentence);

}  // namespace espalier::evaluation
