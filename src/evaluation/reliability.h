// What the confidence of an output is worth.
#pragma once

#include <span>

#include "espalier/analysis.h"
#include "evaluation/attachment.h"

namespace espalier::evaluation {

struct JudgedArc {
  float confidence = 0;
  bool right = false;
};

/// REQUIRES a system document with confidences. Throws Error kInput when no word that counts has one. A word that the
/// gold standard does not have is wrong.
Reliability reliability_of(const Judgement& judgement);
Reliability reliability_of(std::vector<JudgedArc> arcs);

}  // namespace espalier::evaluation
