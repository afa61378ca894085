// Which values are taken for which others: labels, tags, or any other key that words have in both trees.
#pragma once

#include <string>

#include "espalier/analysis.h"
#include "evaluation/attachment.h"

namespace espalier::evaluation {

/// REQUIRES a dimension of breakdown_dimensions().
Confusion confusion_of(const Judgement& judgement, const std::string& dimension);

}  // namespace espalier::evaluation
