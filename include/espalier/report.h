// Espalier: a table as a value, and its renderings: text for terminals, Markdown, TSV, HTML, JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier::report {

/// One value of a table. Numbers keep their value: TSV and JSON give it without decoration.
class Cell {
 public:
  enum class Kind { kEmpty, kText, kInteger, kReal, kPercent };
  /// Decimals of the column are meant.
  static constexpr int kColumnDecimals = -1;

  Cell() = default;
  Cell(std::string text) : kind_(Kind::kText), text_(std::move(text)) {}  // NOLINT: cells are written as values
  Cell(std::string_view text) : kind_(Kind::kText), text_(text) {}        // NOLINT
  Cell(const char* text) : kind_(Kind::kText), text_(text) {}             // NOLINT
  static Cell integer(std::int64_t value);
  static Cell real(double value, int decimals = kColumnDecimals);
  /// `value` is in percent already: 14.2 is shown as `14.2%`.
  static Cell percent(double value, int decimals = kColumnDecimals);

  /// The same cell, set in bold where the rendering can.
  Cell strong() const;

  Kind kind() const noexcept { return kind_; }
  bool is_number() const noexcept { return kind_ != Kind::kText && kind_ != Kind::kEmpty; }
  bool is_strong() const noexcept { return strong_; }
  const std::string& text() const noexcept { return text_; }
  std::int64_t integer_value() const noexcept { return integer_; }
  double real_value() const noexcept { return real_; }
  int decimals() const noexcept { return decimals_; }

 private:
  Kind kind_ = Kind::kEmpty;
  bool strong_ = false;
  int decimals_ = kColumnDecimals;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string text_;
};

enum class Align { kLeft, kRight, kCentre };

struct TableColumn {
  std::string header = {};
  Align align = Align::kLeft;
  int decimals = 2;  ///< of reals and percentages that do not say themselves
};

struct TableRow {
  std::vector<Cell> cells = {};  ///< missing ones at the end are empty
  bool rule_before = false;      ///< a line above: sums, groups
};

struct Table {
  std::string title = {};
  std::vector<TableColumn> columns = {};
  std::vector<TableRow> rows = {};

  /// Adds a row; the reference is good until the next.
  TableRow& add(std::vector<Cell> cells) { return rows.emplace_back(TableRow{std::move(cells), false}); }
  TableRow& add_after_rule(std::vector<Cell> cells) { return rows.emplace_back(TableRow{std::move(cells), true}); }
};

enum class TableFormat { kText, kMarkdown, kTsv, kHtml, kJson };
enum class TextRules {
  kLight,  ///< a line below the header, space between columns
  kBox,    ///< a frame, lines between columns
};

struct TableOptions {
  TextRules rules = TextRules::kLight;
  bool title = true;    ///< false: leave the title out
  bool colour = false;  ///< text: ANSI bold for header, title and strong cells
};

/// The table in one of the formats; ends with a line end. Real numbers that are not finite are shown as `–` (JSON:
/// null).
std::string render(const Table& table, TableFormat format, const TableOptions& options = {});

/// The format named `text`, `markdown` (`md`), `tsv`, `html` or `json`; throws Error kUsage otherwise.
TableFormat table_format_named(std::string_view name);

/// A cell as text without regard to width: what render() puts between the rules. `decimals` is the column's.
std::string cell_text(const Cell& cell, int decimals);

}  // namespace espalier::report
