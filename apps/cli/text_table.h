// Tables in plain text, in the style of those that eval and stats print: a header, a rule, columns two spaces apart.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "espalier/report.h"

namespace espalier::cli {

class TextTable {
 public:
  using Align = report::Align;
  using Column = report::TableColumn;

  /// Without any header there is no rule either.
  explicit TextTable(std::vector<Column> columns) { table_.columns = std::move(columns); }

  /// Missing cells at the end are empty.
  void add(const std::vector<std::string>& cells) { table_.add({cells.begin(), cells.end()}); }
  bool empty() const noexcept { return table_.rows.empty(); }
  std::string render() const { return report::render(table_, report::TableFormat::kText); }

 private:
  report::Table table_;
};

/// A line of `width` columns and its end.
std::string rule(std::size_t width);
/// `1.2 MB`, for people.
std::string readable_bytes(std::size_t bytes);

}  // namespace espalier::cli
