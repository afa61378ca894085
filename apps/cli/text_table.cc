#include "cli/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace espalier::cli {
namespace {

constexpr std::size_t kGap = 2;

// In characters: texts that may hold wide ones stand in the last column, which nothing is aligned after.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

void TextTable::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

void TextTable::put(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                    std::string& out) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - width_of(cells[i]), ' ');
    if (i > 0) line.append(kGap, ' ');
    line += columns_[i].align == Align::kRight ? padding + cells[i] : cells[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

std::string TextTable::render() const {
  std::vector<std::string> headers;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    headers.push_back(column.header);
    widths.push_back(width_of(column.header));
  }
  const bool has_header = std::any_of(headers.begin(), headers.end(), [](const auto& text) { return !text.empty(); });
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  if (has_header) {
    std::size_t total = kGap * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    put(headers, widths, out);
    out += rule(total);
  }
  for (const auto& row : rows_) put(row, widths, out);
  return out;
}

std::string rule(std::size_t width) {
  std::string line;
  for (std::size_t i = 0; i < width; ++i) line += "─";
  return line + "\n";
}

std::string readable_bytes(std::size_t bytes) {
  constexpr std::array kUnits = {"kB", "MB", "GB"};
  constexpr double kStep = 1000;
  if (bytes < static_cast<std::size_t>(kStep)) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes) / kStep;
  std::size_t unit = 0;
  for (; value >= kStep && unit + 1 < kUnits.size(); ++unit) value /= kStep;
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace espalier::cli
