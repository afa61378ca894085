#include "evaluation/agreement.h"

#include <algorithm>
#include <bit>

#include "evaluation/significance.h"
#include "evaluation/word_keys.h"

namespace espalier::evaluation {
namespace {

void test(PairCounts& counts) { counts.p = exact_mcnemar_p(counts.only_first, counts.only_second); }

std::uint64_t gap(const PairCounts& counts) {
  return std::max(counts.only_first, counts.only_second) - std::min(counts.only_first, counts.only_second);
}

/// Where systems differ most: by the words that one gains on the other, then by those that either has to itself.
bool differs_more(const PairRow& a, const PairRow& b) {
  if (gap(a.counts) != gap(b.counts)) return gap(a.counts) > gap(b.counts);
  const std::uint64_t alone_a = a.counts.only_first + a.counts.only_second;
  const std::uint64_t alone_b = b.counts.only_first + b.counts.only_second;
  return alone_a != alone_b ? alone_a > alone_b : a.key < b.key;
}

}  // namespace

AgreementCounter::AgreementCounter(const Document& gold, const Vocabulary& vocabulary, const WordFilter& filter,
                                   const std::vector<std::string>& dimensions)
    : counted_(counted_gold_words(gold, vocabulary, filter)) {
  for (const std::string& dimension : dimensions) {
    const KeySpace space = key_space(dimension);
    Grouping grouping{dimension, !space.is_field, {}, word_keys(gold, dimension)};
    for (std::uint32_t key = 0; key < space.size(vocabulary); ++key) {
      grouping.names.push_back(space.name(vocabulary, key));
    }
    groupings_.push_back(std::move(grouping));
  }
  for (std::size_t s = 0; s < gold.sentences(); ++s) {
    lengths_.push_back(static_cast<std::uint32_t>(gold.sentence_end(s) - gold.sentence_begin(s)));
    sentences_.insert(sentences_.end(), lengths_.back(), static_cast<std::uint32_t>(s));
  }
}

Agreement AgreementCounter::finish() const {
  Agreement agreement;
  agreement.words = static_cast<std::uint64_t>(std::count(counted_.begin(), counted_.end(), 1));
  add_overlaps(agreement);
  for (std::size_t a = 0; a < right_.size(); ++a) {
    for (std::size_t b = a + 1; b < right_.size(); ++b) agreement.pairs.push_back(compare(a, b));
  }
  return agreement;
}

void AgreementCounter::add_overlaps(Agreement& agreement) const {
  std::vector<Overlap> by_mask(std::size_t{1} << right_.size());
  for (std::size_t w = 0; w < counted_.size(); ++w) {
    if (counted_[w] == 0) continue;
    std::size_t heads = 0, both = 0;
    for (std::size_t i = 0; i < right_.size(); ++i) {
      // The first system is the highest bit: in descending order its words come before those of the others.
      const std::size_t place = right_.size() - 1 - i;
      heads |= std::size_t{(right_[i][w] & kHeadRight) != 0} << place;
      both |= std::size_t{(right_[i][w] & kBothRight) != 0} << place;
    }
    ++by_mask[heads].heads;
    ++by_mask[both].attachments;
  }
  std::vector<std::size_t> masks;
  for (std::size_t mask = by_mask.size(); mask-- > 0;) {
    if (by_mask[mask].heads + by_mask[mask].attachments > 0) masks.push_back(mask);
  }
  std::stable_sort(masks.begin(), masks.end(),
                   [](std::size_t a, std::size_t b) { return std::popcount(a) > std::popcount(b); });
  for (const std::size_t mask : masks) {
    Overlap& overlap = agreement.overlaps.emplace_back(std::move(by_mask[mask]));
    for (std::size_t i = 0; i < right_.size(); ++i)
      overlap.right.push_back((mask >> (right_.size() - 1 - i) & 1U) != 0);
  }
}

PairOutcome AgreementCounter::outcome(std::size_t word, std::size_t first, std::size_t second,
                                      std::uint8_t bit) const noexcept {
  const bool in_second = (right_[second][word] & bit) != 0;
  if ((right_[first][word] & bit) != 0) return in_second ? PairOutcome::kBoth : PairOutcome::kOnlyFirst;
  return in_second ? PairOutcome::kOnlySecond : PairOutcome::kNeither;
}

void AgreementCounter::count(std::size_t word, std::size_t first, std::size_t second, std::uint8_t bit,
                             PairCounts& counts) const {
  std::uint64_t* const by_outcome[] = {&counts.both, &counts.only_first, &counts.only_second, &counts.neither};
  ++*by_outcome[static_cast<std::size_t>(outcome(word, first, second, bit))];
}

/// Collects a group of words, which must come in order.
class AgreementCounter::Profile {
 public:
  explicit Profile(const AgreementCounter& counter) : counter_(counter) {
    for (const Grouping& grouping : counter.groupings_) {
      if (grouping.dimension == "deprel") relations_ = &grouping;
    }
    if (relations_ != nullptr) counts_.resize(relations_->names.size());
  }

