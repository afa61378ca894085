// A team of threads that stays together: many short rounds of independent tasks, each round finished before the next.
//
// Invariant: which thread does a task is not defined, so a task may write only to what belongs to it, and to scratch
// that belongs to its worker; then results do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace espalier::base {

class Team {
 public:
  /// 0: all cores. With one thread all is done by the caller.
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const noexcept;
  /// Calls task(index, worker) for each index 0..count-1, worker in 0..size()-1. After an exception no other task
  /// begins; when those that have begun are through, the exception of the lowest index is thrown here. Tasks begin in
  /// the order of their indices, so it is that of the task that would have failed first on one thread.
  void run(std::size_t count, const std::function<void(std::size_t index, int worker)>& task);

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace espalier::base
