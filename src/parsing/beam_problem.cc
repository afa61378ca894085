#include "parsing/beam_problem.h"

#include <algorithm>
#include <iterator>

namespace espalier::parsing {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

BeamProblem::BeamProblem(const TransitionPrograms& programs, const TransitionOptions& options, decoding::Roots roots,
                         const TrainingSet& data, const SureMoves& sure,
                         const std::vector<learning::RowWeight>& weights, int workers)
    : MoveProblem(programs, options, roots, data), sure_(sure), scratch_(static_cast<std::size_t>(workers)) {
  table_.start_from(weights);
  std::vector<std::uint64_t> features;
  features.reserve(weights.size());
  for (const learning::RowWeight& weight : weights) features.push_back(weight.feature);
  table_.select(features);
}

void BeamProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  decoding::with_system(options_.system, [&](auto system) {
    solve_with<decltype(system)>(index, scratch_[static_cast<std::size_t>(worker)], out);
  });
}

template <class System>
std::array<double, decoding::kMoveKinds> BeamProblem::scores_of(const Configuration& c, MoveSet legal,
                                                                Scratch& scratch) const {
  std::array<double, decoding::kMoveKinds> out{};
  if (!legal.has_many()) return out;
  const MoveScores<float>& scores = scratch.memo.score(programs_, c, scratch.scorer, LearningMoves{table_});
  for (const Move move : legal) out[static_cast<std::size_t>(move)] = static_cast<double>(scores[classes_.of(move)]);
  if constexpr (decoding::kHasCosts<System>) {
    if (options_.beam_margin == 0) return out;
    std::array<std::int32_t, decoding::kMoveKinds> costs;
    scratch.oracle.costs<System>(c, legal, costs);
    for (const Move move : legal) {
      const auto at = static_cast<std::size_t>(move);
      out[at] += options_.beam_margin * costs[at];
    }
  }
  return out;
}

template <class System>
void BeamProblem::walk_gold(Scratch& scratch) const {
  Configuration& c = scratch.configuration;
  scratch.gold.moves.clear();
  scratch.gold.scores.assign(1, 0.0);
  while (!System::is_final(c)) {
    const Move move = scratch.oracle.next<System>(c);
    const auto scores = scores_of<System>(c, choices<System>(c, scratch), scratch);
    scratch.gold.moves.push_back(move);
    scratch.gold.scores.push_back(scratch.gold.scores.back() + scores[static_cast<std::size_t>(move)]);
    System::apply(c, move);
  }
}

template <class System>
void BeamProblem::solve_with(std::size_t index, Scratch& scratch, learning::Outcome& out) {
  const std::int32_t words = data_.encoded[index].words();
  scratch.sentence = &data_.encoded[index];
  scratch.oracle.start(options_.system, data_.heads[index], roots_);
  scratch.scorer.prepare(programs_, data_.encoded[index], LearningMoves{table_});
  scratch.memo.start();
  scratch.configuration.reset(words, roots_);
  walk_gold<System>(scratch);
  scratch.beam.start<System>(words, roots_, options_.beam);
  auto violation = decoding::find_violation<System>(scratch.beam, scratch.gold, options_.update,
                                                    [&](const Configuration& c, MoveSet& legal) {
                                                      legal = sure_.narrow(*scratch.sentence, c, legal);
                                                      return scores_of<System>(c, legal, scratch);
                                                    });
  Configuration& best = scratch.beam.configuration(scratch.beam.items()[0]);
  if (System::is_final(best)) System::finish(best);
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::int32_t head = scratch.oracle.head(word);
    out.loss += head >= 0 && best.node(word).head != head ? 1 : 0;
  }
  if constexpr (!decoding::kHasCosts<System>) violation.amount += options_.beam_margin;
  // Level is not enough: with weights of zero all sequences are.
  if (violation.is_found && violation.amount >= 0) learn<System>(violation, scratch, out);
}

template <class System>
void BeamProblem::learn(const decoding::Violation<double>& violation, Scratch& scratch, learning::Outcome& out) const {
  out.violation = violation.amount;
  scratch.beam.path(violation.link, scratch.wrong);
  // Sequences that part often meet again: the same move in configurations that look the same says nothing.
  const Moves wrong = scratch.wrong;
  const Moves right = Moves(scratch.gold.moves).first(violation.moves);
  const auto parting = static_cast<std::size_t>(
      std::mismatch(right.begin(), right.end(), wrong.begin(), wrong.end()).first - right.begin());
  scratch.other.reset(scratch.beam.configuration(scratch.beam.items()[0]).words(), roots_);
  for (const Move move : right.first(parting)) System::apply(scratch.other, move);
  list_steps<System>(right.subspan(parting), scratch, scratch.right_steps);
  list_steps<System>(wrong.subspan(parting), scratch, scratch.wrong_steps);
  const auto keep_open = [&](const std::vector<std::uint64_t>& mine, const std::vector<std::uint64_t>& theirs) {
    scratch.open_steps.clear();
    std::set_difference(mine.begin(), mine.end(), theirs.begin(), theirs.end(), std::back_inserter(scratch.open_steps));
  };
  keep_open(scratch.right_steps, scratch.wrong_steps);
  add_changes<System>(right.subspan(parting), 1, scratch, out);
  keep_open(scratch.wrong_steps, scratch.right_steps);
  add_changes<System>(wrong.subspan(parting), -1, scratch, out);
}

std::uint64_t BeamProblem::step_key(Move move, const Configuration& c, Scratch& scratch) const {
  const auto places = programs_.rest_places().find(c, scratch.places);
  return (move_key(programs_, c, places) + classes_.of(move)) * 0xD6E8FEB86659FD93;
}

template <class System>
void BeamProblem::list_steps(Moves moves, Scratch& scratch, std::vector<std::uint64_t>& out) const {
  out.clear();
  scratch.configuration = scratch.other;
  for (const Move move : moves) {
    if (choices<System>(scratch.configuration, scratch).has_many()) {
      out.push_back(step_key(move, scratch.configuration, scratch));
    }
    System::apply(scratch.configuration, move);
  }
  std::sort(out.begin(), out.end());
}

template <class System>
void BeamProblem::add_changes(Moves moves, float amount, Scratch& scratch, learning::Outcome& out) const {
  Configuration& c = scratch.configuration;
  c = scratch.other;
  auto& open = scratch.open_steps;
  for (const Move move : moves) {
    const std::uint64_t key = step_key(move, c, scratch);
    const auto found = std::lower_bound(open.begin(), open.end(), key);
    if (found != open.end() && *found == key && choices<System>(c, scratch).has_many()) {
      open.erase(found);
      scratch.scorer.visit_features(c, [&](std::span<const std::uint64_t> features) {
        for (const std::uint64_t feature : features) out.changes[0].push_back({feature, classes_.of(move), amount});
      });
    }
    System::apply(c, move);
  }
}

}  // namespace espalier::parsing
