// Where the errors are: kinds of attachment, where wrong heads lie, the words that are wrong most often.
#pragma once

#include "espalier/analysis.h"
#include "evaluation/attachment.h"

namespace espalier::evaluation {

/// REQUIRES a gold document with the ids of its sentences.
ErrorAnalysis analyse_errors(const Judgement& judgement);

}  // namespace espalier::evaluation
