// The options of a constituency parser, from a recipe.
#pragma once

#include <string>

#include "parsing/beam_options.h"

namespace espalier::parsing {

struct ConstituencyOptions : BeamOptions {
  learning::LearnerOptions actions;  ///< greedy training
  std::string heads = "default";     ///< head rules, by name or file
  bool merge_states = false;
};

/// Throws Error kUsage for options that do not fit together.
ConstituencyOptions constituency_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
