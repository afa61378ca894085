// The options of a constituency parser, from a recipe.
#pragma once

#include <string>

#include "decoding/beam.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {

struct ConstituencyOptions : EpochOptions {
  learning::LearnerOptions actions;  ///< greedy training
  std::int32_t beam = 1;             ///< more than 1: actions are trained globally, after greedy_epochs greedy ones
  decoding::BeamUpdate update = decoding::BeamUpdate::kMaxViolation;
  int greedy_epochs = 0;
  double beam_step = 0.01;
  double beam_margin = 1;
  double beam_gap = 0;            ///< of parsing; 0: none
  std::size_t most_features = 0;  ///< the heaviest so many stay; 0: all
  std::string heads = "default";  ///< head rules, by name or file
};

/// Throws Error kUsage for options that do not fit together.
ConstituencyOptions constituency_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
