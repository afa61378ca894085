// What two quick parsers think of the heads of a sentence, as columns that templates can ask for.
//
// Idea: no window around a word tells its head as well as even a fast parser does, and two parsers of different kinds
// err in different places (stacking). The trees of both, word by word, become columns; and the arc probabilities of
// the graph parser, added up over all heads that give the same answer to a question, are how likely each answer is: the
// prior of a predictor. The parsers are trained with the predictors (head_training.h).
// Columns: `arc-` of the graph parser's tree, `move-` of the transition parser's: side, tag, far (distance), label,
// lemma (of the head), grand (the head's head), kids; `sum-` of the sums: side, tag, pair, next (the second best tag),
// sure-side, sure-tag (the probability of the best, in bins).
// Cost: two parses and the marginals.
// Papers: Nivre and McDonald 2008 (stacking).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "espalier/sentence.h"
#include "features/word_text.h"
#include "model_file/file.h"
#include "parsing/graph_model.h"
#include "parsing/head_schema.h"
#include "parsing/transition_model.h"

namespace espalier::parsing {

/// What is thought of one sentence; memory is reused.
struct HeadGuess {
  std::vector<std::int32_t> tags;  ///< HeadClasses::number_tags
  /// Logarithms by node and answer; those of node 0 mean nothing.
  std::array<std::vector<float>, kHeadQuestions> priors;
  features::ExtraColumns columns;  ///< those given, then the guesses
};

/// Scratch of one thread and guesser.
struct HeadGuessScratch {
  GraphWorkspace graph;
  TransitionWorkspace moves;
  Sentence parsed;
  std::vector<std::array<std::int32_t, 2>> kids;  // by node: on the left, on the right
  std::vector<float> pairs;                       // by side and tag
  std::vector<float> shares;                      // of the arcs of a word
};

class HeadGuesser {
 public:
  /// Both are models of a parser of that kind; `classes` must outlive it. Refuses damaged ones.
  HeadGuesser(const HeadClasses& classes, std::shared_ptr<const model_file::File> graph,
              std::shared_ptr<const model_file::File> moves);

  /// `given`: extra columns of the sentence, or null.
  void guess(const Sentence& sentence, const features::ExtraColumns* given, HeadGuessScratch& scratch,
             HeadGuess& out) const;

 private:
  enum class Tree : std::uint8_t { kArcs, kMoves };
  void start(const Sentence& sentence, const features::ExtraColumns* given, HeadGuess& out) const;
  /// The columns of the tree in scratch.parsed.
  void describe_tree(Tree tree, HeadGuessScratch& scratch, HeadGuess& out) const;
  /// Priors, and columns of sums.
  void add_up(HeadGuessScratch& scratch, HeadGuess& out) const;
  void share_out(std::int32_t word, HeadGuessScratch& scratch) const;
  void describe_sums(std::int32_t word, const HeadGuessScratch& scratch, HeadGuess& out) const;

  const HeadClasses& classes_;
  GraphModel graph_;
  TransitionModel moves_;
};

}  // namespace espalier::parsing
