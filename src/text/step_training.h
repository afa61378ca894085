// How long and how carefully one of the steps is learned.
#pragma once

#include <cstdint>

#include "learning/trainer.h"

namespace espalier::text {

struct StepTraining {
  int epochs = 10;
  std::uint32_t min_updates = 2;  ///< features that were changed less often are dropped
  float smallest = 0.02F;         ///< as are those of less weight
  double step = 0.1;              ///< the longest of MIRA

  learning::LearnerOptions learner(std::uint64_t seed) const {
    learning::LearnerOptions options;
    options.step = step;
    options.min_updates = min_updates;
    options.seed = seed;
    return options;
  }
};

}  // namespace espalier::text
