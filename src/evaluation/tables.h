// Results as tables: what the text and the HTML renderings share.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "espalier/evaluation.h"
#include "espalier/report.h"

namespace espalier::evaluation {

/// Columns of numbers.
void add_columns(report::Table& table, std::initializer_list<const char*> headers);
/// A number of words.
report::Cell count_cell(std::uint64_t count);

/// One system: a row for each measure with precision, recall, F1 and aligned accuracy. Several: a column for each
/// system.
report::Table measure_table(const EvaluationResult& result);
/// The measures by sentence length (parseval); no columns when there are no groups.
report::Table group_table(const EvaluationResult& result, std::size_t system);
/// A breakdown; with several systems side by side, their labelled scores.
report::Table breakdown_table(const EvaluationResult& result, std::size_t breakdown);
report::Table comparison_table(const EvaluationResult& result);

/// `file` without its folders, made different from the others' by its number where need be.
std::vector<std::string> system_names(const EvaluationResult& result);
/// What was read, left out and skipped, in sentences.
std::vector<std::string> remarks(const EvaluationResult& result);

}  // namespace espalier::evaluation
