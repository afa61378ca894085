#include "curation/word_values.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/hash.h"

namespace espalier::curation {
namespace {

constexpr int kSweeps = 200;
// The pull towards even weights, in sentences: what so many measurements say counts as much as the prior does.
constexpr double kPrior = 300;
constexpr double kLeastGain = 1e-3;

std::uint64_t joined(std::initializer_list<std::int32_t> numbers, std::uint64_t kind) {
  std::uint64_t out = kind;
  for (const std::int32_t each : numbers) {
    out = base::hash({reinterpret_cast<const char*>(&each), sizeof each}, out);
  }
  return out;
}

void count(std::vector<std::uint64_t>& all, std::vector<std::pair<std::uint64_t, std::uint32_t>>& out) {
  std::sort(all.begin(), all.end());
  for (const std::uint64_t each : all) {
    if (out.empty() || out.back().first != each) out.emplace_back(each, 0);
    ++out.back().second;
  }
}

ValueSums even_weights(const ValueSums& means, double gain) {
  ValueSums out{};
  for (std::size_t k = 0; k < kValues; ++k) {
    out[k] = means[k] > 0 ? gain / (static_cast<double>(kValues) * means[k]) : 0;
  }
  return out;
}

}  // namespace

TypedSentence typed(const NumberedTreebank& numbers, const Sentence& sentence, std::size_t at,
                    const std::vector<Answer>& said) {
  const std::vector<std::int32_t>& tags = numbers.tags[at];
  std::array<std::vector<std::uint64_t>, kTypes> all;
  TypedSentence out;
  for (std::size_t word = 1; word < tags.size(); ++word) {
    const Answer& answer = said[word];
    const std::int32_t next = word + 1 < tags.size() ? tags[word + 1] : -1;
    const std::int32_t head = answer.head < 0 ? -1 : tags[static_cast<std::size_t>(answer.head)];
    all[0].push_back(base::hash(sentence.form(static_cast<std::int32_t>(word))));
    all[1].push_back(joined({tags[word - 1], tags[word], next}, 1));
    all[2].push_back(joined({tags[word], head, answer.label}, 2));
    out.doubt += std::clamp(1.0 - static_cast<double>(answer.confidence), 0.0, 1.0);
  }
  out.words = static_cast<double>(tags.size() - 1);
  for (std::size_t k = 0; k < kTypes; ++k) count(all[k], out.types[k]);
  return out;
}

void TypeCounts::add(const TypedSentence& sentence) {
  for (std::size_t k = 0; k < kTypes; ++k) {
    for (const auto& [type, times] : sentence.types[k]) counts_[k][type].seen += times;
  }
}

void TypeCounts::expect(const TypedSentence& sentence) {
  for (std::size_t k = 0; k < kTypes; ++k) {
    for (const auto& [type, times] : sentence.types[k]) counts_[k][type].expected += times;
  }
  expected_words_ += sentence.words;
}

ValueSums TypeCounts::sums(const TypedSentence& sentence) const {
  ValueSums out{};
  for (std::size_t k = 0; k < kTypes; ++k) {
    for (const auto& [type, times] : sentence.types[k]) {
      const auto known = counts_[k].find(type);
      if (known == counts_[k].end()) continue;  // never met
      const double seen = known->second.seen;
      out[k] += known->second.expected * (1 / (1 + seen) - 1 / (1 + seen + times)) / std::max(expected_words_, 1.0);
    }
  }
  out[kTypes] = sentence.doubt;
  out[kTypes + 1] = sentence.words;
  return out;
}

ValueSums learn_values(std::span<const ValueSums> sums, std::span<const double> su) {
  const auto count = static_cast<double>(su.size());
  double mean = 0;
  ValueSums means{};
  for (std::size_t i = 0; i < su.size(); ++i) {
    mean += su[i] / count;
    for (std::size_t k = 0; k < kValues; ++k) means[k] += sums[i][k] / count;
  }
  double squares = 0;
  for (const double each : su) squares += (each - mean) * (each - mean) / count;
  // All su share what chance has given or taken from the parser without them, so their mean may well be below 0.
  const ValueSums even = even_weights(means, std::max({mean, std::sqrt(squares) / 2, kLeastGain}));
  ValueSums weights = even;
  std::vector<double> rest;
  rest.reserve(su.size());
  for (std::size_t i = 0; i < su.size(); ++i) {
    rest.push_back(su[i] - mean - value_of(weights, sums[i]) + value_of(weights, means));
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t k = 0; k < kValues; ++k) {
      double square = 0;
      double product = 0;
      for (std::size_t i = 0; i < su.size(); ++i) {
        const double value = sums[i][k] - means[k];
        square += value * value;
        product += value * rest[i];
      }
      if (square <= 0) continue;
      const double pull = kPrior * square / count;
      const double best = (square * weights[k] + product + pull * even[k]) / (square + pull);
      const double change = std::max(best, 0.0) - weights[k];
      weights[k] += change;
      for (std::size_t i = 0; i < su.size(); ++i) rest[i] -= change * (sums[i][k] - means[k]);
    }
  }
  return weights;
}

double value_of(const ValueSums& weights, const ValueSums& sums) {
  double out = 0;
  for (std::size_t k = 0; k < kValues; ++k) out += weights[k] * sums[k];
  return out;
}

std::vector<ValuePick> pick_by_value(std::span<const TypedSentence> sentences, TypeCounts counts,
                                     const ValueSums& weights, bool per_word) {
  struct Entry {
    ValuePick pick;
    std::size_t seen = 0;  // picks that were made when it was looked at
  };
  const auto is_after = [](const Entry& a, const Entry& b) {
    return a.pick.score != b.pick.score ? a.pick.score < b.pick.score : a.pick.at > b.pick.at;
  };
  std::priority_queue<Entry, std::vector<Entry>, decltype(is_after)> queue(is_after);
  std::vector<ValuePick> out;
  const auto look = [&](std::size_t at) {
    const double gain = value_of(weights, counts.sums(sentences[at]));
    queue.push({{at, gain, per_word ? gain / std::max(sentences[at].words, 1.0) : gain}, out.size()});
  };
  for (std::size_t at = 0; at < sentences.size(); ++at) look(at);
  while (!queue.empty()) {
    const Entry best = queue.top();
    queue.pop();
    if (best.seen < out.size()) {
      look(best.pick.at);
      continue;
    }
    counts.add(sentences[best.pick.at]);
    out.push_back(best.pick);
  }
  return out;
}

}  // namespace espalier::curation
