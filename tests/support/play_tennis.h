// Quinlan's fourteen Saturday mornings (Induction of Decision Trees, 1986).
#pragma once

#include <string>

#include "learning/categorical.h"
#include "learning/decision_tree.h"

namespace espalier::tests {

/// outlook (sunny overcast rain), temperature (hot mild cool), humidity (high normal), windy (false true); no, yes.
inline learning::CategoricalData play_tennis() {
  constexpr std::uint32_t kRows[14][5] = {
      {0, 0, 0, 0, 0}, {0, 0, 0, 1, 0}, {1, 0, 0, 0, 1}, {2, 1, 0, 0, 1}, {2, 2, 1, 0, 1},
      {2, 2, 1, 1, 0}, {1, 2, 1, 1, 1}, {0, 1, 0, 0, 0}, {0, 2, 1, 0, 1}, {2, 1, 1, 0, 1},
      {0, 1, 1, 1, 1}, {1, 1, 0, 1, 1}, {1, 0, 1, 0, 1}, {2, 1, 0, 1, 0},
  };
  learning::CategoricalData data;
  data.columns.resize(4);
  for (const auto& row : kRows) {
    for (std::size_t a = 0; a < 4; ++a) data.columns[a].push_back(row[a]);
    data.labels.push_back(row[4]);
  }
  return data;
}

inline learning::TreeNames play_tennis_names() {
  static const std::string kAttributes[] = {"outlook", "temperature", "humidity", "windy"};
  static const std::string kValues[4][3] = {
      {"sunny", "overcast", "rain"}, {"hot", "mild", "cool"}, {"high", "normal", ""}, {"false", "true", ""}};
  return {[](std::uint32_t a) { return kAttributes[a]; },
          [](std::uint32_t a, std::uint32_t v) { return kValues[a][v]; },
          [](std::uint32_t label) { return std::string(label == 0 ? "no" : "yes"); }};
}

}  // namespace espalier::tests
