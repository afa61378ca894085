// Which words count, and what is right of each: shared by all attachment scores, breakdowns and analyses.
#include "evaluation/attachment.h"

#include <algorithm>

namespace espalier::evaluation {
namespace {

/// `is_picked(w)`: a list names the word itself.
template <class IsPicked>
std::vector<std::uint8_t> counted_of(const Document& document, const Vocabulary& vocabulary, const WordFilter& filter,
                                     IsPicked is_picked) {
  std::vector<std::uint8_t> counted(document.words(), 1);
  if (filter.is_open()) return counted;
  // Asked once for each label, not for each word: the list may be long.
  std::vector<std::uint8_t> label_counts(vocabulary.fields[index(Field::kLabel)].size(), 1);
  if (filter.is_limited()) {
    for (std::uint32_t id = 0; id < label_counts.size(); ++id) {
      label_counts[id] = is_listed(vocabulary.text(Field::kLabel, id), filter.relevant) ? 1 : 0;
    }
  }
  const std::vector<std::string>& forms = filter.relevant_forms;
  const auto has_listed_form = [&](std::size_t w) {
    return !forms.empty() && std::binary_search(forms.begin(), forms.end(), document.form(w, vocabulary));
  };
  for (std::size_t w = 0; w < counted.size(); ++w) {
    const bool omitted = filter.omit_punctuation && document.is_punctuation(w);
    const bool wanted = label_counts[document.id(Field::kLabel, w)] != 0 || is_picked(w) || has_listed_form(w);
    counted[w] = !omitted && wanted ? 1 : 0;
  }
  return counted;
}

}  // namespace

std::vector<std::uint8_t> counted_gold_words(const Document& gold, const Vocabulary& vocabulary,
                                             const WordFilter& filter) {
  const std::vector<std::uint8_t>& picked = filter.relevant_words;
  return counted_of(gold, vocabulary, filter, [&](std::size_t g) { return !picked.empty() && picked[g] != 0; });
}

CountedWords counted_words(const Document& gold, const Document& system, const Alignment& alignment,
                           const Vocabulary& vocabulary, const WordFilter& filter) {
  const std::vector<std::uint8_t>& picked = filter.relevant_words;
  const auto is_picked = [&](std::size_t s) {
    const std::int32_t g = alignment.to_gold[s];
    return !picked.empty() && g != Alignment::kNone && picked[static_cast<std::size_t>(g)] != 0;
  };
  return {counted_gold_words(gold, vocabulary, filter), counted_of(system, vocabulary, filter, is_picked)};
}

Judgement::Judgement(const Document& gold_document, const Document& system_document, const Alignment& words,
                     const Vocabulary& texts, const WordFilter& filter)
    : gold(gold_document),
      system(system_document),
      alignment(words),
      vocabulary(texts),
      counted(counted_words(gold, system, alignment, vocabulary, filter)),
      right(gold.words(), 0) {
  const PairView pair(gold, system, alignment);
  for (std::size_t g = 0; g < right.size(); ++g) {
    if (!is_aligned(g)) continue;
    const auto s = static_cast<std::size_t>(alignment.to_system[g]);
    if (!pair.same_head(g, s)) continue;
    right[g] = pair.same(Field::kLabel, g, s) ? kHeadRight | kBothRight : kHeadRight;
  }
}

}  // namespace espalier::evaluation
