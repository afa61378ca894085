#include "cli/parse_costs.h"

#include <fmt/format.h>

namespace espalier::cli {

std::string parse_costs(const ParseCounts& counts) {
  const auto per_word = [&](std::uint64_t count) {
    return counts.words == 0 ? 0 : static_cast<double>(count) / static_cast<double>(counts.words);
  };
  if (counts.configurations == 0) {
    return fmt::format("{:.2f} arcs and {:.2f} other parts scored a word", per_word(counts.arcs),
                       per_word(counts.parts));
  }
  std::string text =
      fmt::format("{:.2f} configurations a word, in {:.2f} of them the model was asked; {:.2f} features looked up",
                  per_word(counts.configurations), per_word(counts.decisions), per_word(counts.lookups));
  if (counts.merged > 0) text += fmt::format(", {:.2f} configurations merged", per_word(counts.merged));
  return text;
}

}  // namespace espalier::cli
