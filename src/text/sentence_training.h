// Learning the sentence step.
#pragma once

#include <cstdint>
#include <string>

#include "text/context_filter.h"
#include "text/training_text.h"

namespace espalier::text {

struct SentenceTraining {
  double price = 2;          ///< of an error: LIBLINEAR's C
  std::uint32_t fewest = 2;  ///< features that occur less often are not learned from
  double lean = 0.5;         ///< added to every score: an end that is missed spoils two sentences
};

/// Learns from every end of a token that the filter leaves open, with its true tokens and the true beginning of its
/// sentence: logistic regression, for many ends are a matter of taste, and that bears contradictions better than a
/// perceptron does; with the norm that leaves most weights at zero. The weights are a learning::FrozenTable.
std::string train_sentences(const TrainingText& text, const ContextFilter& filter, const SentenceTraining& options,
                            std::uint64_t seed);

}  // namespace espalier::text
