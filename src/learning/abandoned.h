// Work of a library that cannot be stopped: it holds memory in plain pointers, so that an exception out of a function
// that it calls would lose it, and calls one only now and then. Where a caller may want to stop, the work runs in a
// thread of its own that owns all that it reads. On a stop the caller is free at once, and the thread is left to
// itself: it ends when its work ends, or with the process, and its result is thrown away.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "base/descriptor.h"

namespace espalier::learning {

/// What job->run() returns; throws Error kInterrupted as soon as `stop` (may be null) is set.
template <class Job>
auto run_until(const std::shared_ptr<Job>& job, const std::atomic<bool>* stop) {
  using Result = decltype(job->run());
  if (stop == nullptr) return job->run();
  std::packaged_task<Result()> task([job] { return job->run(); });
  std::future<Result> result = task.get_future();
  std::thread(std::move(task)).detach();
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  while (result.wait_for(kBetweenLooks) != std::future_status::ready) base::check_stop(stop);
  return result.get();
}

}  // namespace espalier::learning
