// Training of the predictors of heads, and what they make of the training data without having seen it.
//
// Two quick parsers are learned from all sentences, for the model, and from all but a fold for each fold; so the
// guesses that the classifiers learn from are as good as those that they will meet. The classifiers are learned in the
// same way: once for the model, once for each of `folds`, whose answers are what a parser should learn from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/team.h"
#include "espalier/sentence.h"
#include "features/word_text.h"
#include "learning/softmax.h"
#include "model_file/writer.h"
#include "parsing/head_guess.h"
#include "parsing/watch.h"

namespace espalier::parsing {

struct HeadOptions {
  std::string features;  ///< the text of a feature file; empty: the one built in
  int graph_epochs = 6;
  int move_epochs = 4;
  int guess_folds = 4;  ///< of the quick parsers; two or more
  int folds = 2;        ///< of the classifiers; two or more
  std::uint32_t min_count = 5;
  learning::SoftmaxOptions learner = {2, 0.05, 1};
  std::uint64_t seed = 1;
};

/// What quick parsers think of the training data that did not see it.
struct GuessedHeads {
  HeadClasses classes;
  std::vector<HeadGuess> guesses;  ///< of each sentence
  std::string graph;               ///< model files of the parsers that saw it all
  std::string moves;
};

struct TrainedHeads {
  std::vector<std::pair<std::string, std::string>> sections;  ///< by name, in order
  /// The training data as predictors have it that did not see it: the columns given, then hside, hpos and hdist.
  std::vector<features::ExtraColumns> predicted;
  std::vector<HeadAnswers> answers;  ///< the same with all probabilities

  void add_to(model_file::Writer& writer) const;
};

/// The feature file that is built in.
std::string_view head_features();

/// The same on any number of threads, here and below. `columns`: of each sentence, as they will be met, or none at all.
/// Throws Error kInput when no word has a head.
GuessedHeads guess_heads(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
                         const HeadOptions& options, base::Team& team, const Watch& watch);

/// `guessed`: of the same sentences and columns.
TrainedHeads train_heads(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
                         const GuessedHeads& guessed, const HeadOptions& options, base::Team& team, const Watch& watch);

}  // namespace espalier::parsing
