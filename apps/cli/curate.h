// What the verbs of curate have in common: a list for -o, and beside it what was counted.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/progress_bar.h"
#include "cli/template_verb.h"
#include "cli/together.h"
#include "cli/verb.h"

namespace espalier::cli {

/// The list goes to -o or to standard output; what was counted goes where the list does not.
template <class List, class Whole>
void deliver_all(const Common& common, const List& list, const Whole& json, const std::string& summary) {
  const bool has_file = common.output != "-";
  if (has_file || !common.json) deliver(common, list());
  if (common.json) {
    print(json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else if (has_file) {
    print(summary);
  } else if (!common.quiet && is_speaker()) {
    fmt::print(stderr, "{}", summary);
  }
}

inline auto tells_skipped(const Common& common, const std::shared_ptr<ProgressBar>& bar) {
  return [&common, bar](const std::vector<Error>& skipped) {
    if (bar != nullptr) bar->wipe();
    say_skipped(common, skipped);
  };
}

void register_errors(CLI::App& curate);
void register_usefulness(CLI::App& curate);

}  // namespace espalier::cli
