// Trees as a problem for the learner: decode, compare with the truth, say which features should change.
//
// The truth is the annotated tree; where heads are unknown it is the best tree that agrees with the known ones under
// the weights of the moment (the latent structure perceptron, Fernandes and Brefeld 2011, with y the known arcs and h
// the whole tree: fully annotated sentences then take the plain path, as h is y).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/restriction.h"
#include "learning/open_table.h"
#include "learning/trainer.h"
#include "parsing/graph_decoder.h"
#include "parsing/graph_options.h"
#include "parsing/graph_scorer.h"
#include "parsing/joint_arcs.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// Scratch of one thread, for training and for parsing.
struct GraphScratch {
  FilterScratch filter;
  GraphScorer scorer;
  JointArcs joint;
  GraphDecoder decoder;
  decoding::PartSet parts;
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> labels;
  // Training only.
  decoding::Restriction restriction;
  decoding::PartRestriction restricted;
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> true_labels;
  TreeParts true_parts;
  TreeParts found_parts;
};

class GraphProblem final : public learning::Problem {
 public:
  /// `arcs` are the candidates by sentence, the known arcs among them. All must outlive the problem.
  GraphProblem(const GraphPrograms& programs, const GraphOptions& options, decoding::Roots roots,
               const TrainingSet& data, std::span<const decoding::ArcSet> arcs, const LabelUse& use, int workers);

  std::size_t examples() const override { return data_.sentences.size(); }
  /// The table of arcs and parts; with joint labels the rows of the labelled arcs, too.
  std::vector<learning::TrainingTable*> tables() override;
  void solve(std::size_t index, int worker, learning::Outcome& out) override;

  const learning::TrainingTable& table() const noexcept { return table_; }
  const learning::TrainingTable& rows() const noexcept { return rows_; }
  /// Sentences whose known heads no tree of the kind agrees with: nothing is learned from those.
  bool is_feasible(std::size_t index) const noexcept { return feasible_[index] != 0; }

 private:
  void count_features();
  void score(std::size_t index, GraphScratch& scratch) const;
  bool find_truth(std::size_t index, GraphScratch& scratch) const;
  bool decode(GraphScratch& scratch) const;
  void label_truth(std::size_t index, GraphScratch& scratch) const;
  void compare(std::size_t index, GraphScratch& scratch, learning::Outcome& out) const;
  void compare_joint(std::size_t index, GraphScratch& scratch, learning::Outcome& out) const;
  void compare_known(std::size_t index, GraphScratch& scratch, learning::Outcome& out) const;
  double add_labelled(GraphScratch& scratch, std::int32_t head, std::int32_t word, std::int32_t label, float amount,
                      std::vector<learning::Change>& changes) const;
  void drop_rare(std::vector<learning::Change>& changes) const;

  const GraphPrograms& programs_;
  const GraphOptions& options_;
  decoding::Roots roots_;
  const TrainingSet& data_;
  std::span<const decoding::ArcSet> arcs_;
  const LabelUse& use_;
  learning::TrainingTable table_;
  learning::TrainingTable rows_;
  std::vector<char> feasible_;
  learning::OpenTable<std::uint64_t> counts_;  // in the true trees, for the cut-off
  std::vector<GraphScratch> scratch_;
};

}  // namespace espalier::parsing
