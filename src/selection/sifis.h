// Structured incremental feature induction and selection (S-IFIS): which templates an arc-factored parser should have.
//
// Idea: cycles (cycles.h) for trees. The structured sparse perceptron learns from the arcs that the filter leaves;
// features it does not select are one value, *dummy*, to the decision tree that asks of every such arc whether it is in
// the tree. What comes out is a list of templates, which the graph parser learns from as from any other. Cost: a
// training and a decision tree a cycle; memory is the features of all arcs, four bytes each. Paper: Milanés Barroso
// 2016, chapter 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "features/template.h"
#include "parsing/graph_options.h"
#include "parsing/graph_schema.h"
#include "parsing/training_set.h"
#include "selection/cycles.h"

namespace espalier::selection {

struct SifisOptions {
  int epochs = 5;  ///< of each perceptron
  /// Heads by sentence and node that a parser with these templates finds in sentences that it did not learn from. Where
  /// it is given, trees are grown from its mistakes: of each word with a wrong head, that arc and the true one.
  std::function<std::vector<std::vector<std::int32_t>>(const std::vector<features::Template>&)> find_heads;
  parsing::GraphOptions graph;  ///< how trees are learned: margin, min_updates (0: nothing is dropped), …
};

/// `arcs`: the candidates of each training sentence, the true ones among them. The data and the team must outlive it.
std::unique_ptr<CycleProblem> make_arc_problem(const parsing::TrainingData& data, std::vector<decoding::ArcSet> arcs,
                                               SifisOptions options, base::Team& team);

/// The same for parts of second order (part_places.h): nothing is selected, and what `arcs_too`, the templates of
/// [arc], say is known to the search by gain.
std::unique_ptr<CycleProblem> make_part_problem(const parsing::TrainingData& data, std::vector<decoding::ArcSet> arcs,
                                                parsing::GraphSection section,
                                                const std::vector<features::Template>& arcs_too);

}  // namespace espalier::selection
