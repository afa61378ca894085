// Idea: a word has a key of its own in each file. Recall divides what is right by the gold words with the key,
// precision by the output's words with the key, each counted on its own side, so that no choice between the two keys of
// a pair is needed. Cost: O(words) for each dimension.
#include "evaluation/breakdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluation/word_keys.h"

namespace espalier::evaluation {
namespace {

class BreakdownMaker {
 public:
  explicit BreakdownMaker(const Judgement& judgement) : judged_(judgement) {}

  Breakdown make(const std::string& dimension) const {
    const KeySpace space = key_space(dimension);
    std::vector<BreakdownRow> rows(space.size(judged_.vocabulary));
    count_gold(word_keys(judged_.gold, dimension), rows);
    count_system(word_keys(judged_.system, dimension), rows);
    Breakdown breakdown{dimension, {}};
    for (std::uint32_t key = 0; key < rows.size(); ++key) {
      BreakdownRow& row = rows[key];
      if (row.labelled.gold == 0 && row.labelled.system == 0) continue;
      row.key = space.name(judged_.vocabulary, key);
      breakdown.rows.push_back(std::move(row));
    }
    if (space.is_field) sort_by_frequency(breakdown.rows);
    return breakdown;
  }

 private:
  void count_gold(const std::vector<std::uint32_t>& keys, std::vector<BreakdownRow>& rows) const {
    for (std::size_t g = 0; g < keys.size(); ++g) {
      if (judged_.counted.gold[g] == 0) continue;
      BreakdownRow& row = rows[keys[g]];
      for (Score* score : {&row.unlabelled, &row.labelled}) {
        ++score->gold;
        score->aligned += judged_.is_aligned(g) ? 1 : 0;
      }
      row.unlabelled.correct += judged_.right[g] & 1U;
      row.labelled.correct += judged_.right[g] >> 1U;
    }
  }

  void count_system(const std::vector<std::uint32_t>& keys, std::vector<BreakdownRow>& rows) const {
    for (std::size_t s = 0; s < keys.size(); ++s) {
      if (judged_.counted.system[s] == 0) continue;
      BreakdownRow& row = rows[keys[s]];
      ++row.unlabelled.system;
      ++row.labelled.system;
      const std::int32_t g = judged_.alignment.to_gold[s];
      if (g == Alignment::kNone) continue;
      row.unlabelled.correct_in_system += judged_.right[static_cast<std::size_t>(g)] & 1U;
      row.labelled.correct_in_system += judged_.right[static_cast<std::size_t>(g)] >> 1U;
    }
  }

  static void sort_by_frequency(std::vector<BreakdownRow>& rows) {
    std::sort(rows.begin(), rows.end(), [](const BreakdownRow& a, const BreakdownRow& b) {
      return a.labelled.gold != b.labelled.gold ? a.labelled.gold > b.labelled.gold : a.key < b.key;
    });
  }

  const Judgement& judged_;
};

}  // namespace

void require_dimensions(const std::vector<std::string>& dimensions) {
  const std::vector<std::string>& known = breakdown_dimensions();
  for (const std::string& dimension : dimensions) {
    if (std::find(known.begin(), known.end(), dimension) != known.end()) continue;
    std::vector<std::string> near = known;
    near.emplace_back("labels");  // another name of deprel
    throw Error(ErrorKind::kUsage, fmt::format("there is no dimension '{}'{}; there are {}", dimension,
                                               did_you_mean(dimension, near), fmt::join(known, ", ")));
  }
}

std::vector<Breakdown> break_down(const Judgement& judgement, const std::vector<std::string>& dimensions) {
  std::vector<Breakdown> breakdowns;
  breakdowns.reserve(dimensions.size());
  const BreakdownMaker maker(judgement);
  for (const std::string& dimension : dimensions) breakdowns.push_back(maker.make(dimension));
  return breakdowns;
}

}  // namespace espalier::evaluation
