// A matrix of counts as an HTML table whose cells are the darker the greater their share of the row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace espalier::report {

struct HeatMap {
  std::string title = {};
  std::vector<std::string> rows = {};
  std::vector<std::string> columns = {};
  std::vector<std::vector<std::uint64_t>> values =
      {};  ///< [row][column]; where both have one name, it is what is right
};

/// Cells of 0 are empty; rows of nothing but 0 stay, so that maps with the same names can be compared.
std::string heat_table(const HeatMap& map);

}  // namespace espalier::report
