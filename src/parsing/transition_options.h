// The options of a transition parser, from a recipe.
#pragma once

#include <optional>

#include "decoding/transition_system.h"
#include "espalier/dependency.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"

namespace espalier::parsing {

struct TransitionOptions {
  decoding::SystemKind system = decoding::SystemKind::kArcHybrid;
  double explore = 0.9;  ///< chance of following the model's own choice after the first epoch; 0: the static oracle
  learning::LearnerOptions moves;
  learning::LearnerOptions labels;
  int epochs = 10;  ///< 0: chosen on held-out data
  int most_epochs = 30;
  int patience = 3;
  int label_epochs = 6;
  std::optional<decoding::Roots> roots;  ///< nothing: as the training data has them
  std::optional<LiftMarking> lift;       ///< training trees are made projective
};

/// Throws Error kUsage for options that do not fit together.
TransitionOptions transition_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
