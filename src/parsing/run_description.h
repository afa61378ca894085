// What a run is of, data and options by name: only the same run can go on from a state.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model_file/bytes.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

using RunDescription = std::vector<std::pair<std::string, std::string>>;

/// The version, the data and the seed.
RunDescription describe_data_of_run(const TrainRequest& request, const TrainingData& data);
/// The same and the options of the recipe.
RunDescription describe_run(const TrainRequest& request, const TrainingData& data);

/// Of the templates and options of a recipe: what a training depends on beside data and seed.
std::uint64_t hash_of(const Recipe& recipe);

std::string pack_run(const RunDescription& run);
RunDescription unpack_run(const model_file::Section& section);
/// Throws Error kUsage, which names the first thing that differs, for a state of another run.
void demand_same_run(const std::string& path, const RunDescription& had, const RunDescription& run);

}  // namespace espalier::parsing
