// What verbs that train many parsers step by step have in common (induce, select, curve): what they demand of a command
// line, and what they tell while they run: a table on stderr for people, JSON lines on stdout for programs, the log
// file.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/progress_bar.h"
#include "cli/verb.h"
#include "espalier/report.h"
#include "espalier/trainer.h"

namespace espalier::cli {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<double>& value);
/// Two decimals, or a dash.
std::string percent(const std::optional<double>& value);

class StepLog {
 public:
  StepLog(const Common& common, std::shared_ptr<ProgressBar> bar, std::string file)
      : common_(common), bar_(std::move(bar)), file_(std::move(file)) {}

  /// A step is over: `all` are the rows so far, `header` stands above the first line.
  void step(const report::Table& all, const Json& row, const std::string& header, const std::string& line);
  /// A line for people alone.
  void show(const std::string& header, const std::string& line);
  void skipped(const std::vector<Error>& sentences);
  void done(const Json& row, const std::string& message);

 private:
  void tell(const std::string& line);
  void tell_json(const Json& row) const;

  const Common& common_;
  std::shared_ptr<ProgressBar> bar_;
  std::string file_;
  bool has_header_ = false;
};

/// Writes what was asked for beside the result, a plot or a report; no path: it was not. Of several ranks one does.
void deliver_beside(const std::string& path, const std::function<std::string()>& text);

/// Throws Error kUsage, with the verb's name, where there is no treebank or columns do not go together.
void demand_treebank(const std::string& verb, const TrainRequest& training);
/// The same and where there is no file for the templates; and as demand_place() for files that cannot be written.
void demand_template_files(const std::string& verb, const Common& common, const TrainRequest& training,
                           const std::vector<std::string>& also_written);
/// What the options common to all verbs say of the training.
void complete_training(const Common& common, TrainRequest& training);

}  // namespace espalier::cli
