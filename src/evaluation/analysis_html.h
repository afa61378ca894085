// The analyses as sections of a page.
#pragma once

#include "espalier/evaluation.h"
#include "report/page.h"

namespace espalier::evaluation {

/// Confusions with their matrices, errors, confidence with plots.
void add_analyses(const EvaluationResult& result, report::Page& page);
void add_agreement(const EvaluationResult& result, report::Page& page);

}  // namespace espalier::evaluation
