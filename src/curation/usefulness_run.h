// The usefulness of sentences, from a request to a ranked list.
#pragma once

#include <cstddef>
#include <vector>

#include "curation/numbered_treebank.h"
#include "curation/retrainer.h"
#include "curation/sentence_picks.h"
#include "espalier/usefulness.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

/// All sentences of a request in one row: the treebank, then those that are not annotated, without their trees.
struct UsefulnessData {
  ReadTreebank read;
  std::size_t annotated = 0;
};

/// Throws Error kInput where a sentence has no tags.
UsefulnessData read_usefulness_data(const UsefulnessRequest& request, const Control& control);
/// What a state of trainings from these sentences is of.
parsing::RunDescription describe_sentences(const TrainRequest& request, const UsefulnessData& data);

/// The numbers of `count` sentences, shuffled.
SentenceSet shuffled_sentences(std::size_t count, std::uint64_t seed);

class UsefulnessRun {
 public:
  /// All must outlive it. Throws Error kUsage for what does not go together.
  UsefulnessRun(const UsefulnessRequest& request, const Control& control, parsing::MakeParserTraining make_training);

  UsefulnessResult run();

 private:
  void rank_annotated(const NumberedTreebank& numbers);
  void rank_others(const NumberedTreebank& numbers);
  void add(std::size_t sentence, const Pick& pick);

  const UsefulnessRequest& request_;
  const Control& control_;
  parsing::MakeParserTraining make_training_;
  TrainRequest training_;
  UsefulnessData data_;
  UsefulnessResult result_;
};

}  // namespace espalier::curation
