// Questions about the heads of words, one example a word, with the guesses of quick parsers as columns; and templates
// for the predictors of heads, found by IFIS.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "parsing/head_training.h"
#include "selection/ifis.h"

namespace espalier::selection {

/// Templates are those of the sections of parsing/head_schema.h.
class HeadExamples final : public ExampleSource {
 public:
  /// `guessed`: of the sentences. Both must outlive it. Words whose head is not known have no example.
  HeadExamples(std::span<const Sentence> sentences, const parsing::GuessedHeads& guessed,
               parsing::HeadQuestion question);

  std::uint32_t classes() const override { return guessed_.classes.size(question_); }
  /// In order of sentences and words. Throws Error kUsage for templates with several values in one place.
  learning::Examples examples(std::span<const features::Template> templates) override;

 private:
  std::span<const Sentence> sentences_;
  const parsing::GuessedHeads& guessed_;
  parsing::HeadQuestion question_;
};

/// A feature file for the predictors: for each question what IFIS makes of the templates in [word] of `basic`. `watch`
/// hears of each cycle when it is over; throw from it to stop.
std::string induce_head_features(std::span<const Sentence> sentences, const parsing::GuessedHeads& guessed,
                                 const std::string& basic, const IfisOptions& options, base::Team& team,
                                 const std::function<void(parsing::HeadQuestion, const IfisCycle&)>& watch = {});

}  // namespace espalier::selection
