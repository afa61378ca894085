#include "parsing/constituency_problem.h"

#include <algorithm>

namespace espalier::parsing {

using decoding::Action;
using decoding::ReduceSetup;
using decoding::ReduceState;
using decoding::ShiftReduce;

void GreedyReduceProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
  const LearningReductions table{table_};
  const auto margin = static_cast<float>(data_.options.actions.margin);
  ReduceState& state = scratch.state;
  state.reset(data_.sentences[index].words(), {&data_.grammar, &scratch.nodes});
  scratch.scorer.prepare(data_.programs, data_.sentences[index], data_.grammar.actions());
  std::size_t wrongs = 0;
  for (const Action truth : data_.derivations[index]) {
    const auto legal = ShiftReduce::legal(state);
    if (legal.size() > 1) {
      const auto scores = scratch.scorer.score(state, table);
      Action rival = legal[legal[0] == truth ? 1 : 0];
      for (const Action action : legal) {
        if (action != truth && scores[static_cast<std::size_t>(action)] > scores[static_cast<std::size_t>(rival)]) {
          rival = action;
        }
      }
      const float behind = scores[static_cast<std::size_t>(rival)] - scores[static_cast<std::size_t>(truth)];
      wrongs += behind >= 0 ? 1 : 0;
      if (behind + margin > 0) {
        out.violation += static_cast<double>(behind + margin);
        for (const std::uint64_t feature : scratch.scorer.features(state)) {
          out.changes[0].push_back({feature, static_cast<std::uint32_t>(truth), 1});
          out.changes[0].push_back({feature, static_cast<std::uint32_t>(rival), -1});
        }
      }
    }
    ShiftReduce::apply(state, truth);
  }
  out.loss = static_cast<double>(wrongs);
}

BeamReduceProblem::BeamReduceProblem(const DerivationData& data, const std::vector<learning::RowWeight>& weights,
                                     int workers)
    : ReduceProblem(data), scratch_(static_cast<std::size_t>(workers)) {
  table_.start_from(weights);
  std::vector<std::uint64_t> features;
  features.reserve(weights.size());
  for (const learning::RowWeight& weight : weights) features.push_back(weight.feature);
  table_.select(features);
}

void BeamReduceProblem::walk_gold(std::size_t index, Scratch& scratch) const {
  ReduceState& state = scratch.state;
  state.reset(data_.sentences[index].words(), {&data_.grammar, &scratch.nodes});
  scratch.gold.moves = data_.derivations[index];
  scratch.gold.scores.assign(1, 0.0);
  for (const Action action : scratch.gold.moves) {
    const auto scores = scratch.scorer.score(state, LearningReductions{table_});
    scratch.gold.scores.push_back(scratch.gold.scores.back() +
                                  static_cast<double>(scores[static_cast<std::size_t>(action)]));
    ShiftReduce::apply(state, action);
  }
}

void BeamReduceProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
  const std::int32_t words = data_.sentences[index].words();
  scratch.scorer.prepare(data_.programs, data_.sentences[index], data_.grammar.actions());
  walk_gold(index, scratch);
  const decoding::ReduceView* view = data_.options.merge_states ? data_.programs.view() : nullptr;
  scratch.beam.start<ShiftReduce>(words, ReduceSetup{&data_.grammar, &scratch.beam_nodes, view}, data_.options.beam);
  if (view != nullptr) scratch.beam.merge_states();
  auto violation = decoding::find_violation<ShiftReduce>(
      scratch.beam, scratch.gold, data_.options.update,
      [&](const ReduceState& state, auto&) { return scratch.scorer.score(state, LearningReductions{table_}); });
  scratch.beam.path(scratch.beam.items()[0].link, scratch.wrong);
  const Actions gold = scratch.gold.moves;
  for (std::size_t i = 0; i < scratch.wrong.size(); ++i) out.loss += scratch.wrong[i] != gold[i] ? 1 : 0;
  violation.amount += data_.options.beam_margin;
  // Level is not enough: with weights of zero all derivations are.
  if (!violation.is_found || violation.amount < 0) return;
  out.violation = violation.amount;
  scratch.beam.path(violation.link, scratch.wrong);
  const Actions right = gold.first(violation.moves);
  const auto parting = static_cast<std::size_t>(
      std::mismatch(right.begin(), right.end(), scratch.wrong.begin(), scratch.wrong.end()).first - right.begin());
  add_changes(right, parting, 1, scratch, out);
  add_changes(scratch.wrong, parting, -1, scratch, out);
}

void BeamReduceProblem::add_changes(Actions actions, std::size_t parting, float amount, Scratch& scratch,
                                    learning::Outcome& out) const {
  ReduceState& state = scratch.state;
  state.reset(state.words(), {&data_.grammar, &scratch.nodes});
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (i >= parting) {
      for (const std::uint64_t feature : scratch.scorer.features(state)) {
        out.changes[0].push_back({feature, static_cast<std::uint32_t>(actions[i]), amount});
      }
    }
    ShiftReduce::apply(state, actions[i]);
  }
}

}  // namespace espalier::parsing
