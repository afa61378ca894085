// What parsers say of sentences that they did not learn from.
//
// Idea: the treebank is cut into folds, sentence by sentence in turn; for each fold and parser a model is trained from
// the other folds and parses this one. With one fold a model parses what it learned from.
// Invariant: an answer depends on the sentences, the recipe, the folds and the seed alone; ranks and their
// threads take whole trainings. Cost: as many trainings as folds times parsers; as many models in memory as there are
// threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "curation/fresh_parser.h"
#include "curation/numbered_treebank.h"
#include "espalier/trainer.h"
#include "model_file/bytes.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

/// A parser, and the sentences as it reads them.
struct FoldParser {
  const TrainRequest& request;
  const std::vector<Sentence>& sentences;
};

/// What is done for each parser and sentence.
struct FoldWork {
  /// Asks a model that did not see the sentence; on any thread of one rank.
  std::function<void(std::size_t parser, std::size_t sentence, FreshParser& fresh)> ask;
  /// What it said, for other ranks or to be kept; and back.
  std::function<void(std::size_t parser, std::size_t sentence, model_file::Packer& packer)> pack;
  std::function<void(std::size_t parser, std::size_t sentence, model_file::Unpacker& unpacker)> unpack;
};

/// All that on all threads of all ranks. The parsers read as many sentences each. What a training has brought is kept
/// in `place`, and is not trained for again. Throws Error kInput where there are fewer of them than folds.
void cross_validate(std::span<const FoldParser> parsers, std::size_t folds, const Control& control,
                    const parsing::MakeParserTraining& make_training, const FoldWork& work,
                    const parsing::CheckpointPlace& place = {});

/// Answers of each parser, in the numbers of the treebank. `parsers` are requests for trees with gold tags.
std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training,
                                 const parsing::CheckpointPlace& place = {});

}  // namespace espalier::curation