  void add(std::size_t word) {
    const std::uint32_t sentence = counter_.sentences_[word];
    const std::uint32_t length = counter_.lengths_[sentence];
    if (group_.words == 0 || sentence != last_) {
      ++group_.sentences;
      of_sentences_ += length;
    }
    last_ = sentence;
    ++group_.words;
    of_words_ += length;
    if (relations_ != nullptr) ++counts_[relations_->keys[word]];
    if (!counter_.suspects_.empty()) group_.suspects += counter_.suspects_[word];
  }

  PairGroup finish(const Profile& all) {
    if (group_.words == 0) return group_;
    group_.sentence_length = static_cast<double>(of_sentences_) / static_cast<double>(group_.sentences);
    group_.length_by_word = static_cast<double>(of_words_) / static_cast<double>(group_.words);
    for (std::size_t key = 0; key < counts_.size(); ++key) {
      // Shares, cross-multiplied: whole numbers have no edge cases.
      const std::uint64_t here = counts_[key] * all.group_.words;
      const std::uint64_t there = all.counts_[key] * group_.words;
      if (here * 2 >= there && here <= there * 2) group_.usual += counts_[key];
    }
    return group_;
  }

 private:
  const AgreementCounter& counter_;
  const Grouping* relations_ = nullptr;
  PairGroup group_;
  std::vector<std::uint64_t> counts_;  // by relation
  std::uint64_t of_sentences_ = 0;     // sums of lengths
  std::uint64_t of_words_ = 0;
  std::uint32_t last_ = 0;
};

void AgreementCounter::add_groups(PairComparison& pair) const {
  Profile all(*this);
  std::vector<Profile> groups(kPairOutcomes, all);
  for (std::size_t w = 0; w < counted_.size(); ++w) {
    if (counted_[w] == 0) continue;
    all.add(w);
    groups[static_cast<std::size_t>(outcome(w, pair.first, pair.second, kBothRight))].add(w);
  }
  for (std::size_t i = 0; i < kPairOutcomes; ++i) pair.groups[i] = groups[i].finish(all);
  pair.all = all.finish(all);
}

PairComparison AgreementCounter::compare(std::size_t first, std::size_t second) const {
  PairComparison pair;
  pair.first = first;
  pair.second = second;
  for (std::size_t w = 0; w < counted_.size(); ++w) {
    if (counted_[w] == 0) continue;
    count(w, first, second, kHeadRight, pair.heads);
    count(w, first, second, kBothRight, pair.attachments);
  }
  test(pair.heads);
  test(pair.attachments);
  add_groups(pair);
  for (const Grouping& grouping : groupings_) pair.breakdowns.push_back(break_down(grouping, first, second));
  return pair;
}

PairBreakdown AgreementCounter::break_down(const Grouping& grouping, std::size_t first, std::size_t second) const {
  PairBreakdown breakdown{grouping.dimension, {}};
  std::vector<PairCounts> counts(grouping.names.size());
  for (std::size_t w = 0; w < counted_.size(); ++w) {
    if (counted_[w] != 0) count(w, first, second, kBothRight, counts[grouping.keys[w]]);
  }
  for (std::size_t key = 0; key < counts.size(); ++key) {
    if (counts[key].words() == 0) continue;
    test(counts[key]);
    breakdown.rows.push_back({grouping.names[key], counts[key]});
  }
  if (!grouping.in_order) std::sort(breakdown.rows.begin(), breakdown.rows.end(), differs_more);
  return breakdown;
}

}  // namespace espalier::evaluation
