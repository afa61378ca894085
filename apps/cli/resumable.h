// Verbs whose work takes long and may be cut: what they have found lies in FILE.state beside their -o FILE.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/progress_bar.h"
#include "cli/verb.h"

namespace espalier::cli {

std::string state_file(const Common& common);
/// --resume and --checkpoint SECONDS.
void add_checkpoint_options(CLI::App& app, bool& resumes, double& seconds);
/// Says what a state that is there, or is not, means for this run. `parts`: what there is of the work, `cycles`. A run
/// that resumes takes the place of one that was killed: what that left half-written is removed.
void tell_of_state(const Common& common, bool resumes, const std::string& parts);
/// Runs the work. Where it is cut, says that the state is there; once it is done, removes that and what lies beside it.
void run_resumable(const Common& common, const std::shared_ptr<ProgressBar>& bar, const std::string& parts,
                   const std::function<void()>& work);

}  // namespace espalier::cli
