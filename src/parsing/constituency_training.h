// Training of a constituency parser, from treebanks to the sections of a model.
#pragma once

#include <memory>

#include "parsing/parser_training.h"

namespace espalier::parsing {

/// Trees are made binary and actions learned, each epoch scored on the development data where there are any; the model
/// of the best epoch is returned.
std::unique_ptr<ParserTraining> make_constituency_training(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
