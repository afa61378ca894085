// The shade goes with the square root of the share: what is right is most of a row, and a hundredth should still be
// seen beside it. One colour with an alpha works on light and dark paper.
#include "report/heat.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "report/escape.h"

namespace espalier::report {
namespace {

constexpr double kDarkest = 0.8;  // alpha: the figure on top stays readable

void append_cell(std::string& out, std::uint64_t value, std::uint64_t row_total, bool is_right) {
  if (value == 0) {
    out += "<td></td>";
    return;
  }
  const double share = static_cast<double>(value) / static_cast<double>(row_total);
  // Blue for what is right, vermilion for what is not (Okabe and Ito).
  out += fmt::format("<td class=\"n\" style=\"background:rgba({},{:.2f})\">{}</td>",
                     is_right ? "0,114,178" : "213,94,0", kDarkest * std::sqrt(share), value);
}

}  // namespace

std::string heat_table(const HeatMap& map) {
  std::string out = "<table>\n";
  if (!map.title.empty()) out += "<caption>" + escaped(map.title) + "</caption>\n";
  out += "<thead><tr><th></th>";
  for (const std::string& column : map.columns) {
    out += "<th scope=\"col\" class=\"n\">" + escaped(column) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    out += "<tr><th scope=\"row\">" + escaped(map.rows[r]) + "</th>";
    const std::uint64_t total = std::accumulate(map.values[r].begin(), map.values[r].end(), std::uint64_t{0});
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      append_cell(out, map.values[r][c], total, map.rows[r] == map.columns[c]);
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

}  // namespace espalier::report
