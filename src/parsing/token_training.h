// Training of a token parser, from treebanks to the sections of a model.
#pragma once

#include <memory>

#include "parsing/parser_training.h"

namespace espalier::parsing {

/// Labels alone: the predictors of heads are learned before it, since it asks for them, and there is nothing else that
/// finds trees.
std::unique_ptr<ParserTraining> make_token_training(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
