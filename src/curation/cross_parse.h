// What parsers say of sentences that they did not learn from.
//
// Idea: the treebank is cut into folds, sentence by sentence in turn; for each fold and parser a model is trained from
// the other folds and parses this one. With one fold a model parses what it learned from.
// Invariant: an answer depends on the sentences, the recipe, the folds and the seed alone; threads take whole
// trainings. Cost: as many trainings as folds times parsers; as many models in memory as there are threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "curation/numbered_treebank.h"
#include "espalier/trainer.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

/// Answers of each parser, in the numbers of the treebank. `parsers` are requests for trees with gold tags. Throws
/// Error kInput where there are fewer sentences than folds.
std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training);

}  // namespace espalier::curation
