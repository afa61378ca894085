#include "curation/pair_evidence.h"

#include <algorithm>

namespace espalier::curation {
namespace {

constexpr std::int32_t kFar = 200;  // words apart; those farther from each other are counted where they are linked only

}  // namespace

Meetings::Key PairEvidence::key(std::size_t sentence, std::int32_t word, std::int32_t head) const {
  const auto low = static_cast<std::size_t>(word);
  const auto high = static_cast<std::size_t>(head);
  const std::uint64_t side = head < word ? 1 : 0;
  const auto& words = treebank_.words[sentence];
  const auto& tags = treebank_.tags[sentence];
  return {mixed(words[low], words[high], side),
          (static_cast<std::uint64_t>(tags[low]) << 32U | static_cast<std::uint64_t>(tags[high])) << 1U | side};
}

void PairEvidence::want(std::size_t sentence, std::int32_t word, const Answer& answer) {
  meetings_.want(key(sentence, word, answer.head));
}

void PairEvidence::count_pair(std::size_t sentence, std::int32_t word, std::int32_t head) {
  const Answer& gold = treebank_.gold[sentence][static_cast<std::size_t>(word)];
  meetings_.add(key(sentence, word, head), gold.head == head ? gold.label : Meetings::kApart);
}

void PairEvidence::count() {
  for (std::size_t i = 0; i < treebank_.gold.size(); ++i) {
    const auto size = static_cast<std::int32_t>(treebank_.gold[i].size()) - 1;
    for (std::int32_t word = 1; word <= size; ++word) {
      const std::int32_t gold = treebank_.gold[i][static_cast<std::size_t>(word)].head;
      const std::int32_t first = std::max(1, word - kFar);
      const std::int32_t last = std::min(size, word + kFar);
      count_pair(i, word, 0);
      for (std::int32_t head = first; head <= last; ++head) {
        if (head != word) count_pair(i, word, head);
      }
      if (gold > 0 && (gold < first || gold > last)) count_pair(i, word, gold);
    }
  }
}

double PairEvidence::rate(std::size_t sentence, std::int32_t word, const Answer& answer, const Answer& gold) const {
  return meetings_.rate(key(sentence, word, answer.head), answer.label, answer.same_as(gold));
}

double PairEvidence::evidence(std::size_t sentence, std::int32_t word, const Answer& proposed,
                              const Answer& gold) const {
  return Meetings::evidence(rate(sentence, word, proposed, gold), rate(sentence, word, gold, gold));
}

}  // namespace espalier::curation
