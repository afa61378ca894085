// Many trainings side by side: a thread has one of its own, of this rank or of another, and the caller hears how many
// are done.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/spread.h"
#include "base/team.h"
#include "parsing/watch.h"

namespace espalier::curation {

/// As base::SpreadWork has it.
struct TrainingWork {
  std::function<void(std::size_t index, const Control& control)> train;
  std::function<std::string(std::size_t index)> pack;
  std::function<void(std::size_t index, std::string_view bytes)> unpack;
  std::function<void(std::size_t index)> done;  ///< may be empty
};

class TrainingTeam {
 public:
  /// `expected`: trainings of all rounds together.
  TrainingTeam(const Control& control, std::size_t expected)
      : ranks_(control.ranks),
        own_(base::control_of_one(control)),
        watch_(own_),
        team_(control.threads),
        expected_(expected) {}

  /// Does the trainings 0..count-1, each with a control of its own. After an exception nothing more is begun.
  void run(std::size_t count, const TrainingWork& work);
  /// Trainings so far.
  std::size_t done() const noexcept { return done_; }

 private:
  void tell(std::size_t more);

  Ranks* ranks_;
  Control own_;
  parsing::Watch watch_;
  base::Team team_;
  std::size_t expected_;
  std::mutex mutex_;  // of what follows, and of telling it
  std::size_t done_ = 0;
};

}  // namespace espalier::curation
