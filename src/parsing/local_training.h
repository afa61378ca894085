// Training of a parser with local classifiers, from treebank files to the bytes of a model.
#pragma once

#include <string>

#include "espalier/trainer.h"

namespace espalier::parsing {

/// Examples along the oracle's way, then one classifier a part by LIBLINEAR; scored on the development data where
/// there are any. The model is returned as the bytes of its file.
std::string train_local(const TrainRequest& request, const Control& control);

}  // namespace espalier::parsing
