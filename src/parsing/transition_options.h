// The options of a transition parser, from a recipe.
#pragma once

#include "decoding/beam.h"
#include "decoding/transition_system.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"
#include "parsing/move_scorer.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {

struct TransitionOptions : EpochOptions {
  decoding::SystemKind system = decoding::SystemKind::kArcHybrid;
  double explore = 0.9;  ///< chance of following the model's own choice after the first epoch; 0: the static oracle
  learning::LearnerOptions moves;
  std::int32_t beam = 1;  ///< more than 1: moves are trained globally, after greedy_epochs greedy ones
  decoding::BeamUpdate update = decoding::BeamUpdate::kMaxViolation;
  int greedy_epochs = 0;
  double beam_step = 0.01;
  double beam_margin = 1;
  double beam_gap = 0;            ///< of parsing; 0: none
  double sure_labels = 0;         ///< the share that makes a label sure; 0: none is
  std::size_t sure_moves = 0;     ///< the times that make a move sure, with a beam; 0: none is
  std::size_t most_features = 0;  ///< the heaviest so many stay; 0: all

  MoveClasses classes() const { return MoveClasses(decoding::system_info(system).moves, beam > 1 ? 1 : 0); }
};

/// Throws Error kUsage for options that do not fit together.
TransitionOptions transition_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
