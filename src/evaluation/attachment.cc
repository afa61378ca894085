#include "evaluation/attachment.h"

namespace espalier::evaluation {

std::vector<std::uint8_t> counted_words(const Document& document, const Vocabulary& vocabulary,
                                        const WordFilter& filter) {
  std::vector<std::uint8_t> counted(document.words(), 1);
  if (filter.is_open()) return counted;
  std::vector<std::uint8_t> label_counts(vocabulary.fields[index(Field::kLabel)].size(), 1);
  if (!filter.relevant.empty()) {
    for (std::uint32_t id = 0; id < label_counts.size(); ++id) {
      label_counts[id] = is_listed(vocabulary.text(Field::kLabel, id), filter.relevant) ? 1 : 0;
    }
  }
  for (std::size_t w = 0; w < counted.size(); ++w) {
    const bool omitted = filter.omit_punctuation && document.is_punctuation(w);
    counted[w] = !omitted && label_counts[document.id(Field::kLabel, w)] != 0 ? 1 : 0;
  }
  return counted;
}

}  // namespace espalier::evaluation
