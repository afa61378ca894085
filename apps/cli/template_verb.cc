#include "cli/template_verb.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/recipe_arguments.h"
#include "cli/text_table.h"
#include "cli/together.h"

namespace espalier::cli {

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::string percent(const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "–"; }

void StepLog::tell(const std::string& line) {
  if (common_.quiet || !is_speaker()) return;
  if (bar_ != nullptr) bar_->wipe();
  fmt::print(stderr, "{}\n", line);
}

void StepLog::tell_json(const Json& row) const {
  if (common_.json) print(row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void StepLog::step(const report::Table& all, const Json& row, const std::string& header, const std::string& line) {
  // The whole file each time: whoever looks at it, or cuts the run, has all rows so far.
  if (!file_.empty()) write_file(file_, report::render(all, report::TableFormat::kTsv));
  tell_json(row);
  show(header, line);
}

void StepLog::show(const std::string& header, const std::string& line) {
  if (!std::exchange(has_header_, true)) {
    tell(header);
    std::string below = rule(header.size());
    below.pop_back();
    tell(below);
  }
  tell(line);
}

void StepLog::skipped(const std::vector<Error>& sentences) {
  if (bar_ != nullptr) bar_->wipe();
  say_skipped(common_, sentences);
}

void StepLog::done(const Json& row, const std::string& message) {
  tell_json(row);
  if (bar_ != nullptr) bar_->wipe();
  say(common_, message);
}

void deliver_beside(const std::string& path, const std::function<std::string()>& text) {
  if (!path.empty() && is_speaker()) write_file(path, text());
}

void demand_treebank(const std::string& verb, const TrainRequest& training) {
  if (training.train.empty()) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{0}: no treebank to learn from is given; see 'espalier help {0}'", verb));
  }
  if (!training.dev_columns.empty() && (training.columns.empty() || training.dev.empty())) {
    throw Error(ErrorKind::kUsage, verb + ": --dev-columns scores what --columns learns on --dev; both are needed");
  }
}

void demand_template_files(const std::string& verb, const Common& common, const TrainRequest& training,
                           const std::vector<std::string>& also_written) {
  demand_treebank(verb, training);
  if (common.output == "-") {
    throw Error(ErrorKind::kUsage,
                fmt::format("{0}: where shall the templates go? -o FILE names their file, e.g. -o {1}.features; see "
                            "'espalier help {0}'",
                            verb, std::filesystem::path(training.train.front()).stem().string()));
  }
  demand_place(common.output);
  for (const std::string& path : also_written) {
    if (!path.empty() && path != "-") demand_place(path);
  }
}

void complete_training(const Common& common, TrainRequest& training) {
  if (!training.columns.empty() && training.dev_columns.empty() && !training.dev.empty()) {
    training.dev_columns = columns_beside(training.dev);
  }
  training.read = common.read_options();
  training.seed = common.seed;
}

}  // namespace espalier::cli
