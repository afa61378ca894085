// Training of a graph parser, from treebank files to the bytes of a model.
#pragma once

#include <string>

#include "espalier/trainer.h"

namespace espalier::parsing {

/// Filter, labels, trees, in this order, each epoch scored on the development data where there are any; the model of
/// the best epoch is returned as the bytes of its file.
std::string train_graph(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
