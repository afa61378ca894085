// Idea: a word has a key of its own in each file. Recall divides what is right by the gold words with the key,
// precision by the output's words with the key, each counted on its own side, so that no choice between the two keys of
// a pair is needed. Cost: O(words) for each dimension.
#include "evaluation/breakdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluation/word_keys.h"

namespace espalier::evaluation {
namespace {

/// Right on the head; right on head and label.
std::vector<std::uint8_t> attachment_bits(const Document& gold, const Document& system, const Alignment& alignment) {
  std::vector<std::uint8_t> bits(gold.words(), 0);
  const PairView pair(gold, system, alignment);
  for (std::size_t g = 0; g < bits.size(); ++g) {
    if (alignment.to_system[g] == Alignment::kNone) continue;
    const auto s = static_cast<std::size_t>(alignment.to_system[g]);
    if (!pair.same_head(g, s)) continue;
    bits[g] = pair.same(Field::kLabel, g, s) ? 3 : 1;
  }
  return bits;
}

class BreakdownMaker {
 public:
  BreakdownMaker(const Document& gold, const Document& system, const Alignment& alignment, const Vocabulary& vocabulary,
                 const WordFilter& filter)
      : gold_(gold),
        system_(system),
        alignment_(alignment),
        vocabulary_(vocabulary),
        right_(attachment_bits(gold, system, alignment)),
        in_gold_(counted_words(gold, vocabulary, filter)),
        in_system_(counted_words(system, vocabulary, filter)) {}

  Breakdown make(const std::string& dimension) const {
    const KeySpace space = key_space(dimension);
    std::vector<BreakdownRow> rows(space.size(vocabulary_));
    count_gold(word_keys(gold_, dimension), rows);
    count_system(word_keys(system_, dimension), rows);
    Breakdown breakdown{dimension, {}};
    for (std::uint32_t key = 0; key < rows.size(); ++key) {
      BreakdownRow& row = rows[key];
      if (row.labelled.gold == 0 && row.labelled.system == 0) continue;
      row.key = space.name(vocabulary_, key);
      breakdown.rows.push_back(std::move(row));
    }
    if (space.is_field) sort_by_frequency(breakdown.rows);
    return breakdown;
  }

 private:
  void count_gold(const std::vector<std::uint32_t>& keys, std::vector<BreakdownRow>& rows) const {
    for (std::size_t g = 0; g < keys.size(); ++g) {
      if (in_gold_[g] == 0) continue;
      BreakdownRow& row = rows[keys[g]];
      for (Score* score : {&row.unlabelled, &row.labelled}) {
        ++score->gold;
        score->aligned += alignment_.to_system[g] != Alignment::kNone ? 1 : 0;
      }
      row.unlabelled.correct += right_[g] & 1U;
      row.labelled.correct += right_[g] >> 1U;
    }
  }

  void count_system(const std::vector<std::uint32_t>& keys, std::vector<BreakdownRow>& rows) const {
    for (std::size_t s = 0; s < keys.size(); ++s) {
      if (in_system_[s] == 0) continue;
      BreakdownRow& row = rows[keys[s]];
      ++row.unlabelled.system;
      ++row.labelled.system;
      const std::int32_t g = alignment_.to_gold[s];
      if (g == Alignment::kNone) continue;
      row.unlabelled.correct_in_system += right_[static_cast<std::size_t>(g)] & 1U;
      row.labelled.correct_in_system += right_[static_cast<std::size_t>(g)] >> 1U;
    }
  }

  static void sort_by_frequency(std::vector<BreakdownRow>& rows) {
    std::sort(rows.begin(), rows.end(), [](const BreakdownRow& a, const BreakdownRow& b) {
      return a.labelled.gold != b.labelled.gold ? a.labelled.gold > b.labelled.gold : a.key < b.key;
    });
  }

  const Document& gold_;
  const Document& system_;
  const Alignment& alignment_;
  const Vocabulary& vocabulary_;
  std::vector<std::uint8_t> right_;
  std::vector<std::uint8_t> in_gold_;
  std::vector<std::uint8_t> in_system_;
};

}  // namespace

void require_dimensions(const std::vector<std::string>& dimensions) {
  const std::vector<std::string>& known = breakdown_dimensions();
  for (const std::string& dimension : dimensions) {
    if (std::find(known.begin(), known.end(), dimension) != known.end()) continue;
    throw Error(ErrorKind::kUsage, fmt::format("scores cannot be broken down by '{}'; the dimensions are {}", dimension,
                                               fmt::join(known, ", ")));
  }
}

std::vector<Breakdown> break_down(const Document& gold, const Document& system, const Alignment& alignment,
                                  const Vocabulary& vocabulary, const WordFilter& filter,
                                  const std::vector<std::string>& dimensions) {
  std::vector<Breakdown> breakdowns;
  if (dimensions.empty()) return breakdowns;
  const BreakdownMaker maker(gold, system, alignment, vocabulary, filter);
  for (const std::string& dimension : dimensions) breakdowns.push_back(maker.make(dimension));
  return breakdowns;
}

}  // namespace espalier::evaluation
