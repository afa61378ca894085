// Tables as Markdown (GitHub's pipes), TSV, HTML and JSON.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/unicode.h"
#include "report/escape.h"
#include "report/table_formats.h"

namespace espalier::report {
namespace {

std::string markdown_escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    // Only what could start markup, close the cell or open an HTML tag.
    if (std::string_view("\\|*_`<>[]&~#").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_cell(const Cell& cell, int decimals) {
  std::string text = markdown_escaped(cell_text(cell, decimals));
  return cell.is_strong() && !text.empty() ? "**" + text + "**" : text;
}

std::string markdown_rule(Align align, int width) {
  std::string rule(static_cast<std::size_t>(std::max(width, 3)), '-');
  if (align != Align::kLeft) rule.back() = ':';
  if (align == Align::kCentre) rule.front() = ':';
  return rule;
}

void append_markdown_line(std::string& out, const std::vector<std::string>& cells, const std::vector<int>& widths,
                          const Table& table) {
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto missing = static_cast<std::size_t>(std::max(0, widths[c] - base::display_width(cells[c])));
    const bool right = table.columns[c].align == Align::kRight;
    out += "| ";
    if (right) out.append(missing, ' ');
    out += cells[c];
    if (!right) out.append(missing, ' ');
    out += ' ';
  }
  out += "|\n";
}

/// A number as a program wants it, a text without the two characters that end fields and lines.
std::string tsv_cell(const Cell& cell, int decimals) {
  if (cell.is_number() && !std::isfinite(cell.real_value())) return {};
  std::string text = printable(cell_text(cell, decimals));
  if (cell.kind() == Cell::Kind::kPercent) text.pop_back();
  return text;
}

std::string_view html_class(Align align) {
  switch (align) {
    case Align::kRight:
      return " class=\"n\"";
    case Align::kCentre:
      return " class=\"c\"";
    case Align::kLeft:
      break;
  }
  return "";
}

void append_html_cell(std::string& out, const Cell& cell, const TableColumn& column, bool is_row_header) {
  const std::string_view tag = is_row_header ? "th" : "td";
  out += '<';
  out += tag;
  if (is_row_header) out += " scope=\"row\"";
  out += html_class(column.align);
  out += '>';
  if (cell.is_strong()) out += "<strong>";
  append_escaped(out, cell_text(cell, column.decimals));
  if (cell.is_strong()) out += "</strong>";
  out += "</";
  out += tag;
  out += '>';
}

nlohmann::ordered_json json_cell(const Cell& cell) {
  switch (cell.kind()) {
    case Cell::Kind::kEmpty:
      return nullptr;
    case Cell::Kind::kText:
      return cell.text();
    case Cell::Kind::kInteger:
      return cell.integer_value();
    case Cell::Kind::kReal:
    case Cell::Kind::kPercent:
      break;
  }
  if (!std::isfinite(cell.real_value())) return nullptr;
  return cell.real_value();
}

}  // namespace

std::string render_markdown(const Table& table, const TableOptions& options) {
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& column : table.columns) lines[0].push_back(markdown_escaped(column.header));
  for (const auto& row : table.rows) {
    auto& line = lines.emplace_back();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      line.push_back(markdown_cell(cell_at(row, c), table.columns[c].decimals));
    }
  }
  std::vector<int> widths(table.columns.size(), 3);
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], base::display_width(line[c]));
  }
  std::string out;
  if (options.title && !table.title.empty()) out += "### " + markdown_escaped(table.title) + "\n\n";
  if (table.columns.empty()) return out;
  append_markdown_line(out, lines[0], widths, table);
  std::vector<std::string> rules;
  for (std::size_t c = 0; c < widths.size(); ++c) rules.push_back(markdown_rule(table.columns[c].align, widths[c]));
  append_markdown_line(out, rules, widths, table);
  for (std::size_t r = 1; r < lines.size(); ++r) append_markdown_line(out, lines[r], widths, table);
  return out;
}

std::string render_tsv(const Table& table, const TableOptions& options) {
  std::string out;
  if (options.title && !table.title.empty()) out += "# " + printable(table.title) + "\n";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (c > 0) out += '\t';
    append_printable(out, table.columns[c].header);
  }
  out += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (c > 0) out += '\t';
      out += tsv_cell(cell_at(row, c), table.columns[c].decimals);
    }
    out += '\n';
  }
  return out;
}

std::string render_html(const Table& table, const TableOptions& options) {
  std::string out = "<table>\n";
  if (options.title && !table.title.empty()) out += "<caption>" + escaped(table.title) + "</caption>\n";
  out += "<thead><tr>";
  for (const auto& column : table.columns) {
    out += "<th scope=\"col\"";
    out += html_class(column.align);
    out += '>';
    append_escaped(out, column.header);
    out += "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += row.rule_before ? "<tr class=\"rule\">" : "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      append_html_cell(out, cell_at(row, c), table.columns[c], c == 0);
    }
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n";
  return out;
}

std::string render_json(const Table& table, const TableOptions& options) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  if (options.title && !table.title.empty()) out["title"] = table.title;
  out["columns"] = nlohmann::ordered_json::array();
  for (const auto& column : table.columns) out["columns"].push_back(column.header);
  out["rows"] = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    auto& line = out["rows"].emplace_back(nlohmann::ordered_json::array());
    for (std::size_t c = 0; c < table.columns.size(); ++c) line.push_back(json_cell(cell_at(row, c)));
  }
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace espalier::report
