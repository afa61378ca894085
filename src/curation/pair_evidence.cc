#include "curation/pair_evidence.h"

#include <algorithm>
#include <cmath>

namespace espalier::curation {
namespace {

constexpr std::int32_t kFar = 200;  // words apart; those farther from each other are counted where they are linked only

std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t side) {
  std::uint64_t x = (a ^ (b * 0x9E3779B97F4A7C15U)) + side;
  x ^= x >> 31U;
  x *= 0xBF58476D1CE4E5B9U;
  return x ^ (x >> 29U);
}

}  // namespace

std::uint64_t PairEvidence::word_key(std::size_t sentence, std::int32_t word, std::int32_t head) const {
  const auto& words = treebank_.words[sentence];
  return mixed(words[static_cast<std::size_t>(word)], words[static_cast<std::size_t>(head)], head < word ? 1 : 0);
}

std::uint64_t PairEvidence::tag_key(std::size_t sentence, std::int32_t word, std::int32_t head) const {
  const auto& tags = treebank_.tags[sentence];
  const auto low = static_cast<std::uint64_t>(tags[static_cast<std::size_t>(word)]);
  const auto high = static_cast<std::uint64_t>(tags[static_cast<std::size_t>(head)]);
  return (low << 32U | high) << 1U | (head < word ? 1U : 0U);
}

void PairEvidence::want(std::size_t sentence, std::int32_t word, std::int32_t head) {
  words_[word_key(sentence, word, head)];
  tags_[tag_key(sentence, word, head)];
}

void PairEvidence::count_pair(std::size_t sentence, std::int32_t word, std::int32_t head) {
  const Answer& gold = treebank_.gold[sentence][static_cast<std::size_t>(word)];
  const auto tags = tags_.find(tag_key(sentence, word, head));
  if (tags == tags_.end()) return;  // then nobody asked about the words either
  const auto add = [&](Meetings& here) {
    here.together += 1;
    if (gold.head == head) here.linked[gold.label] += 1;
  };
  add(tags->second);
  if (const auto words = words_.find(word_key(sentence, word, head)); words != words_.end()) add(words->second);
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
  const double own = answer.same_as(gold) ? 1 : 0;
  const auto counts = [&](const Table& table, std::uint64_t key) {
    const auto found = table.find(key);
    if (found == table.end()) return std::pair{0.0, 0.0};
    const auto linked = found->second.linked.find(answer.label);
    const double times = linked == found->second.linked.end() ? 0 : linked->second;
    return std::pair{std::max(times - own, 0.0), std::max(found->second.together - 1, 0.0)};
  };
  const auto [tags_linked, tags_together] = counts(tags_, tag_key(sentence, word, answer.head));
  const auto [linked, together] = counts(words_, word_key(sentence, word, answer.head));
  const double wider = (tags_linked + 0.1) / (tags_together + 1);
  return (linked + kLean * wider) / (together + kLean);
}

double PairEvidence::evidence(std::size_t sentence, std::int32_t word, const Answer& proposed,
                              const Answer& gold) const {
  const double odds = std::log(rate(sentence, word, proposed, gold) / rate(sentence, word, gold, gold));
  return std::clamp(odds, -kMost, kMost);
}

}  // namespace espalier::curation
