// The options of parsers that keep a beam, from a recipe; what each of them has besides is its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "decoding/beam.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {

struct BeamOptions : EpochOptions {
  std::int32_t beam = 1;  ///< more than 1: trained globally, after greedy_epochs greedy ones
  decoding::BeamUpdate update = decoding::BeamUpdate::kMaxViolation;
  int greedy_epochs = 0;
  double beam_step = 0.01;
  double beam_margin = 1;
  double beam_gap = 0;            ///< of parsing; 0: none
  std::size_t most_features = 0;  ///< the heaviest so many stay; 0: all
};

/// Throws Error kUsage for a beam that is too wide.
BeamOptions beam_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
