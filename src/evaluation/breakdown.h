// Attachment scores for parts of the words: by relation, tag, distance, direction, length, projectivity, depth.
#pragma once

#include <string>
#include <vector>

#include "evaluation/attachment.h"

namespace espalier::evaluation {

/// For options that come from a user, before files are read.
/// Throws Error kUsage for a dimension that is not in breakdown_dimensions().
void require_dimensions(const std::vector<std::string>& dimensions);

/// One for each dimension, in the order asked for. REQUIRES known dimensions.
std::vector<Breakdown> break_down(const Judgement& judgement, const std::vector<std::string>& dimensions);

}  // namespace espalier::evaluation
