// A learning curve from a request to its result: all trainings, side by side, then what they say together.
//
// Idea: trainings need nothing of one another, so each thread of each rank has one of its own, the small ones first:
// there is something to see early, and the time that is left can be told from what small ones took. Invariant: a
// training depends on its recipe, size and repeat alone, and the caller hears of them in the order of the list,
// whichever ends first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/team.h"
#include "curation/curve_state.h"
#include "curation/training_parts.h"
#include "espalier/curation.h"
#include "parsing/pipeline_training.h"
#include "parsing/watch.h"

namespace espalier::curation {

class CurveSession {
 public:
  /// All must outlive it. `make_training` makes the trainings of parsers. Throws Error kUsage for what does not go
  /// together.
  CurveSession(const CurveRequest& request, const Control& control, parsing::MakeParserTraining make_training);

  CurveResult run();

 private:
  struct Task {
    CurveRun run;
    std::vector<std::size_t> sentences;
    bool done = false;
  };

  std::vector<std::size_t> sizes(const TrainingParts& parts) const;
  void plan(const TrainingParts& parts);
  void start();
  RunKey key_of(const CurveRun& run) const;
  void train_all(const TrainingParts& parts);
  void train(Task& task, const TrainingParts& parts);
  /// The task is done: it goes into the state, and the caller hears of all that are done before the first that is not.
  void add(Task& task);
  void tell();

  const CurveRequest& request_;
  Ranks* ranks_;
  Control own_;
  parsing::Watch watch_;
  parsing::MakeParserTraining make_training_;
  base::Team team_;
  std::vector<TrainRequest> trainings_;  // by recipe
  std::vector<std::uint64_t> hashes_;    // of recipes
  parsing::TrainingData data_;
  CurveState state_;
  std::mutex mutex_;  // of all below
  std::vector<Task> tasks_;
  std::size_t told_ = 0;           // of them, those that the caller has heard of
  std::uint64_t words_done_ = 0;   // learned from
  std::uint64_t words_to_do_ = 0;  // in all
};

}  // namespace espalier::curation
