// The analyses for programs, whole.
#pragma once

#include <nlohmann/json.hpp>

#include "espalier/evaluation.h"

namespace espalier::evaluation {

using Json = nlohmann::ordered_json;

/// Adds `confusion`, `errors`, `confidence` and `lexicalisation`, as far as the system has them.
void add_analyses(const SystemEvaluation& system, Json& json);
/// REQUIRES an agreement.
Json agreement_json(const EvaluationResult& result);

}  // namespace espalier::evaluation
