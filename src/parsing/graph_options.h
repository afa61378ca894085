// The options of a graph parser, from a recipe.
#pragma once

#include <cstdint>

#include "decoding/arc_set.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"
#include "parsing/arc_filter.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {

/// What is learned from sentences with unknown heads.
enum class PartialRule : std::uint8_t {
  kLatent,  ///< the best tree that agrees with the known heads stands for the truth
  kKnown,   ///< only the known arcs are rewarded, and their rivals punished
};

struct GraphOptions : EpochOptions {
  int order = 1;
  bool crossing = true;  ///< trees may be non-projective
  bool joint = false;    ///< labels are chosen with the arcs, not after them
  bool filtered = true;
  FilterOptions filter;
  learning::LearnerOptions trees;
  std::uint32_t cutoff = 0;
  PartialRule partial = PartialRule::kLatent;
  int refills = 1;  ///< times that trees are learned again from heads that the model has filled in
};

/// Throws Error kUsage for options that do not fit together.
GraphOptions graph_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
