#include "cli/resumable.h"

#include <fmt/format.h>

#include <filesystem>

namespace espalier::cli {

std::string state_file(const Common& common) { return common.output + ".state"; }

void tell_of_state(const Common& common, bool resumes, const std::string& parts) {
  std::error_code error;
  const std::string state = state_file(common);
  const bool is_there = std::filesystem::exists(state, error);
  if (is_there && !resumes) {
    say(common, fmt::format("{} is left from a run that was cut; this one begins anew, and --resume would have gone on",
                            state));
  }
  if (!is_there && resumes)
    say(common, fmt::format("there is no {}: beginning with the first of the {}", state, parts));
}

void run_resumable(const Common& common, const std::shared_ptr<ProgressBar>& bar, const std::string& parts,
                   const std::function<void()>& work) {
  std::error_code ignored;
  const std::string state = state_file(common);
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted && std::filesystem::exists(state, ignored)) {
      if (bar != nullptr) bar->wipe();
      say(common, fmt::format("{} holds the {} that are done; --resume goes on from there", state, parts));
    }
    throw;
  }
  std::filesystem::remove(state, ignored);  // what is left of it does no harm
}

}  // namespace espalier::cli
