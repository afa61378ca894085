// The options of a parser with local classifiers, from a recipe.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "decoding/transition_system.h"
#include "espalier/trainer.h"
#include "learning/liblinear.h"
#include "learning/libsvm.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {

/// Attributes of the front of the buffer that examples may be split by; the first: one classifier for all.
inline constexpr std::array<std::string_view, 5> kSplits = {"no", "upos", "xpos", "tag", "feats"};

struct LocalOptions : TreeOptions {
  decoding::SystemKind system = decoding::SystemKind::kCovingtonProjective;
  bool has_kernel = false;             ///< libsvm learns, not LIBLINEAR
  learning::LiblinearOptions learner;  ///< of the linear ones
  learning::LibsvmOptions kernel;      ///< of the others
  std::uint32_t cutoff = 0;            ///< features seen less often are not learned
  std::uint8_t split = 0;              ///< of kSplits
  std::size_t split_least = 1000;      ///< examples that a value needs for a classifier of its own
};

LocalOptions local_options(const Recipe& recipe, std::uint64_t seed);

}  // namespace espalier::parsing
