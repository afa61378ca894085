// Threads that work off a queue with an end: what does not fit is refused, so that nobody waits for ever.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/metrics.h"

namespace espalier::server {

class WorkQueue {
 public:
  using Job = std::function<void()>;  ///< throws nothing

  /// The gauges must outlive it.
  WorkQueue(std::size_t threads, std::size_t capacity, Gauges& gauges);
  ~WorkQueue();  ///< all jobs are done first

  /// False when the queue is full: the job is left as it was.
  bool offer(Job& job);
  /// In any case; for the few that nobody sends from outside.
  void add(Job job);

 private:
  void run();

  std::size_t capacity_;
  Gauges& gauges_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Job> jobs_;
  bool is_closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace espalier::server
