// Greedy transition parsing as a problem for the learner.
//
// Idea: a sentence is parsed with the weights of the moment; in every configuration the best move that loses no gold
// arc should beat every other by the margin. Where the system has a dynamic oracle the parse then follows the model's
// own choice, right or wrong, so that it learns to go on from its mistakes (exploration, Goldberg and Nivre 2012); else
// it follows the static oracle. Unknown heads cost nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/oracle.h"
#include "parsing/move_problem.h"
#include "parsing/move_scorer.h"

namespace espalier::parsing {

class GreedyProblem final : public MoveProblem {
 public:
  GreedyProblem(const TransitionPrograms& programs, const TransitionOptions& options, decoding::Roots roots,
                const TrainingSet& data, int workers);

  void solve(std::size_t index, int worker, learning::Outcome& out) override;
  void go_on(const std::vector<std::uint16_t>& visits) override { visits_ = visits; }

 private:
  struct Scratch {
    MoveScorer<LearningMoves> scorer;
    decoding::Configuration configuration;
    decoding::Oracle oracle;
  };
  struct Choice {
    decoding::Move right;   // the best of those that cost nothing more
    decoding::Move wrong;   // the best of the others
    decoding::Move chosen;  // the best of all
    bool has_wrong;
  };

  template <class System>
  void solve_with(std::size_t index, Scratch& scratch, learning::Outcome& out);
  template <class System>
  decoding::MoveSet right_moves(Scratch& scratch, decoding::MoveSet legal) const;
  Choice choose(const MoveScores<float>& scores, decoding::MoveSet legal, decoding::MoveSet right) const;
  void learn(const MoveScores<float>& scores, const Choice& choice, Scratch& scratch, learning::Outcome& out) const;

  std::vector<Scratch> scratch_;
  std::vector<std::uint16_t> visits_;  // by sentence: epochs so far
};

}  // namespace espalier::parsing
