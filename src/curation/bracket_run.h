// The search for errors of a treebank of constituents, once it is read.
#pragma once

#include <vector>

#include "curation/numbered_brackets.h"
#include "curation/numbered_treebank.h"
#include "espalier/treebank_errors.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

/// `parsers`: three, of constituents, with gold tags; the second reads sentences from the last word to the first.
ErrorResult find_bracket_errors(const ErrorRequest& request, ReadTreebank treebank,
                                const std::vector<TrainRequest>& parsers, const Control& control,
                                const parsing::MakeParserTraining& make_training,
                                parsing::Checkpoint* checkpoint = nullptr);

/// F of brackets, in percent, without labels and with.
ErrorParser bracket_mark(const std::string& name, const Answers& gold, const Answers& said);

}  // namespace espalier::curation
