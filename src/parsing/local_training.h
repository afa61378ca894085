// Training of a parser with local classifiers, from treebanks to the sections of a model.
#pragma once

#include <memory>

#include "parsing/parser_training.h"

namespace espalier::parsing {

/// Examples along the oracle's way, then one classifier a part by LIBLINEAR or libsvm; scored on the development data
/// where there are any. The model is returned.
std::unique_ptr<ParserTraining> make_local_training(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
