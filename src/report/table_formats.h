// The renderings behind render(), one function each, and what they share. Internal to this room.
#pragma once

#include <cstddef>
#include <string>

#include "espalier/report.h"

namespace espalier::report {

std::string render_text(const Table& table, const TableOptions& options);
std::string render_markdown(const Table& table, const TableOptions& options);
std::string render_tsv(const Table& table, const TableOptions& options);
std::string render_html(const Table& table, const TableOptions& options);
std::string render_json(const Table& table, const TableOptions& options);

/// Rounded to `decimals`, never `-0`.
std::string fixed(double value, int decimals);
/// The cell, or an empty one where the row is too short.
const Cell& cell_at(const TableRow& row, std::size_t column);

}  // namespace espalier::report
