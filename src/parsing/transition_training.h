// Training of a transition parser, from treebanks to the sections of a model.
#pragma once

#include <memory>

#include "parsing/parser_training.h"

namespace espalier::parsing {

/// Labels, then moves, each epoch scored on the development data where there are any; the model of the best epoch is
/// returned.
std::unique_ptr<ParserTraining> make_transition_training(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
