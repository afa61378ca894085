// A count over work that many threads do, as if one had done it in order.
//
// Idea: pieces of work have turns, from 0. Who knows how much there is in a piece says so and is told how much there
// was in all before it, and waits for that where one before it has not spoken yet. REQUIRES, so that nobody waits for
// ever, that every turn is taken, and that no thread that has not taken its turn waits for a later one.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace espalier::base {

/// Safe to share between threads.
class RunningCount {
 public:
  /// `before`: what there was before the first turn.
  explicit RunningCount(std::size_t before = 0) : sum_(before) {}

  /// Adds the `count` of a turn; the sum of those before it.
  std::size_t take(std::size_t turn, std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == turn; });
    const std::size_t before = sum_;
    sum_ += count;
    ++turn_;
    lock.unlock();
    changed_.notify_all();
    return before;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t turn_ = 0;
  std::size_t sum_;
};

}  // namespace espalier::base
