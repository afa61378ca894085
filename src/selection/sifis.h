// Structured incremental feature induction and selection (S-IFIS): which templates an arc-factored parser should have.
//
// Idea: as IFIS does for classes (ifis.h), for trees. A cycle trains the structured sparse perceptron on the arcs that
// the filter leaves; features it does not select are one value, *dummy*, to the decision tree that asks of every such
// arc whether it is in the tree; the tree's paths become templates, and the next perceptron starts with what was
// selected before. What comes out is a list of templates, which the graph parser learns from as from any other. Cost: a
// training and a decision tree a cycle; memory is the features of all arcs, four bytes each. Paper: Milanés Barroso
// 2016, chapter 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "features/template.h"
#include "parsing/graph_options.h"
#include "parsing/training_set.h"
#include "selection/entropy_guided.h"

namespace espalier::selection {

struct SifisOptions {
  std::size_t cycles = 1;  ///< inductions
  std::size_t trees = 1;   ///< of each induction, from the best attributes at the root
  int epochs = 5;          ///< of each perceptron
  /// What trees may ask for; empty: the templates themselves.
  std::vector<features::Template> asked;
  /// Heads by sentence and node that a parser with these templates finds in sentences that it did not learn from. Where
  /// it is given, trees are grown from its mistakes: of each word with a wrong head, that arc and the true one.
  std::function<std::vector<std::vector<std::int32_t>>(const std::vector<features::Template>&)> find_heads;
  parsing::GraphOptions graph;  ///< how trees are learned: margin, min_updates (0: nothing is dropped), …
  InductionOptions induction;
  learning::TreeOptions tree;  ///< its depth is at most the length of a template
  bool counts = false;  ///< candidates and their features are counted in every cycle, whatever trees are grown from
};

/// What a cycle did; cycle 0 selects among the basic templates.
struct SifisCycle {
  std::size_t cycle = 0;
  std::size_t nodes = 0;      ///< of the decision tree; 0 in cycle 0
  std::size_t induced = 0;    ///< templates that are new in it
  std::size_t templates = 0;  ///< all, before selection
  std::size_t arcs = 0;       ///< candidates
  std::size_t features = 0;   ///< of all candidates
  std::size_t kept = 0;       ///< features selected
  double loss = 0;            ///< wrong heads of the perceptron's last epoch, in percent
  double seconds = 0;
};

/// What is found after some cycles: all that the next one needs.
struct SifisResult {
  std::vector<features::Template> templates;  ///< in the order in which they came, those of the last induction included
  std::vector<std::uint64_t> selected;        ///< features, by the last perceptron
  std::vector<SifisCycle> cycles;

  /// The last cycle had nothing new to say.
  bool is_over() const noexcept { return !cycles.empty() && cycles.back().induced == 0; }
};

struct SifisHooks {
  /// Hears of each cycle when it is over; false: that was enough.
  std::function<bool(const SifisResult&)> watch;
  /// How much of a cycle is done, in passes over the sentences; throw from it to stop.
  std::function<void(std::size_t cycle, double passes)> progress;
};

/// `arcs`: the candidates of each training sentence, the true ones among them. Ends before `cycles` when a tree has no
/// new template. `watch` hears of each cycle when it is over; throw from it to stop. The same on any number of threads.
SifisResult run_sifis(const parsing::TrainingData& data, std::span<const decoding::ArcSet> arcs,
                      std::vector<features::Template> basic, const SifisOptions& options, base::Team& team,
                      const std::function<void(const SifisCycle&)>& watch = {});

/// The same from what an earlier run with the same data and options had found: one run or several, the result is one.
SifisResult continue_sifis(const parsing::TrainingData& data, std::span<const decoding::ArcSet> arcs, SifisResult found,
                           const SifisOptions& options, base::Team& team, const SifisHooks& hooks);

}  // namespace espalier::selection
