// Accuracies of parsers that were trained and thrown away: kept in a file, so that a run that was cut goes on.
//
// Idea: what a training gives depends on the recipe, the sentences that it learns from and those that it is tested on;
// a hash of these is the key, and what has a key in the file is not trained again. Trainings take a fraction of a
// second, so the file is not written after each of them.
// Invariant: the file is whole at any time, and of one treebank and seed; other sizes and other numbers of sentences
// than those of the run that was cut are no obstacle.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_sink.h"
#include "espalier/ranks.h"
#include "model_file/file.h"
#include "parsing/run_description.h"
#include "parsing/watch.h"

namespace espalier::curation {

struct RetrainingState {
  parsing::RunDescription run;
  std::map<std::uint64_t, std::vector<double>> accuracies;  ///< by a hash of the task; one a test
};

/// Whole or not at all.
void write_state(const std::string& path, const RetrainingState& state, const base::SinkOptions& options = {});
/// Throws Error kInput for a file that is damaged or no such state.
RetrainingState read_retraining_state(const model_file::File& file);

/// Any thread may ask and add.
class RetrainingMemory {
 public:
  /// `path` empty: it forgets. `resumes`: goes on from the file, if it is there. Of several ranks the first reads and
  /// writes it, and all know the same. Throws Error kUsage for the state of another run, kInput for a damaged one.
  RetrainingMemory(std::string path, bool resumes, parsing::RunDescription run, Ranks* ranks = nullptr);
  /// Writes what is not written yet, as far as that can be done: a run that is cut ends here.
  ~RetrainingMemory();
  RetrainingMemory(const RetrainingMemory&) = delete;
  RetrainingMemory& operator=(const RetrainingMemory&) = delete;

  std::optional<std::vector<double>> find(std::uint64_t key) const;
  void add(std::uint64_t key, const std::vector<double>& accuracies);

 private:
  std::string path_;
  bool writes_;
  mutable std::mutex mutex_;  // of all below
  RetrainingState state_;
  bool is_written_ = true;
  parsing::Stopwatch since_written_;
};

}  // namespace espalier::curation
