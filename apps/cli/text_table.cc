#include "cli/text_table.h"

#include <fmt/format.h>

#include <array>

namespace espalier::cli {

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
