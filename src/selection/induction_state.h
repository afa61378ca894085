// What an induction has found so far, as a file: enough to go on as if it had never stopped.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/byte_sink.h"
#include "espalier/induction.h"

namespace espalier::selection {

struct InductionState {
  /// What the run is of, data and options by name; a run of anything else cannot go on from here.
  std::vector<std::pair<std::string, std::string>> run;
  std::vector<InductionCycle> cycles;
  std::string features;                 ///< the feature file, with what the last cycle induced
  std::vector<std::uint64_t> selected;  ///< features
};

/// Whole or not at all.
void write_state(const std::string& path, const InductionState& state, const base::SinkOptions& options = {});
/// Throws Error kInput for a file that is damaged or no such state.
InductionState read_state(const std::string& path);
/// Throws Error kUsage, which names the first thing that differs, for a state of another run.
void demand_same_run(const std::string& path, const InductionState& state,
                     const std::vector<std::pair<std::string, std::string>>& run);

}  // namespace espalier::selection
