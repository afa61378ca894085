// The heaviest features of constituency parsers; see heavy_features.h for the idea.
//
// What is gone through are the derivations of the true trees. Features are listed under the action that they speak for,
// by their weights: `shift`, `ghost`, `unary NP`, `left NP`, `right NP`.
#pragma once

#include <vector>

#include "parsing/constituency_model.h"
#include "parsing/template_weights.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// The three heaviest features of each action, heaviest first. `derivations`: by sentence.
std::vector<HeavyFeature> find_heaviest(const ConstituencyModel& model, const TrainingSet& data,
                                        const std::vector<std::vector<decoding::Action>>& derivations);

/// Adds all that the same search meets to a tally.
void weigh_templates(const ConstituencyModel& model, const TrainingSet& data,
                     const std::vector<std::vector<decoding::Action>>& derivations, TemplateTally& tally);

}  // namespace espalier::parsing
