// What a selection has found so far, as a file: enough to go on as if it had never stopped.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/byte_sink.h"
#include "espalier/selection.h"
#include "model_file/file.h"
#include "parsing/run_description.h"
#include "selection/boosting.h"

namespace espalier::selection {

struct SelectionState {
  parsing::RunDescription run;
  BoostState boost;
  std::vector<SelectionRound> rounds;  ///< one for each of those; of the templates only how many there are is kept
};

/// Whole or not at all.
void write_state(const std::string& path, const SelectionState& state, const base::SinkOptions& options = {});
/// Throws Error kInput for a file that is damaged, no such state, or of more than so many conditions.
SelectionState read_selection_state(const model_file::File& file, std::size_t conditions);

}  // namespace espalier::selection
