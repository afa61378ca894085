// Predictors of the head's side, tag and distance: one choice a word and question, with probabilities of all answers.
//
// Idea: the answers of two quick parsers (head_guess.h) are the prior; linear classifiers over templates of the word,
// its surroundings and those guesses correct it (softmax.h). Each word is asked by itself: the answers need not agree
// with each other or be those of a tree, which is for those to see to who use them.
// Sections of the model file, all below `heads/`: features, tags, trust, graph and moves (two model files), and one of
// weights for each question.
// Cost: that of the guesses, and features × answers a word.
// Paper: Motta 2014; Milanés Barroso 2016, section 3.1.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "espalier/sentence.h"
#include "features/extractor.h"
#include "learning/frozen_rows.h"
#include "model_file/file.h"
#include "parsing/head_guess.h"
#include "parsing/head_schema.h"

namespace espalier::parsing {

/// Scratch of one thread and model, and what was decided.
struct HeadWorkspace {
  HeadGuessScratch scratch;
  HeadGuess guess;
  features::Encoded encoded;
  features::Extractor extractor;
  HeadAnswers answers;
  features::ExtraColumns columns;  ///< those given, then hside, hpos and hdist
};

/// Adds the answers as columns to those given; memory is reused.
void add_head_columns(const HeadClasses& classes, const features::ExtraColumns* given,
                      const std::array<std::vector<float>, kHeadQuestions>& probabilities, std::int32_t words,
                      features::ExtraColumns& out);

/// Immutable; safe to share between threads, each with a workspace of its own.
class HeadModel {
 public:
  static bool is_in(const model_file::File& file) noexcept;
  /// Refuses sections that are damaged.
  explicit HeadModel(std::shared_ptr<const model_file::File> file);
  // The guesser points into it.
  HeadModel(const HeadModel&) = delete;
  HeadModel& operator=(const HeadModel&) = delete;

  /// Answers all questions for all words into workspace.answers and workspace.columns. `given`: extra columns of
  /// the sentence, as in training, or null.
  void predict(const Sentence& sentence, const features::ExtraColumns* given, HeadWorkspace& workspace) const;
  /// The probabilities of the answers for a word, after predict().
  std::span<const float> answers(HeadQuestion question, std::int32_t word, const HeadWorkspace& workspace) const {
    const std::size_t size = classes_.size(question);
    return std::span(workspace.answers.probabilities[index_of(question)])
        .subspan(static_cast<std::size_t>(word) * size, size);
  }

  const HeadClasses& classes() const noexcept { return classes_; }
  /// The templates, as text.
  std::string features() const;
  /// What there is how many of, for `inspect`.
  std::vector<std::pair<std::string, std::size_t>> sizes() const;

 private:
  std::shared_ptr<const model_file::File> file_;
  HeadPrograms programs_;
  HeadClasses classes_;
  std::array<float, kHeadQuestions> trust_{};
  std::array<learning::FrozenRows, kHeadQuestions> rows_;
  std::optional<HeadGuesser> guesser_;
};

inline constexpr const char* kHeadFolder = "heads/";
inline constexpr const char* kHeadFeatures = "heads/features";
inline constexpr const char* kHeadTags = "heads/tags";
inline constexpr const char* kHeadTrust = "heads/trust";
inline constexpr const char* kHeadGraph = "heads/graph";
inline constexpr const char* kHeadMoves = "heads/moves";
/// Where the weights of a question lie.
std::string head_weights_section(HeadQuestion question);

}  // namespace espalier::parsing
