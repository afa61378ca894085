// What the recipes of all kinds of parsers have in common, read in one way.
#pragma once

#include <optional>

#include "decoding/arc_set.h"
#include "espalier/dependency.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"

namespace espalier::parsing {

/// What is done with trees, whatever parser learns from them.
struct TreeOptions {
  std::optional<decoding::Roots> roots;  ///< nothing: as the training data has them
  std::optional<LiftMarking> lift;       ///< training trees are made projective

  /// Labels tell of lifted arcs, so that parsing can undo it.
  bool marks_lifts() const noexcept { return lift && *lift != LiftMarking::kNone; }
};

/// And of parsers that learn in epochs, with a label stage.
struct EpochOptions : TreeOptions {
  learning::LearnerOptions labels;
  int epochs = 10;  ///< 0: chosen on held-out data
  int most_epochs = 30;
  int patience = 3;
  int label_epochs = 6;
};

/// The recipe is one of a parser of constituents, not of dependencies.
bool makes_constituents(const Recipe& recipe);
/// The learner's options but for the longest step, which stages have apart.
learning::LearnerOptions learner_options(const Recipe& recipe, std::uint64_t seed);
TreeOptions tree_options(const Recipe& recipe);
EpochOptions epoch_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
