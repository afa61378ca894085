// Learning which tokens are multiword tokens.
#pragma once

#include <functional>
#include <string>

#include "base/team.h"
#include "text/step_training.h"
#include "text/training_text.h"

namespace espalier::text {

struct ExpansionParts {
  std::string rules;
  std::string forms;
  std::string endings;
  std::string weights;
};

/// Finds the rules of the treebank's multiword tokens, sets the expansion of every token, and trains the choice.
ExpansionParts train_expansions(TrainingText& text, const StepTraining& training, std::uint64_t seed, base::Team& team,
                                const std::function<void()>& progress);

}  // namespace espalier::text
