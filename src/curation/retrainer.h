// Parsers trained from one set of sentences after the other, and how well they do on others.
//
// Invariant: what comes out depends on the sentences of a task, the recipe and the seed alone; threads take whole
// tasks. Cost: a training a task, and a parse of each sentence that it is tested on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "curation/fresh_parser.h"
#include "curation/numbered_treebank.h"
#include "curation/retraining_memory.h"
#include "curation/training_team.h"

namespace espalier::curation {

/// Sentences by their places in the treebank.
using SentenceSet = std::vector<std::size_t>;

struct RetrainingTask {
  SentenceSet train;
  std::vector<std::span<const std::size_t>> tests;
};

class Retrainer {
 public:
  /// All must outlive it. `expected`: how many parsers there will be, for progress.
  Retrainer(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers, const TrainRequest& request,
            const Control& control, const parsing::MakeParserTraining& make_training, RetrainingMemory& memory,
            std::size_t expected)
      : sentences_(sentences),
        numbers_(numbers),
        request_(request),
        recipe_(parsing::hash_of(request.recipe)),
        make_training_(make_training),
        memory_(memory),
        team_(control, expected) {}

  /// Labelled attachment in percent of the words that have heads, by task and test. What the memory has is not trained.
  std::vector<std::vector<double>> accuracies(std::span<const RetrainingTask> tasks);
  /// By task: what its parser says of the sentences of its only test, with confidences.
  std::vector<Answers> answers(std::span<const RetrainingTask> tasks);
  /// Those that the memory had are counted, too.
  std::size_t trainings() const noexcept { return team_.done(); }

 private:
  std::uint64_t key(const RetrainingTask& task) const;
  std::vector<double> accuracies(const RetrainingTask& task, const Control& control) const;
  FreshParser parser(const RetrainingTask& task, const Control& control) const;

  const std::vector<Sentence>& sentences_;
  const NumberedTreebank& numbers_;
  const TrainRequest& request_;
  std::uint64_t recipe_;  // a hash
  const parsing::MakeParserTraining& make_training_;
  RetrainingMemory& memory_;
  TrainingTeam team_;
};

}  // namespace espalier::curation
