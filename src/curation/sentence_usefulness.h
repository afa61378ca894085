// The usefulness of annotated sentences, measured.
//
// Idea: su(s) = acc(TR + s; TE) − acc(TR; TE), labelled attachment in percent, averaged over two training sets and two
// test sets: one sentence changes few words of a test, and the mean of four differences is less a matter of chance than
// one. Invariant: no sentence is in two of the five sets, and all trainings have the same seed.
// Cost: two trainings a candidate, and two. Paper: Volokh 2013, section on sentence usefulness (equations 2.1, 2.2);
// there 30, 30, 10, 10 and 20 % of the treebank.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "curation/retrainer.h"
#include "espalier/usefulness.h"

namespace espalier::curation {

struct UsefulnessSets {
  std::array<SentenceSet, 2> train;
  std::array<SentenceSet, 2> test;
  SentenceSet candidates;
  SentenceSet training_part;  ///< both training sets before they were cut to their size
};

/// Cuts an order of sentences into shares as in the paper, each no larger than the request says. Throws Error kInput
/// where a set would be empty.
UsefulnessSets cut_sets(std::span<const std::size_t> order, const UsefulnessRequest& request);

struct MeasuredUsefulness {
  std::array<std::array<double, 2>, 2> base{};                    ///< acc(TR; TE), by training and test set
  std::vector<std::array<std::array<double, 2>, 2>> differences;  ///< by candidate
  std::vector<double> su;                                         ///< their means
};

MeasuredUsefulness measure_usefulness(const UsefulnessSets& sets, Retrainer& retrainer);

/// Pearson's; nothing where one of the two does not vary.
std::optional<double> correlation(std::span<const double> a, std::span<const double> b);

UsefulnessCounts count_usefulness(const UsefulnessSets& sets, const MeasuredUsefulness& measured,
                                  const std::vector<Sentence>& sentences);

}  // namespace espalier::curation
