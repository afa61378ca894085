#include "features/delta.h"

#include <charconv>

namespace espalier::features {

std::vector<int> distance_bins(const std::vector<std::string>& parameters) {
  if (parameters.empty()) return {1, 2, 3, 4, 5, 6, 8, 11, 16, 26};
  std::vector<int> out;
  for (const std::string& text : parameters) {
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    out.push_back(value);
  }
  return out;
}

}  // namespace espalier::features
