// Shift-reduce parsing of constituents as problems for the learner; the static oracle's derivation is the truth.
//
// Greedily: along the true derivation, the true action should beat every other legal one by the margin. With a beam:
// the true derivation should be ahead of every other; where the best wrong one, cut off at the step that the update
// rule names, is ahead instead, the actions of both are learned from, from where they part. (Collins and Roark 2004;
// Huang, Fayong and Guo 2012.) Features of the same state and action in both cancel out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/beam.h"
#include "learning/trainer.h"
#include "parsing/constituency_options.h"
#include "parsing/reduce_scorer.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// What both learn from; all must outlive the problem.
struct DerivationData {
  const ConstituencyPrograms& programs;
  const decoding::ReduceGrammar& grammar;
  const ConstituencyOptions& options;
  const std::vector<features::Encoded>& sentences;
  const std::vector<std::vector<decoding::Action>>& derivations;
};

class ReduceProblem : public learning::Problem {
 public:
  explicit ReduceProblem(const DerivationData& data)
      : data_(data), table_(static_cast<std::uint32_t>(data.grammar.actions()), data.options.actions.min_updates) {}

  std::size_t examples() const override { return data_.sentences.size(); }
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  const learning::TrainingTable& table() const noexcept { return table_; }

 protected:
  DerivationData data_;
  learning::TrainingTable table_;
};

class GreedyReduceProblem final : public ReduceProblem {
 public:
  GreedyReduceProblem(const DerivationData& data, int workers)
      : ReduceProblem(data), scratch_(static_cast<std::size_t>(workers)) {}

  void solve(std::size_t index, int worker, learning::Outcome& out) override;

 private:
  struct Scratch {
    ReduceScorer<LearningReductions> scorer;
    decoding::ReduceNodes nodes;
    decoding::ReduceState state;
  };
  std::vector<Scratch> scratch_;
};

class BeamReduceProblem final : public ReduceProblem {
 public:
  /// Starts from these weights, which count as selected.
  BeamReduceProblem(const DerivationData& data, const std::vector<learning::RowWeight>& weights, int workers);

  void solve(std::size_t index, int worker, learning::Outcome& out) override;

 private:
  struct Scratch {
    ReduceScorer<LearningReductions> scorer;
    decoding::ReduceNodes nodes;
    decoding::ReduceState state;
    decoding::ReduceNodes beam_nodes;
    decoding::Beam<double, decoding::ReduceState, decoding::Action> beam;
    decoding::GoldPath<double, decoding::Action> gold;
    std::vector<decoding::Action> wrong;
  };
  using Actions = std::span<const decoding::Action>;

  void walk_gold(std::size_t index, Scratch& scratch) const;
  void add_changes(Actions actions, std::size_t parting, float amount, Scratch& scratch, learning::Outcome& out) const;

  std::vector<Scratch> scratch_;
};

}  // namespace espalier::parsing
