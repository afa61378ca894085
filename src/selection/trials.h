// What a list of templates is worth to the parser that it is for: one is trained from it, and scored on sentences that
// it has not seen.
//
// Idea: few of many lists are good, and bad ones are found out early. A race has heats: in the first all lists are
// tried with little effort (few epochs, a narrow beam, one part of the data), the best of these with more, and the last
// few as the recipe says. A score has luck in it, and a mean of several has less: a heat may have several parts of the
// data, several seeds, and count the heat before it. Where the parser has a beam, the ones on trial have, too: it needs
// templates that know a tree gone wrong when they see one, and a greedy parser has no use for these. Invariant: a heat
// depends on nothing but its lists, so the same race has the same winner on any number of threads and ranks. Cost: a
// training a list and heat; lists are tried side by side. Papers: Bawden 2015 (wrapper A1); Maron and Moore 1994
// (racing); Jamieson and Talwalkar 2016 (halving).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/team.h"
#include "espalier/trainer.h"
#include "parsing/parser_training.h"
#include "parsing/training_set.h"

namespace espalier::selection {

/// How much is done for each list.
struct Heat {
  std::size_t most = 0;   ///< lists in it; 0: all
  int epochs = 0;         ///< at most, if the recipe says how many; 0: as the recipe says
  int beam = 0;           ///< at most, where there is one; 0: as the recipe says
  std::size_t first = 0;  ///< of the parts that are learned from and scored on
  std::size_t parts = 0;  ///< how many; 0: the rest
  std::size_t seeds = 1;  ///< trainings on each part
  /// What counts is the mean of this heat and the one before it: of use where the two are scored on other sentences.
  bool counts_last = false;
};

struct TrialWinner {
  std::size_t list = 0;  ///< its place
  double score = 0;      ///< labelled
};

class Trials {
 public:
  using Progress = std::function<void(double share)>;

  /// For each part a parser learns from its `train` and is scored on its `dev`; the score is the mean. All must outlive
  /// it.
  Trials(const TrainRequest& request, std::span<const parsing::TrainingData> parts, const Control& control,
         base::Team& team);

  /// One heat: labelled scores, by list. Lists are feature files.
  std::vector<double> scores(std::span<const std::string> lists, const Heat& heat, const Progress& progress = {});
  /// REQUIRES a list and a heat. Where two are as good, the first wins. One list has no race to run, and is tried in
  /// the last two heats.
  TrialWinner race(std::span<const std::string> lists, std::span<const Heat> heats, const Progress& progress = {});

 private:
  std::span<const parsing::TrainingData> parts_of(const Heat& heat) const noexcept;
  TrainRequest request_for(const std::string& list, const Heat& heat) const;
  double score(const TrainRequest& request, const parsing::TrainingData& part, std::size_t seed) const;

  const TrainRequest& request_;
  std::span<const parsing::TrainingData> parts_;
  Ranks* ranks_;
  Control control_;
  base::Team& team_;
};

/// The training sentences of at most so many words; 0: all.
parsing::TrainingData no_longer_than(const parsing::TrainingData& data, std::size_t longest);
inline constexpr std::size_t kThirds = 3;
/// Three parts, each with another third of the training sentences to score on. Throws Error kInput where there would be
/// none.
std::vector<parsing::TrainingData> split_for_trials(const parsing::TrainingData& data);

}  // namespace espalier::selection
