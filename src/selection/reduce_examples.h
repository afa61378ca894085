// Questions about the actions of a constituency parser, one example a state on the way to a true tree that leaves a
// choice: which action is right there?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/shift_reduce.h"
#include "parsing/constituency_options.h"
#include "selection/ifis.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// Templates are those of the section [reduce]; the class is the action's number.
class ReduceExamples final : public ExampleSource {
 public:
  /// The sentences and columns must outlive it. Throws Error kInput for sentences without constituents.
  ReduceExamples(SentenceSet data, const parsing::ConstituencyOptions& options);

  std::uint32_t classes() const override { return static_cast<std::uint32_t>(grammar_.actions()); }
  /// In order of sentences and actions.
  learning::Examples examples(std::span<const features::Template> templates) override;
  /// Among the right action and those that are most frequent where the two topmost nodes have such labels.
  Choices choices(std::span<const features::Template> attributes, std::size_t most) override;
  /// Among all legal actions.
  Decisions decisions(std::span<const features::Template> conditions, std::size_t most) override;

 private:
  /// Which sentences are looked at, one of how many, if a word has so many rows and there are to be at most about
  /// `most`.
  std::size_t every(std::size_t rows_of_a_word, std::size_t most) const;
  /// Calls visit(legal actions, right one, features) for each example of every `every`-th sentence.
  template <class Visit>
  void walk(std::span<const features::Template> templates, std::size_t every, const Visit& visit) const;

  SentenceSet data_;
  decoding::ReduceGrammar grammar_;
  std::vector<std::vector<decoding::Action>> derivations_;
};

}  // namespace espalier::selection
