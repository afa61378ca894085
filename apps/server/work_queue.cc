#include "server/work_queue.h"

#include <algorithm>
#include <exception>

namespace espalier::server {

WorkQueue::WorkQueue(std::size_t threads, std::size_t capacity, Gauges& gauges) : capacity_(capacity), gauges_(gauges) {
  const std::size_t wanted = std::max<std::size_t>(threads, 1);
  threads_.reserve(wanted);
  try {
    while (threads_.size() < wanted) threads_.emplace_back([this] { run(); });
  } catch (const std::exception&) {
    if (threads_.empty()) throw;  // else those that we have will do
  }
}

WorkQueue::~WorkQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  ready_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool WorkQueue::offer(Job& job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= capacity_) return false;
    jobs_.push_back(std::move(job));
    ++gauges_.queued;
  }
  ready_.notify_one();
  return true;
}

void WorkQueue::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    ++gauges_.queued;
  }
  ready_.notify_one();
}

void WorkQueue::run() {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [this] { return is_closed_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      --gauges_.queued;
      ++gauges_.working;
    }
    job();
    job = nullptr;  // what it holds goes before the thread waits
    --gauges_.working;
  }
}

}  // namespace espalier::server
