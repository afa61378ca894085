// The options of a transition parser, from a recipe.
#pragma once

#include "decoding/transition_system.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"
#include "parsing/beam_options.h"
#include "parsing/move_scorer.h"

namespace espalier::parsing {

struct TransitionOptions : BeamOptions {
  decoding::SystemKind system = decoding::SystemKind::kArcHybrid;
  double explore = 0.9;  ///< chance of following the model's own choice after the first epoch; 0: the static oracle
  learning::LearnerOptions moves;
  double sure_labels = 0;      ///< the share that makes a label sure; 0: none is
  std::size_t sure_moves = 0;  ///< the times that make a move sure, with a beam; 0: none is

  MoveClasses classes() const { return MoveClasses(decoding::system_info(system).moves, beam > 1 ? 1 : 0); }
};

/// Throws Error kUsage for options that do not fit together.
TransitionOptions transition_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
