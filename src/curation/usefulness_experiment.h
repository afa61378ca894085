// What rules for picking sentences are worth, measured: part of a treebank is taken to be unannotated.
//
// Idea: half of the treebank is what is annotated: su is measured there, and all that is learned is learned there. A
// quarter is what there is to choose from, a quarter is for tests that nothing was learned from. A run draws a training
// set from the annotated half (of the share that su's training sets are from) and a pool; each rule picks from the
// pool, the parser is trained with and without the picks, and the difference on the test sentences is the rule's gain.
// Rules of one run share training set, pool and test, so that they are compared pairwise; random sentences are drawn
// several times. Picks are as many sentences, or as many words: long sentences bring more and cost more. Invariant: a
// run depends on its number, the data and the seed alone. Cost: two trainings a candidate once; then for each run two
// and, for each size and currency, one a rule and one a draw.
#pragma once

#include <cstddef>
#include <vector>

#include "curation/usefulness_run.h"

namespace espalier::curation {

/// The mean, and where it lies with 95 % (Student's t).
RunMean mean_of_runs(const std::vector<double>& values);

/// Fills in all that follows from the gains: those of `point` and those of random picks, by run.
void compare_with_random(const std::vector<double>& random, std::uint64_t seed, SelectionPoint& point);

class UsefulnessExperimentRun {
 public:
  /// All must outlive it.
  UsefulnessExperimentRun(const UsefulnessExperimentRequest& request, const Control& control,
                          parsing::MakeParserTraining make_training);

  UsefulnessExperiment run();

 private:
  struct Run {
    SentenceSet train;
    SentenceSet pool;
    Answers said;
  };
  struct Picked {  // what is added to a run's training set
    PickRule rule;
    AnnotationCost cost;
    std::size_t size;
    std::size_t run;
    SentenceSet sentences;
  };

  void cut();
  std::size_t trainings() const;
  void learn(Retrainer& retrainer);
  void best_against_random(Retrainer& retrainer);
  void ask_votes();
  void draw_runs(Retrainer& retrainer);
  std::vector<Picked> pick() const;
  void pick_of(std::size_t run, AnnotationCost cost, const UsefulnessLessons& lessons, std::vector<Picked>& out) const;
  SentenceSet first(const std::vector<Pick>& picks, const SentenceSet& from, std::size_t size,
                    AnnotationCost cost) const;
  void score(const std::vector<Picked>& picked, Retrainer& retrainer);
  std::size_t words(const SentenceSet& set) const;

  const UsefulnessExperimentRequest& request_;
  const Control& control_;
  parsing::MakeParserTraining make_training_;
  TrainRequest training_;
  UsefulnessData data_;
  UsefulnessSets sets_;
  SentenceSet unannotated_;
  SentenceSet test_;
  double mean_words_ = 0;  // of unannotated sentences
  const NumberedTreebank* numbers_ = nullptr;
  MeasuredUsefulness measured_;
  DescribedCandidates described_;
  std::vector<Run> runs_;
  UsefulnessExperiment result_;
};

}  // namespace espalier::curation
