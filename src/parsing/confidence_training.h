// Learning when a parser is right, from sentences that it did not learn from.
//
// Idea: judge the arcs of development data; or, where the development data shall say how good the confidence itself is,
// of the training data in folds: each is parsed by a parser that learned from the others. Scores for isotonic
// regression come from weights that were learned on the other half of the judged sentences: on their own half they are
// too good. Cost: a training of the parser for each fold, if there are folds.
#pragma once

#include <span>
#include <vector>

#include "base/team.h"
#include "parsing/arc_confidence.h"
#include "parsing/parser_model.h"
#include "parsing/pipeline_training.h"
#include "parsing/training_set.h"
#include "parsing/watch.h"

namespace espalier::parsing {

/// A sentence as a parser parsed it.
struct JudgedSentence {
  Sentence parsed;
  std::vector<float> opinions;      ///< by node
  std::vector<std::int32_t> truth;  ///< heads, by node; below 0: not known
};

/// The development sentences of `data`, parsed.
std::vector<JudgedSentence> judge(const ParserModel& model, const TrainingData& data, base::Team& team);

/// The training sentences of `data`, each parsed by a parser that did not learn from it. REQUIRES folds >= 2 and as
/// many sentences.
std::vector<JudgedSentence> judge_folds(const TrainRequest& request, const TrainingData& data, std::size_t folds,
                                        const Watch& watch, const MakeParserTraining& make_training, base::Team& team);

/// Nothing where no arc could be judged.
ConfidenceParts learn_confidence(std::span<const JudgedSentence> judged);

}  // namespace espalier::parsing
