// The options of a transition parser, from a recipe.
#pragma once

#include <optional>

#include "decoding/beam.h"
#include "decoding/transition_system.h"
#include "espalier/dependency.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"
#include "parsing/move_scorer.h"

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
  std::int32_t beam = 1;  ///< more than 1: moves are trained globally, after greedy_epochs greedy ones
  decoding::BeamUpdate update = decoding::BeamUpdate::kMaxViolation;
  int greedy_epochs = 0;
  double beam_step = 0.01;
  double beam_margin = 1;
  std::optional<decoding::Roots> roots;  ///< nothing: as the training data has them
  std::optional<LiftMarking> lift;       ///< training trees are made projective

  MoveClasses classes() const { return MoveClasses(decoding::system_info(system).moves, beam > 1 ? 1 : 0); }
};

/// Throws Error kUsage for options that do not fit together.
TransitionOptions transition_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
