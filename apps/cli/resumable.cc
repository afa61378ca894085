#include "cli/resumable.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/together.h"
#include "espalier/files.h"

namespace espalier::cli {

std::string state_file(const Common& common) { return common.output + ".state"; }

void add_checkpoint_options(CLI::App& app, bool& resumes, double& seconds) {
  app.add_flag("--resume", resumes,
               "Go on from FILE.state, which a run that was cut has left beside FILE; the result is the same, byte for "
               "byte");
  app.add_option("--checkpoint", seconds, "Write FILE.state every so many seconds, from then on; 0: whenever it can be")
      ->option_text("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

namespace {

/// Files have the name `.FILE.XXXXXX.part` until they are whole.
void remove_leftovers(const std::string& output) {
  constexpr std::size_t kLetters = 6;
  constexpr std::string_view kEnd = ".part";
  std::error_code ignored;
  const std::filesystem::path path(output);
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(
           path.has_parent_path() ? path.parent_path() : std::filesystem::path("."), ignored)) {
    const std::string name = entry.path().filename().string();
    for (const char* of : {"", ".state", ".state.tune", ".state.parts"}) {
      const std::string begin = "." + path.filename().string() + of + ".";
      const bool is_one = name.size() == begin.size() + kLetters + kEnd.size() && name.starts_with(begin);
      if (is_one && name.ends_with(kEnd)) found.push_back(entry.path().string());
    }
  }
  try {
    for (const std::string& each : found) remove_file(each);
  } catch (const Error&) {
    // What is left does no harm.
  }
}

}  // namespace

void tell_of_state(const Common& common, bool resumes, const std::string& parts) {
  if (resumes && is_speaker()) remove_leftovers(common.output);
  const std::string state = state_file(common);
  const bool is_there = file_exists(state);
  if (is_there && !resumes) {
    say(common, fmt::format("{} is left from a run that was cut; this one begins anew, and --resume would have gone on",
                            state));
  }
  if (!is_there && resumes)
    say(common, fmt::format("there is no {}: beginning with the first of the {}", state, parts));
}

void run_resumable(const Common& common, const std::shared_ptr<ProgressBar>& bar, const std::string& parts,
                   const std::function<void()>& work) {
  const std::string state = state_file(common);
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted && file_exists(state)) {
      if (bar != nullptr) bar->wipe();
      say(common, fmt::format("{} holds the {} that are done; --resume goes on from there", state, parts));
    }
    throw;
  }
  if (!is_speaker()) return;
  try {
    for (const std::string& each : {state, state + ".tune", state + ".parts"}) remove_file(each);
  } catch (const Error& error) {
    say(common, error.what());  // the work is done all the same
  }
}

}  // namespace espalier::cli
