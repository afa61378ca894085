// Lists of sentences to annotate, the first first, by any rule.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "base/random.h"
#include "curation/sentence_usefulness.h"
#include "curation/usefulness_votes.h"
#include "curation/word_values.h"
#include "espalier/usefulness.h"

namespace espalier::curation {

/// What measured usefulness teaches about other sentences.
struct UsefulnessLessons {
  UsefulnessVoters voters;
  std::array<double, kUsefulnessClasses> class_means{};  ///< of su
  ValueSums weights{};
};

/// The candidates as parsers of the two training sets see them, without their trees.
struct DescribedCandidates {
  std::array<Answers, 2> said;
  KnownForms known;  ///< forms of all training and test sets
};
DescribedCandidates describe_candidates(const UsefulnessSets& sets, const std::vector<Sentence>& sentences,
                                        Retrainer& retrainer);
/// How many parsers that takes.
inline constexpr std::size_t kDescribingParsers = 2;

/// From the candidates at these places. All must outlive the lessons.
UsefulnessLessons learn_usefulness(const UsefulnessSets& sets, const MeasuredUsefulness& measured,
                                   const DescribedCandidates& described, std::span<const std::size_t> places,
                                   const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                   const std::atomic<bool>* stop);

struct Pick {
  std::size_t at = 0;  ///< its place in the pool
  double gain = 0;
  double score = 0;
  int usefulness_class = 0;  ///< 0: none
  UsefulnessVotes votes{};
};

/// The annotated sentences with their su as picks, by su or su for each word.
std::vector<Pick> pick_by_su(std::span<const std::size_t> candidates, std::span<const double> su,
                             const std::vector<Sentence>& sentences, AnnotationCost cost);

class SentencePicker {
 public:
  /// All must outlive it. `said` is what a parser trained from `annotated` says of the pool; neither it nor lessons are
  /// looked at by rules that have no use for them. `known`: forms that are not new to those who vote.
  SentencePicker(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                 std::span<const std::size_t> annotated, const KnownForms& known, std::span<const std::size_t> pool,
                 const Answers& said)
      : sentences_(sentences), numbers_(numbers), annotated_(annotated), known_(known), pool_(pool), said_(said) {}

  /// The whole pool; of equals the earlier comes first. REQUIRES another rule than su, and lessons for those that were
  /// learned.
  std::vector<Pick> picks(PickRule rule, AnnotationCost cost, const UsefulnessLessons* lessons,
                          base::Random& random) const;

 private:
  std::vector<Pick> predicted(const UsefulnessLessons& lessons, bool per_word) const;
  std::vector<Pick> voted(const UsefulnessLessons& lessons, bool per_word) const;
  std::vector<Pick> plain(PickRule rule, bool per_word) const;
  double words(std::size_t at) const { return static_cast<double>(sentences_[pool_[at]].size()); }

  const std::vector<Sentence>& sentences_;
  const NumberedTreebank& numbers_;
  std::span<const std::size_t> annotated_;
  const KnownForms& known_;
  std::span<const std::size_t> pool_;
  const Answers& said_;
};

}  // namespace espalier::curation
