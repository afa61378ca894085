// Scores of sentences in memory.
#pragma once

#include <span>
#include <vector>

#include "espalier/evaluation.h"
#include "espalier/sentence.h"

namespace espalier::evaluation {

/// The measures of the CoNLL 2018 shared task. Throws Error kInput when the characters of the two are not the same.
std::vector<Measure> conll18_measures(std::span<const Sentence> gold, std::span<const Sentence> system);

/// Bracket scores (parseval.h) of all sentences, with the usual parameters. REQUIRES the same words in both.
std::vector<Measure> bracket_measures(std::span<const Sentence> gold, std::span<const Sentence> system,
                                      Punctuation punctuation);

}  // namespace espalier::evaluation
