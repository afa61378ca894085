// Training of a transition parser, from treebank files to the bytes of a model.
#pragma once

#include <string>

#include "espalier/trainer.h"

namespace espalier::parsing {

/// Labels, then moves, each epoch scored on the development data where there are any; the model of the best epoch is
/// returned as the bytes of its file.
std::string train_transition(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
