#include "curation/answer_odds.h"

#include <algorithm>

namespace espalier::curation {
namespace {

constexpr std::size_t kParts = 16;  // of confidences
constexpr std::size_t kRough = 4;   // of them where classes are narrow
constexpr double kLean = 4;         // a wider class weighs as much as so many answers

}  // namespace

AnswerContext word_context(const NumberedTreebank& treebank) {
  return [&treebank](std::size_t sentence, std::int32_t word, const Answer& answer) {
    const std::vector<std::int32_t>& tags = treebank.tags[sentence];
    const auto tag = static_cast<std::uint64_t>(tags[static_cast<std::size_t>(word)]);
    const auto above = static_cast<std::uint64_t>(tags[static_cast<std::size_t>(std::max(answer.head, 0))]);
    // Tags are far fewer than 2^16; those beyond share classes, which is no harm.
    return ((tag & 0xFFFFU) << 16U | (above & 0xFFFFU)) << 1U | (answer.head < word ? 1U : 0U);
  };
}

AnswerOdds::AnswerOdds(const Answers& gold, const Answers& answers, const AnswerContext& context)
    : gold_(gold), answers_(answers), context_(context) {
  std::vector<float> all;
  for (const auto& sentence : answers) {
    for (std::size_t word = 1; word < sentence.size(); ++word) all.push_back(sentence[word].confidence);
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 1; i < kParts && !all.empty(); ++i) edges_.push_back(all[i * all.size() / kParts]);
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t word = 1; word < answers[i].size(); ++word) {
      const auto node = static_cast<std::int32_t>(word);
      const auto keys = classes(i, node);
      for (std::size_t level = 0; level < kLevels; ++level) {
        Count& count = counts_[level][keys[level]];
        count.all += 1;
        count.right += is_right(i, node) ? 1 : 0;
      }
    }
  }
}

std::uint64_t AnswerOdds::part(float confidence) const {
  return static_cast<std::uint64_t>(std::upper_bound(edges_.begin(), edges_.end(), confidence) - edges_.begin());
}

std::array<std::uint64_t, AnswerOdds::kLevels> AnswerOdds::classes(std::size_t sentence, std::int32_t item) const {
  const Answer& answer = answers_[sentence][static_cast<std::size_t>(item)];
  const std::uint64_t here = part(answer.confidence);
  const std::uint64_t label = static_cast<std::uint64_t>(answer.label) + 1;  // no label: 0
  const std::uint64_t narrow =
      (label << kContextBits | context_(sentence, item, answer)) << 4U | (here * kRough / (edges_.size() + 1));
  return {here, label << 8U | here, narrow};
}

bool AnswerOdds::is_right(std::size_t sentence, std::int32_t item) const {
  const auto at = static_cast<std::size_t>(item);
  return answers_[sentence][at].same_as(gold_[sentence][at]);
}

double AnswerOdds::probability(std::size_t sentence, std::int32_t item) const {
  const auto keys = classes(sentence, item);
  const double own = is_right(sentence, item) ? 1 : 0;
  double wider = 0.5;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto found = counts_[level].find(keys[level]);
    const Count count = found == counts_[level].end() ? Count{} : found->second;
    wider = (std::max(count.right - own, 0.0) + kLean * wider) / (std::max(count.all - 1, 0.0) + kLean);
  }
  return std::clamp(wider, kLeast, 1 - kLeast);
}

}  // namespace espalier::curation
