// Training of all stages from one treebank: text to words, words to tags, tags to trees.
//
// Each stage learns what it will meet: the parser is trained on tags as the tagger gives them to sentences that it did
// not learn from (jackknifing), and the development data is tagged by the tagger, too, so that scores are those of
// parsing words, not of parsing gold tags; unless the recipe says `tags = gold`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "espalier/trainer.h"
#include "parsing/checkpoint.h"
#include "parsing/parser_kinds.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// Who makes the training of the parser.
using MakeParserTraining = std::function<std::unique_ptr<ParserTraining>(const TrainRequest&, const Control&)>;

/// The bytes of a model file. Goes on from the request's state, if it is to.
std::string train_pipeline(const TrainRequest& request, const Control& control,
                           const MakeParserTraining& make_training = make_parser_training);

/// The same from data that are read already; `place`: where what is done is kept, whatever the request says.
std::string train_pipeline(const TrainRequest& request, TrainingData data, const Control& control,
                           const MakeParserTraining& make_training, const CheckpointPlace& place = {});

/// For the state that a request names, or null. Throws as Checkpoint does, and Error kUsage where there is no name.
std::unique_ptr<Checkpoint> open_checkpoint(const TrainRequest& request, const TrainingData& data,
                                            const Control& control);

/// The request for the stage of trees alone, with the tags that its parser learns from. Throws Error kUsage for options
/// that the kind of parser has no use for.
TrainRequest for_trees(TrainRequest request);

/// The parser alone, from data that are read already: all that it asks of other stages is learned from these, too.
TrainedParser train_parser(const TrainRequest& request, TrainingData data, const Control& control,
                           const MakeParserTraining& make_training = make_parser_training);

/// What the parser of that model would be trained from: tags, columns and answers of predictors as it meets them.
TrainingData data_for_parser(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
