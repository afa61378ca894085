// Many trainings side by side: a thread has one of its own, and the caller hears how many are done.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

#include "base/team.h"
#include "parsing/watch.h"

namespace espalier::curation {

class TrainingTeam {
 public:
  /// `control` must outlive it. `expected`: trainings of all rounds together.
  TrainingTeam(const Control& control, std::size_t expected)
      : watch_(control), team_(control.threads), expected_(expected) {}

  /// Calls work(index, control of a training) for each index 0..count-1. After an exception nothing more is begun.
  void run(std::size_t count, const std::function<void(std::size_t, const Control&)>& work);
  /// Trainings so far.
  std::size_t done() const noexcept { return done_; }

 private:
  void tell(std::size_t more);

  parsing::Watch watch_;
  base::Team team_;
  std::size_t expected_;
  std::mutex mutex_;  // of what follows, and of telling it
  std::size_t done_ = 0;
};

}  // namespace espalier::curation
