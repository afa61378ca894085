#include "parsing/transition_problem.h"

#include <algorithm>

#include "base/random.h"

namespace espalier::parsing {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

GreedyProblem::GreedyProblem(const TransitionPrograms& programs, const TransitionOptions& options,
                             decoding::Roots roots, const TrainingSet& data, int workers)
    : MoveProblem(programs, options, roots, data),
      scratch_(static_cast<std::size_t>(workers)),
      visits_(data.sentences.size(), 0) {}

void GreedyProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  decoding::with_system(options_.system, [&](auto system) {
    solve_with<decltype(system)>(index, scratch_[static_cast<std::size_t>(worker)], out);
  });
  ++visits_[index];
}

template <class System>
MoveSet GreedyProblem::right_moves(Scratch& scratch, MoveSet legal) const {
  if constexpr (decoding::kHasCosts<System>) {
    if (options_.explore > 0) return scratch.oracle.cheapest_moves<System>(scratch.configuration, legal);
  }
  return {scratch.oracle.next<System>(scratch.configuration)};
}

GreedyProblem::Choice GreedyProblem::choose(const MoveScores<float>& scores, MoveSet legal, MoveSet right) const {
  const auto best = [&](MoveSet moves) {
    Move found = moves.first();
    for (const Move move : moves) {
      if (scores[classes_.of(move)] > scores[classes_.of(found)]) found = move;
    }
    return found;
  };
  MoveSet wrong;
  for (const Move move : legal) wrong.add_if(move, !right.has(move));
  return {best(right), wrong.empty() ? legal.first() : best(wrong), best(legal), !wrong.empty()};
}

void GreedyProblem::learn(const MoveScores<float>& scores, const Choice& choice, Scratch& scratch,
                          learning::Outcome& out) const {
  const std::uint32_t right = classes_.of(choice.right);
  const std::uint32_t wrong = classes_.of(choice.wrong);
  const float violation = scores[wrong] + static_cast<float>(options_.moves.margin) - scores[right];
  if (violation <= 0) return;
  out.violation += static_cast<double>(violation);
  scratch.scorer.visit_features(scratch.configuration, [&](std::span<const std::uint64_t> features) {
    for (const std::uint64_t feature : features) {
      out.changes[0].push_back({feature, right, 1});
      out.changes[0].push_back({feature, wrong, -1});
    }
  });
}

template <class System>
void GreedyProblem::solve_with(std::size_t index, Scratch& scratch, learning::Outcome& out) {
  const LearningMoves table{table_};
  Configuration& c = scratch.configuration;
  c.reset(data_.encoded[index].words(), roots_);
  scratch.oracle.start(options_.system, data_.heads[index], roots_);
  scratch.scorer.prepare(programs_, data_.encoded[index], table);
  base::Random random(options_.moves.seed * 0x9E3779B97F4A7C15 + index * 65'536 + visits_[index]);
  const bool explores = decoding::kHasCosts<System> && visits_[index] > 0;
  while (!System::is_final(c)) {
    const MoveSet legal = System::legal(c);
    Move next = legal.first();
    if (legal.has_many()) {
      const MoveScores<float> scores = scratch.scorer.score(c, table);
      const Choice choice = choose(scores, legal, right_moves<System>(scratch, legal));
      if (choice.has_wrong) learn(scores, choice, scratch, out);
      out.loss += choice.chosen != choice.right ? 1 : 0;
      next = explores && random.uniform() < options_.explore ? choice.chosen : choice.right;
    }
    System::apply(c, next);
  }
}

}  // namespace espalier::parsing
