#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/unicode.h"
#include "espalier/error.h"
#include "espalier/report.h"
#include "report/escape.h"
#include "report/table_formats.h"

namespace espalier::report {

Cell Cell::integer(std::int64_t value) {
  Cell cell;
  cell.kind_ = Kind::kInteger;
  cell.integer_ = value;
  cell.real_ = static_cast<double>(value);
  return cell;
}

Cell Cell::real(double value, int decimals) {
  Cell cell;
  cell.kind_ = Kind::kReal;
  cell.real_ = value;
  cell.decimals_ = decimals;
  return cell;
}

Cell Cell::percent(double value, int decimals) {
  Cell cell = real(value, decimals);
  cell.kind_ = Kind::kPercent;
  return cell;
}

Cell Cell::strong() const {
  Cell cell = *this;
  cell.strong_ = true;
  return cell;
}

std::string fixed(double value, int decimals) {
  std::string out = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 17));
  // A minus before nothing but zeros says something that the reader cannot see.
  if (out.front() == '-' && out.find_first_not_of("-0.") == std::string::npos) out.erase(0, 1);
  return out;
}

std::string cell_text(const Cell& cell, int decimals) {
  const int shown = cell.decimals() == Cell::kColumnDecimals ? decimals : cell.decimals();
  switch (cell.kind()) {
    case Cell::Kind::kEmpty:
      return {};
    case Cell::Kind::kText:
      return cell.text();
    case Cell::Kind::kInteger:
      return fmt::format("{}", cell.integer_value());
    case Cell::Kind::kReal:
    case Cell::Kind::kPercent:
      break;
  }
  if (!std::isfinite(cell.real_value())) return "–";
  return fixed(cell.real_value(), shown) + (cell.kind() == Cell::Kind::kPercent ? "%" : "");
}

const Cell& cell_at(const TableRow& row, std::size_t column) {
  static const Cell kEmptyCell;
  return column < row.cells.size() ? row.cells[column] : kEmptyCell;
}

TableFormat table_format_named(std::string_view name) {
  if (name == "text") return TableFormat::kText;
  if (name == "markdown" || name == "md") return TableFormat::kMarkdown;
  if (name == "tsv") return TableFormat::kTsv;
  if (name == "html") return TableFormat::kHtml;
  if (name == "json") return TableFormat::kJson;
  throw Error(ErrorKind::kUsage,
              fmt::format("no table format '{}'; there are text, markdown, tsv, html, json", printable(name)));
}

std::string render(const Table& table, TableFormat format, const TableOptions& options) {
  switch (format) {
    case TableFormat::kText:
      return render_text(table, options);
    case TableFormat::kMarkdown:
      return render_markdown(table, options);
    case TableFormat::kTsv:
      return render_tsv(table, options);
    case TableFormat::kHtml:
      return render_html(table, options);
    case TableFormat::kJson:
      return render_json(table, options);
  }
  return {};
}

}  // namespace espalier::report
