// Tables for terminals: columns padded by display width, with rules drawn in box characters.
#include <algorithm>
#include <vector>

#include "base/unicode.h"
#include "report/escape.h"
#include "report/table_formats.h"

namespace espalier::report {
namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

/// The strings of one kind of horizontal rule, and of the verticals of a row.
struct Pen {
  std::string_view left, between, right, fill;
};
constexpr Pen kLightRow{"", "  ", "", " "};
constexpr Pen kLightRule{"", "──", "", "─"};
constexpr Pen kBoxRow{"│ ", " │ ", " │", " "};
constexpr Pen kBoxTop{"┌─", "─┬─", "─┐", "─"};
constexpr Pen kBoxRule{"├─", "─┼─", "─┤", "─"};
constexpr Pen kBoxBottom{"└─", "─┴─", "─┘", "─"};

void repeat(std::string& out, std::string_view piece, int times) {
  for (int i = 0; i < times; ++i) out += piece;
}

/// Text, width and padding of all cells, computed once.
struct Layout {
  std::vector<std::vector<std::string>> texts;  ///< row 0 is the header
  std::vector<int> widths;
};

Layout lay_out(const Table& table) {
  Layout layout;
  const std::size_t columns = table.columns.size();
  layout.widths.assign(columns, 0);
  auto& header = layout.texts.emplace_back();
  for (const auto& column : table.columns) header.push_back(printable(column.header));
  for (const auto& row : table.rows) {
    auto& line = layout.texts.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) {
      line.push_back(printable(cell_text(cell_at(row, c), table.columns[c].decimals)));
    }
  }
  for (const auto& line : layout.texts) {
    for (std::size_t c = 0; c < columns; ++c) {
      layout.widths[c] = std::max(layout.widths[c], base::display_width(line[c]));
    }
  }
  return layout;
}

void append_cell(std::string& out, const std::string& text, int width, Align align, bool bold) {
  const int missing = width - base::display_width(text);
  const int before = align == Align::kRight ? missing : align == Align::kCentre ? missing / 2 : 0;
  repeat(out, " ", before);
  if (bold) out += kBold;
  out += text;
  if (bold) out += kPlain;
  repeat(out, " ", missing - before);
}

void append_rule(std::string& out, const Layout& layout, const Pen& pen) {
  out += pen.left;
  for (std::size_t c = 0; c < layout.widths.size(); ++c) {
    if (c > 0) out += pen.between;
    repeat(out, pen.fill, layout.widths[c]);
  }
  out += pen.right;
  out += '\n';
}

void append_line(std::string& out, const Table& table, const Layout& layout, std::size_t line, const Pen& pen,
                 const TableOptions& options) {
  out += pen.left;
  for (std::size_t c = 0; c < layout.widths.size(); ++c) {
    if (c > 0) out += pen.between;
    const bool bold = options.colour && (line == 0 || cell_at(table.rows[line - 1], c).is_strong());
    append_cell(out, layout.texts[line][c], layout.widths[c], table.columns[c].align, bold);
  }
  out += pen.right;
  while (out.back() == ' ') out.pop_back();
  out += '\n';
}

}  // namespace

std::string render_text(const Table& table, const TableOptions& options) {
  std::string out;
  if (options.title && !table.title.empty()) {
    if (options.colour) out += kBold;
    append_printable(out, table.title);
    if (options.colour) out += kPlain;
    out += '\n';
  }
  if (table.columns.empty()) return out;
  const Layout layout = lay_out(table);
  const bool box = options.rules == TextRules::kBox;
  const Pen& row_pen = box ? kBoxRow : kLightRow;
  const Pen& rule_pen = box ? kBoxRule : kLightRule;
  if (box) append_rule(out, layout, kBoxTop);
  const bool has_header = std::any_of(table.columns.begin(), table.columns.end(),
                                      [](const auto& column) { return !column.header.empty(); });
  if (has_header) {
    append_line(out, table, layout, 0, row_pen, options);
    append_rule(out, layout, rule_pen);
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (table.rows[r].rule_before && r > 0) append_rule(out, layout, rule_pen);
    append_line(out, table, layout, r + 1, row_pen, options);
  }
  if (box) append_rule(out, layout, kBoxBottom);
  return out;
}

}  // namespace espalier::report
