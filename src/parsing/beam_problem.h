// Beam parsing as a problem for the learner: whole sequences of moves are compared.
//
// Idea: a sentence is parsed by a beam with the weights of the moment. The true sequence of moves (the static oracle's)
// should be ahead of every other; where the best wrong one, cut off at the step that the update rule names, is ahead
// instead, the moves of the true one are rewarded and those of the wrong one punished, from where they part. Margin:
// where the system has a dynamic oracle every gold arc that a move loses counts for the wrong one, so that worse trees
// have to lose by more; in other systems leaving the true path counts once. Unknown heads cost nothing; where a tree
// cannot be made by the system the oracle's path is the truth. Scores of all moves count, that of the first one, too:
// classes begin at 1 (MoveClasses), since sequences are compared that do not make the same choices.
#pragma once

#include <cstdint>
#include <vector>

#include "decoding/beam.h"
#include "decoding/oracle.h"
#include "parsing/move_memo.h"
#include "parsing/move_problem.h"
#include "parsing/sure_moves.h"

namespace espalier::parsing {

class BeamProblem final : public MoveProblem {
 public:
  /// Starts from these weights, which count as selected.
  BeamProblem(const TransitionPrograms& programs, const TransitionOptions& options, decoding::Roots roots,
              const TrainingSet& data, const SureMoves& sure, const std::vector<learning::RowWeight>& weights,
              int workers);

  void solve(std::size_t index, int worker, learning::Outcome& out) override;

 private:
  struct Scratch {
    MoveScorer<LearningMoves> scorer;
    MoveMemo<LearningMoves> memo;
    decoding::Beam<double> beam;
    decoding::Configuration configuration;
    decoding::Configuration other;
    decoding::Oracle oracle;
    decoding::GoldPath<double> gold;
    std::vector<decoding::Move> wrong;
    std::vector<std::uint64_t> right_steps;  // see step_key
    std::vector<std::uint64_t> wrong_steps;
    std::vector<std::uint64_t> open_steps;
    std::vector<std::int32_t> places;
    const features::Encoded* sentence = nullptr;
  };
  /// The moves that there is a choice between.
  template <class System>
  decoding::MoveSet choices(const decoding::Configuration& c, const Scratch& scratch) const {
    return sure_.narrow(*scratch.sentence, c, System::legal(c));
  }
  using Moves = std::span<const decoding::Move>;

  template <class System>
  void solve_with(std::size_t index, Scratch& scratch, learning::Outcome& out);
  template <class System>
  std::array<double, decoding::kMoveKinds> scores_of(const decoding::Configuration& c, decoding::MoveSet legal,
                                                     Scratch& scratch) const;
  template <class System>
  void walk_gold(Scratch& scratch) const;
  template <class System>
  void learn(const decoding::Violation<double>& violation, Scratch& scratch, learning::Outcome& out) const;
  std::uint64_t step_key(decoding::Move move, const decoding::Configuration& c, Scratch& scratch) const;
  template <class System>
  void list_steps(Moves moves, Scratch& scratch, std::vector<std::uint64_t>& out) const;
  template <class System>
  void add_changes(Moves moves, float amount, Scratch& scratch, learning::Outcome& out) const;

  const SureMoves& sure_;
  std::vector<Scratch> scratch_;
};

}  // namespace espalier::parsing
