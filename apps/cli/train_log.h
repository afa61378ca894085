// What `train` tells while it works: tables on stderr for people, JSON lines on stdout for programs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/progress_bar.h"
#include "cli/verb.h"
#include "espalier/trainer.h"

namespace espalier::cli {

class TrainLog {
 public:
  /// `bar` (may be null) is wiped before each line.
  TrainLog(const Common& common, std::shared_ptr<ProgressBar> bar) : common_(common), bar_(std::move(bar)) {}

  /// Sentences left out under --skip-invalid.
  void skipped(const std::vector<Error>& sentences);
  void tuned(const TuneLine& line);
  /// What tuning chose.
  void settled(const Recipe& recipe);
  void epoch(const EpochLine& line);
  void stage(const StageLine& line);
  void done(const Model& model, double seconds);

 private:
  enum class Table { kNone, kTune, kEpochs, kStages };

  void tell_stages();
  void begin(Table table, const std::string& header);
  void tell(const std::string& line);

  const Common& common_;
  std::shared_ptr<ProgressBar> bar_;
  Table table_ = Table::kNone;
  std::vector<std::string> tuned_options_;
  std::vector<StageLine> stages_;
};

}  // namespace espalier::cli
