// What the recipes of all kinds of parsers have in common, read in one way.
#pragma once

#include <optional>

#include "decoding/arc_set.h"
#include "espalier/dependency.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"

namespace espalier::parsing {

/// The learner's options but for the longest step, which stages have apart.
learning::LearnerOptions learner_options(const Recipe& recipe, std::uint64_t seed);
/// Epochs asked for; 0: auto.
int epochs_of(const Recipe& recipe);
/// Nothing: as the treebank has them.
std::optional<decoding::Roots> roots_of(const Recipe& recipe);
/// Nothing: trees are left as they are.
std::optional<LiftMarking> lift_of(const Recipe& recipe);

}  // namespace espalier::parsing
