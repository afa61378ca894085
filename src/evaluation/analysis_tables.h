// The analyses as tables: what the text and the HTML renderings share.
#pragma once

#include <string>
#include <vector>

#include "espalier/evaluation.h"
#include "espalier/report.h"

namespace espalier::evaluation {

/// The tables of a system's analyses, one after the other; none when none was asked for.
std::vector<report::Table> analysis_tables(const EvaluationResult& result, std::size_t system);
report::Table confusion_table(const Confusion& confusion, const std::string& system);
std::vector<report::Table> error_tables(const ErrorAnalysis& errors, const std::string& system);
std::vector<report::Table> reliability_tables(const Reliability& reliability, const std::string& system);
report::Table lexicalisation_table(const Lexicalisation& lexicalisation, const std::string& system);

/// Systems word by word; nothing when that was not asked for.
std::vector<report::Table> agreement_tables(const EvaluationResult& result);

}  // namespace espalier::evaluation
