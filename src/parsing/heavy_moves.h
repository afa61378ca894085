// The heaviest features of parsers that choose moves; see heavy_features.h for the idea.
//
// What is gone through is the static oracle's way to the true trees. Features are listed under the move that they speak
// for: of transition parsers, by how much more it has than the moves of the system have on the average, since only
// differences count there; of local parsers, where the class is a move with its label, by its weight. What a part's
// classifier has learned begins with the value that the part stands for.
#pragma once

#include <vector>

#include "parsing/local_model.h"
#include "parsing/template_weights.h"
#include "parsing/training_set.h"
#include "parsing/transition_model.h"

namespace espalier::parsing {

/// The ten heaviest features of each move and the three of each label, heaviest first.
std::vector<HeavyFeature> find_heaviest(const TransitionModel& model, const TrainingSet& data);

/// The three heaviest features of each move and label, heaviest first.
std::vector<HeavyFeature> find_heaviest(const LocalModel& model, const TrainingSet& data);

/// Adds all that the same search meets to a tally.
void weigh_templates(const TransitionModel& model, const TrainingSet& data, TemplateTally& tally);
void weigh_templates(const LocalModel& model, const TrainingSet& data, TemplateTally& tally);

}  // namespace espalier::parsing
