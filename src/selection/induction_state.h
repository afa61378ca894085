// What an induction has found so far, as a file: enough to go on as if it had never stopped.
#pragma once

#include <string>
#include <vector>

#include "base/byte_sink.h"
#include "espalier/induction.h"
#include "model_file/file.h"
#include "parsing/run_description.h"

namespace espalier::selection {

struct InductionState {
  parsing::RunDescription run;
  std::vector<InductionCycle> cycles;
  std::string features;                 ///< the feature file, with what the last cycle induced
  std::vector<std::uint64_t> selected;  ///< features
};

/// Whole or not at all.
void write_state(const std::string& path, const InductionState& state, const base::SinkOptions& options = {});
/// Throws Error kInput for a file that is damaged or no such state.
InductionState read_state(const model_file::File& file);

}  // namespace espalier::selection
