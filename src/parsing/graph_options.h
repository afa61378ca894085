// The options of a graph parser, from a recipe.
#pragma once

#include <cstdint>

#include "decoding/arc_set.h"
#include "espalier/trainer.h"
#include "learning/trainer.h"
#include "parsing/arc_filter.h"
#include "parsing/head_filter.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {

/// What is learned from sentences with unknown heads.
enum class PartialRule : std::uint8_t {
  kLatent,  ///< the best tree that agrees with the known heads stands for the truth
  kKnown,   ///< only the known arcs are rewarded, and their rivals punished
};

/// What leaves out arcs before they are scored; the numbers stand in model files.
enum class GraphFilter : std::uint8_t { kNone, kArcs, kHard, kKeepVerbsAndNouns, kSoft };
constexpr bool filters_by_heads(GraphFilter filter) noexcept { return filter >= GraphFilter::kHard; }
/// REQUIRES a filter by heads.
constexpr HeadFilterOptions head_filter(GraphFilter filter, double keep) noexcept {
  return {filter == GraphFilter::kHard   ? HeadFilterKind::kHard
          : filter == GraphFilter::kSoft ? HeadFilterKind::kSoft
                                         : HeadFilterKind::kKeepVerbsAndNouns,
          keep};
}

struct GraphOptions : EpochOptions {
  int order = 1;
  bool crossing = true;  ///< trees may be non-projective
  bool joint = false;    ///< labels are chosen with the arcs, not after them
  GraphFilter filtered = GraphFilter::kArcs;
  FilterOptions filter;
  bool filters_by_truth = false;  ///< in training, where predictors of heads filter
  learning::LearnerOptions trees;
  std::uint32_t cutoff = 0;
  PartialRule partial = PartialRule::kLatent;
  int refills = 1;  ///< times that trees are learned again from heads that the model has filled in
};

/// Throws Error kUsage for options that do not fit together.
GraphOptions graph_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
