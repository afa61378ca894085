// Espalier: templates found by the machine, for parsers that score arcs or moves.
//
// A cycle selects features with a sparse perceptron (where the recipe has `min-updates`), grows decision trees on the
// examples of the treebank and makes templates of their paths; the next one begins with the longer list. Examples are
// the candidate arcs of a graph parser (is it in the tree?), or the configurations that the oracle of a transition
// parser comes through (which move is right?). What comes out is a feature file, which train() learns from as from any
// other.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espalier/report.h"
#include "espalier/trainer.h"

namespace espalier {

/// What a cycle did; cycle 0 begins with the basic templates.
struct InductionCycle {
  std::size_t cycle = 0;
  std::size_t templates = 0;  ///< of the list that it began with
  std::size_t induced = 0;    ///< new ones, which the next cycle has, too
  std::size_t examples = 0;   ///< candidate arcs, or configurations
  std::size_t features = 0;   ///< that the examples show
  std::size_t kept = 0;       ///< of those; all where nothing is dropped
  /// Heads or moves of the selection's last pass, in percent; where trees are grown from mistakes, of the parsers that
  /// made these. Nothing where there was neither.
  std::optional<double> wrong;
  /// On the development data, in percent, of a parser trained from its list; of constituents these are F1 without
  /// labels and with them.
  std::optional<double> uas;
  std::optional<double> las;
  double seconds = 0;

  double kept_percent() const noexcept {
    return features == 0 ? 0 : 100 * static_cast<double>(kept) / static_cast<double>(features);
  }
};

struct InduceRequest {
  /// As for train(): the recipe says `cycles`, `min-updates` and so on, its [arc] or [move] has the basic templates.
  /// The stage of trees alone is looked at. With development data each cycle's list is scored by a training of its own.
  TrainRequest training;
  /// Ends after so many cycles without a better score; 0: never. Needs development data.
  std::size_t patience = 0;
  /// A file that holds all that was found, written whole or not at all after each cycle; empty: none. Whoever has put
  /// the result in a safe place may remove it.
  std::string state;
  /// Goes on from that file, if it is there. The result is as if there had been one run.
  bool resume = false;
  /// Called after every cycle, for those of the state first.
  std::function<void(const InductionCycle&)> on_cycle;
};

struct InductionResult {
  std::string features;    ///< the feature file: that of the cycle with the best score, or of the last without scores
  std::size_t chosen = 0;  ///< that cycle
  std::vector<InductionCycle> cycles;
};

/// Runs the cycles. The same request gives the same bytes on any number of threads, in one run or several. Throws as
/// train() does, kUsage for a state of other data or options, kInput for a damaged one.
InductionResult induce(const InduceRequest& request, const Control& control = {});

/// A row a cycle.
report::Table induction_table(std::span<const InductionCycle> cycles);
/// Scores and sizes over the cycles, as a stand-alone SVG.
std::string induction_plot(std::span<const InductionCycle> cycles);

}  // namespace espalier
