// What all ways of learning moves have in common: sentences, templates and one table of weights.
#pragma once

#include <vector>

#include "learning/trainer.h"
#include "parsing/training_set.h"
#include "parsing/transition_options.h"
#include "parsing/transition_schema.h"

namespace espalier::parsing {

class MoveProblem : public learning::Problem {
 public:
  std::size_t examples() const override { return data_.sentences.size(); }
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  const learning::TrainingTable& table() const noexcept { return table_; }

 protected:
  /// All must outlive it.
  MoveProblem(const TransitionPrograms& programs, const TransitionOptions& options, decoding::Roots roots,
              const TrainingSet& data)
      : programs_(programs),
        options_(options),
        roots_(roots),
        data_(data),
        classes_(options.classes()),
        table_(classes_.count(), options.moves.min_updates) {}

  const TransitionPrograms& programs_;
  const TransitionOptions& options_;
  decoding::Roots roots_;
  const TrainingSet& data_;
  MoveClasses classes_;
  learning::TrainingTable table_;
};

}  // namespace espalier::parsing
