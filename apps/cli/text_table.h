// Tables in plain text, in the style of those that eval and stats print: a header, a rule, columns two spaces apart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::cli {

class TextTable {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string header;
    Align align = Align::kLeft;
  };

  /// Without any header there is no rule either.
  explicit TextTable(std::vector<Column> columns);

  /// Missing cells at the end are empty.
  void add(std::vector<std::string> cells);
  bool empty() const noexcept { return rows_.empty(); }
  std::string render() const;

 private:
  void put(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, std::string& out) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A line of `width` columns and its end.
std::string rule(std::size_t width);
/// `1.2 MB`, for people.
std::string readable_bytes(std::size_t bytes);

}  // namespace espalier::cli
