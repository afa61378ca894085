#include "parsing/constraints.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"

namespace espalier::parsing {

void Constraints::read(const Sentence& sentence, const std::vector<std::string>& names) {
  heads.assign(sentence.heads().begin(), sentence.heads().end());
  labels.assign(sentence.heads().size(), -1);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (sentence.head(word) > sentence.size()) {
      throw Error(ErrorKind::kInput, Place{{}, sentence.line(), 0},
                  fmt::format("the head of word {} is {}, and there is no such word", word, sentence.head(word)));
    }
    const auto found = std::find(names.begin(), names.end(), sentence.deprel(word));
    if (found != names.end()) {
      labels[static_cast<std::size_t>(word)] = static_cast<std::int32_t>(found - names.begin());
    }
  }
}

void write_tree(Sentence& sentence, const std::vector<std::int32_t>& heads, const std::vector<std::int32_t>& labels,
                const std::vector<std::string>& names, bool keeps) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const auto at = static_cast<std::size_t>(word);
    const bool kept = keeps && sentence.head(word) >= 0 && !sentence.deprel(word).empty();
    sentence.set_head(word, heads[at]);
    if (!kept) sentence.set(word, Column::kDeprel, names[static_cast<std::size_t>(labels[at])]);
  }
  sentence.clear_deps();
}

}  // namespace espalier::parsing
