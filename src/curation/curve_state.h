// What a learning curve has trained so far, as a file: enough to go on as if it had never stopped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "base/byte_sink.h"
#include "espalier/curation.h"
#include "model_file/file.h"
#include "parsing/run_description.h"

namespace espalier::curation {

/// A training by what it depends on: a hash of the recipe, the size, the repeat. Other recipes, sizes and repeats than
/// those of the run that was cut are therefore no obstacle.
using RunKey = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

struct CurveState {
  parsing::RunDescription run;
  std::map<RunKey, CurveRun> runs;  ///< of recipe, size and repeat nothing is kept but the key
};

/// Whole or not at all.
void write_state(const std::string& path, const CurveState& state, const base::SinkOptions& options = {});
/// Throws Error kInput for a file that is damaged or no such state.
CurveState read_curve_state(const model_file::File& file);

}  // namespace espalier::curation
