// Attachment scores for parts of the words: by relation, tag, distance, direction, length, projectivity, depth.
#pragma once

#include <string>
#include <vector>

#include "evaluation/alignment.h"
#include "evaluation/attachment.h"
#include "evaluation/document.h"

namespace espalier::evaluation {

/// Throws Error kUsage for a dimension that is not in breakdown_dimensions().
void require_dimensions(const std::vector<std::string>& dimensions);

/// One for each dimension, in the order asked for. REQUIRES known dimensions.
std::vector<Breakdown> break_down(const Document& gold, const Document& system, const Alignment& alignment,
                                  const Vocabulary& vocabulary, const WordFilter& filter,
                                  const std::vector<std::string>& dimensions);

}  // namespace espalier::evaluation
