// Words that vote how useful their sentence is.
//
// Idea: sentences are too few to learn from, words are not. The sentences whose usefulness was measured are put into
// four classes of equal number; each of their words is an example of its sentence's class. The words of a new sentence
// are classified one by one, and vote. A vote for the worst class counts twice where the best is in play at all, as
// taking a useless sentence for a good one is the error to avoid.
// Features are those of the paper: of the sentence its length and how many punctuation marks, verbs, pronouns,
// conjunctions and adverbial modifiers it has; of the word its form and tag, those of the next, its length, the label
// that a parser gives it, and whether its form is new. Numbers are features by size: 0, 1, 2, 3, 4–5, 6–7, 8–11, ….
// Where the paper says nothing: of classes with equal votes the worse is taken.
// Cost: a linear model (LIBLINEAR) over the words. Paper: Volokh 2013, algorithm 4.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "curation/numbered_treebank.h"
#include "learning/liblinear.h"

namespace espalier::curation {

inline constexpr std::size_t kUsefulnessClasses = 4;
using UsefulnessVotes = std::array<std::size_t, kUsefulnessClasses>;

/// 1 for the quarter with the least su to 4, in equal numbers; of equal ones the earlier is in the lower class.
std::vector<int> usefulness_classes(std::span<const double> su);

/// The class, 1 to 4, that the votes are for.
int elected_class(const UsefulnessVotes& votes);

/// Hashes of forms that are not new.
class KnownForms {
 public:
  void add(const Sentence& sentence);
  bool holds(std::string_view form) const;

 private:
  std::unordered_set<std::uint64_t> forms_;
};

/// A sentence without its tree, and what a parser says of it.
struct DescribedSentence {
  const Sentence& sentence;
  const std::vector<Answer>& said;
};

class UsefulnessVoters {
 public:
  /// `labels` must outlive it. `classes` are those of the sentences.
  UsefulnessVoters(std::span<const DescribedSentence> sentences, std::span<const int> classes, const KnownForms& known,
                   const parsing::LabelSet& labels, const std::atomic<bool>* stop);

  UsefulnessVotes votes(const DescribedSentence& sentence, const KnownForms& known) const;

 private:
  const parsing::LabelSet* labels_;
  learning::LinearModel model_;
};

}  // namespace espalier::curation
