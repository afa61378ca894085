// What a long run has done so far, in a file beside its output: after a kill at any moment the same run goes on.
//
// Idea: a run has parts, whose names are the same whenever it is run (`tags/weights`, `parser/moves`). A part that is
// done is kept as bytes and not done again; one that takes long puts down how far it is. All else is done again: it is
// quick, and the same data and seed give the same.
// Invariant: the file is whole at any time and of one run; bytes of a part depend on the run and its name alone, so it
// does not matter which parts are there, or how old what is there of one in work is. A place may be used by one thread
// at a time; those of different names by any number.
// Cost: the file is written every `seconds`, and at most a twentieth of the time is spent on that. Parts that are done
// are held in memory; of one that is in work, as long as no other is, nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "model_file/file.h"
#include "parsing/run_description.h"
#include "parsing/stopwatch.h"

namespace espalier::parsing {

struct CheckpointOptions {
  std::string path;
  bool resumes = false;                     ///< goes on from the file, if it is there
  double seconds = 60;                      ///< between two writings, and before the first
  const std::atomic<bool>* stop = nullptr;  ///< once it is set, all that is done is written at the end
};

/// The file. Any thread may use it.
class Checkpoint {
 public:
  /// Throws Error kUsage for the state of another run, which names what differs, kInput for a damaged one.
  Checkpoint(CheckpointOptions options, RunDescription run);
  /// Writes what is not written yet, if the caller wanted to stop and as far as that can be done.
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  const std::string& path() const noexcept { return options_.path; }

 private:
  friend class CheckpointPart;

  struct Kept {
    bool is_done = false;
    std::string bytes;
  };
  using Clock = Stopwatch;

  /// The name, or, where it was claimed before, that and a number: the same in every run of the same order.
  std::string claim(const std::string& name);
  Kept take(const std::string& name);
  void put(const std::string& name, Kept kept);
  bool is_due(const Clock& clock) const;
  bool wants_to_stop() const noexcept { return options_.stop != nullptr && *options_.stop; }
  void read(const model_file::File& file);
  /// `by`: the part that was put last.
  void write(const std::string& by);

  CheckpointOptions options_;
  mutable std::mutex mutex_;  // of all below
  RunDescription run_;
  std::map<std::string, Kept> parts_;
  std::map<std::string, int> claims_;
  bool is_written_ = true;
  Clock since_written_;
  double cost_ = 0;  // of the last writing, in seconds
};

/// Where in a run something is done. Copies are cheap; one that was made of nothing keeps nothing.
class CheckpointPlace {
 public:
  CheckpointPlace() = default;
  /// The run itself; `checkpoint` may be null, and must outlive it.
  explicit CheckpointPlace(Checkpoint* checkpoint) : checkpoint_(checkpoint) {}

  CheckpointPlace within(std::string_view part) const;
  /// What `make` makes: once, if there is something to keep it in. Parts within it are forgotten then.
  std::string once(const std::string& part, const std::function<std::string()>& make) const;

 private:
  friend class CheckpointPart;

  Checkpoint* checkpoint_ = nullptr;
  std::string name_;
};

/// A part while it is worked on. One thread.
class CheckpointPart {
 public:
  CheckpointPart(const CheckpointPlace& place, const std::string& name);

  /// `bytes` is what finish() was given, or put() where it has only begun.
  bool is_done() const noexcept { return kept_.is_done; }
  bool has_begun() const noexcept { return !kept_.is_done && !kept_.bytes.empty(); }
  const std::string& bytes() const noexcept { return kept_.bytes; }
  /// The bytes for model_file::read_section() and an Unpacker that asks for no arrays. REQUIRES that there are any.
  model_file::Section section() const;

  /// What it is given is kept.
  bool is_kept() const noexcept { return checkpoint_ != nullptr; }
  /// It is time to say how far it is.
  bool is_due() const;
  void put(std::string bytes);
  void finish(std::string bytes);

 private:
  Checkpoint* checkpoint_;
  std::string name_;
  Checkpoint::Kept kept_;
  Checkpoint::Clock since_put_;
};

}  // namespace espalier::parsing
