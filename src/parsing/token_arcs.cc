#include "parsing/token_arcs.h"

#include <algorithm>
#include <cmath>

namespace espalier::parsing {
namespace {

constexpr float kLeast = 1e-12F;
constexpr float kHalf = 0.693147F;        // log 2
constexpr float kUnlikely = -27.631021F;  // log kLeast

float log_of(float probability) noexcept {
  // Written so that what is no number fails.
  return probability > kLeast ? std::log(std::min(probability, 1.0F)) : kUnlikely;
}

}  // namespace

void TokenArcs::weigh(const HeadClasses& classes, const HeadAnswers& answers, std::int32_t word) {
  for (const HeadQuestion question : kAllHeadQuestions) {
    const std::size_t size = classes.size(question);
    const auto row =
        std::span(answers.probabilities[index_of(question)]).subspan(static_cast<std::size_t>(word) * size, size);
    std::vector<float>& logs = logs_[index_of(question)];
    logs.resize(size);
    std::transform(row.begin(), row.end(), logs.begin(), log_of);
  }
}

/// From the word outwards to `last`.
void TokenArcs::rank(std::span<const std::int32_t> tags, std::int32_t word, std::int32_t last) {
  counts_.assign(logs_[index_of(HeadQuestion::kTag)].size() + 1, 0);
  const std::int32_t step = last < word ? -1 : 1;
  for (std::int32_t node = word; node != last;) {
    node += step;
    const auto at = static_cast<std::size_t>(node);
    ranks_[at] = ++counts_[tags[at] < 0 ? 0 : static_cast<std::size_t>(tags[at]) + 1];
  }
}

float TokenArcs::distance(std::int32_t rank) const noexcept {
  const std::vector<float>& logs = logs_[index_of(HeadQuestion::kDistance)];
  const auto most = static_cast<std::int32_t>(logs.size()) - 1;
  if (rank <= most) return logs[static_cast<std::size_t>(rank)];
  return logs.back() - kHalf * static_cast<float>(rank - most);
}

void TokenArcs::score(const HeadClasses& classes, const HeadAnswers& answers, const decoding::ArcSet& arcs) {
  const std::vector<float>& sides = logs_[index_of(HeadQuestion::kSide)];
  const std::vector<float>& tags = logs_[index_of(HeadQuestion::kTag)];
  ranks_.assign(answers.tags.size(), 0);
  scores_.resize(static_cast<std::size_t>(arcs.size()));
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const auto heads = arcs.heads(word);
    if (heads.empty()) continue;
    weigh(classes, answers, word);
    const std::int32_t lowest = heads.front() == 0 && heads.size() > 1 ? heads[1] : heads.front();
    rank(answers.tags, word, std::min(lowest, word));
    rank(answers.tags, word, std::max(heads.back(), word));
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const std::int32_t head = heads[i];
      const auto side = head == 0 ? 0 : head < word ? HeadClasses::kLeft : HeadClasses::kRight;
      const std::int32_t tag = answers.tags[static_cast<std::size_t>(head)];
      const float of_tag = tag < 0 ? kUnlikely : tags[static_cast<std::size_t>(tag)];
      scores_[static_cast<std::size_t>(arcs.begin(word)) + i] =
          sides[side] + of_tag + distance(head == 0 ? 0 : ranks_[static_cast<std::size_t>(head)]);
    }
  }
}

float TokenArcs::share(const decoding::ArcSet& arcs, std::int32_t arc, std::int32_t word) const noexcept {
  double total = 0;
  const float own = scores_[static_cast<std::size_t>(arc)];
  for (std::int32_t other = arcs.begin(word); other < arcs.end(word); ++other) {
    total += std::exp(static_cast<double>(scores_[static_cast<std::size_t>(other)] - own));
  }
  return static_cast<float>(1 / total);
}

}  // namespace espalier::parsing
