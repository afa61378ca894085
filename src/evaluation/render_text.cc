// Results for terminals: what was scored, then one table after the other.
#include "evaluation/analysis_tables.h"
#include "evaluation/tables.h"

namespace espalier {

std::string to_text(const EvaluationResult& result) {
  using report::TableFormat;
  std::string text;
  const auto add = [&text](const report::Table& table) {
    if (table.columns.empty() || table.rows.empty()) return;
    if (!text.empty()) text += "\n";
    text += report::render(table, TableFormat::kText);
  };
  for (const std::string& line : evaluation::remarks(result)) text += line + "\n";
  if (result.systems.empty()) return text;
  add(evaluation::measure_table(result));
  for (std::size_t i = 0; i < result.systems.size(); ++i) add(evaluation::group_table(result, i));
  for (std::size_t b = 0; b < result.systems.front().breakdowns.size(); ++b)
    add(evaluation::breakdown_table(result, b));
  for (std::size_t i = 0; i < result.systems.size(); ++i) {
    for (const report::Table& table : evaluation::analysis_tables(result, i)) add(table);
  }
  add(evaluation::comparison_table(result));
  for (const report::Table& table : evaluation::agreement_tables(result)) add(table);
  return text;
}

}  // namespace espalier
