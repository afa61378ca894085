// The options of a parser with local classifiers, from a recipe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "decoding/transition_system.h"
#include "espalier/dependency.h"
#include "espalier/trainer.h"
#include "learning/liblinear.h"

namespace espalier::parsing {

/// Attributes of the front of the buffer that examples may be split by; the first: one classifier for all.
inline constexpr std::array<std::string_view, 5> kSplits = {"no", "upos", "xpos", "tag", "feats"};

struct LocalOptions {
  decoding::SystemKind system = decoding::SystemKind::kCovingtonProjective;
  learning::LiblinearOptions learner;
  std::uint32_t cutoff = 0;              ///< features seen less often are not learned
  std::uint8_t split = 0;                ///< of kSplits
  std::size_t split_least = 1000;        ///< examples that a value needs for a classifier of its own
  std::optional<decoding::Roots> roots;  ///< nothing: as the training data has them
  std::optional<LiftMarking> lift;       ///< training trees are made projective
};

LocalOptions local_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
