// Questions about moves, one example a configuration on the oracle's way through a tree: which move is right there?
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "parsing/oracle_walk.h"
#include "parsing/training_set.h"
#include "parsing/transition_options.h"
#include "selection/choices.h"
#include "selection/decisions.h"
#include "selection/ifis.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// Templates are those of the transition parser's [move] section; the class is the move's place among those of the
/// system. Configurations in which one move is legal are no examples: no parser asks there.
class MoveExamples final : public ExampleSource {
 public:
  /// The extra columns must outlive it.
  MoveExamples(SentenceSet data, const parsing::TransitionOptions& options);

  std::uint32_t classes() const override { return classes_.count(); }
  /// In order of sentences and moves.
  learning::Examples examples(std::span<const features::Template> templates) override {
    return examples(templates, {});
  }
  /// Those that are `shown`, by sentence and number of the configuration in it; empty: all.
  learning::Examples examples(std::span<const features::Template> templates,
                              const std::vector<std::vector<bool>>& shown) const;

  /// Among the legal moves.
  Choices choices(std::span<const features::Template> attributes, std::size_t most) override;

  Decisions decisions(std::span<const features::Template> conditions, std::size_t most) override;

  const parsing::TrainingSet& sentences() const noexcept { return set_; }

  /// Calls visit(configuration, legal moves, class) for each example of a sentence. Any thread may.
  template <class Visit>
  void walk(std::size_t sentence, const Visit& visit) const {
    parsing::OracleWalk walk(options_.system, roots_, set_, false);
    decoding::with_system(options_.system, [&](auto system) {
      walk.run(sentence, [&](const decoding::Configuration& c, const parsing::LocalClass& made) {
        const decoding::MoveSet legal = decltype(system)::legal(c);
        if (legal.has_many()) visit(c, legal, classes_.of(made.kind()));
      });
    });
  }

 private:
  /// Of which every so manieth sentence is enough.
  std::size_t every(std::size_t most) const noexcept;

  SentenceSet data_;
  parsing::TransitionOptions options_;
  parsing::MoveClasses classes_;
  parsing::TrainingSet set_;
  decoding::Roots roots_;
};

}  // namespace espalier::selection
