// What parsers say of sentences that they did not learn from.
//
// Idea: the treebank is cut into folds, sentence by sentence in turn; for each fold and parser a model is trained from
// the other folds and parses this one. With one fold a model parses what it learned from.
// Invariant: an answer depends on the sentences, the recipe, the folds and the seed alone; threads take whole
// trainings. Cost: as many trainings as folds times parsers; as many models in memory as there are threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "curation/fresh_parser.h"
#include "curation/numbered_treebank.h"
#include "espalier/trainer.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

/// A parser, and the sentences as it reads them.
struct FoldParser {
  const TrainRequest& request;
  const std::vector<Sentence>& sentences;
};

/// Calls use(parser, sentence, the model that did not see it) for each, on all threads. The parsers read as many
/// sentences each. Throws Error kInput where there are fewer of them than folds.
void cross_validate(std::span<const FoldParser> parsers, std::size_t folds, const Control& control,
                    const parsing::MakeParserTraining& make_training,
                    const std::function<void(std::size_t parser, std::size_t sentence, FreshParser& fresh)>& use);

/// Answers of each parser, in the numbers of the treebank. `parsers` are requests for trees with gold tags.
std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training);

}  // namespace espalier::curation
