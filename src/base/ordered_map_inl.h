// How ordered_map works. All threads are alike, the caller's among them: whoever is free consumes the next item if it
// is ready, else makes a new one and transforms it while it is warm in its cache, else waits. There is no queue: items
// live in a ring of 2 × threads slots; [consumed_, produced_) are in it, and each is being transformed or ready.
//
// Wake-ups: a thread that finishes something looks at everything again itself, so another needs to be woken only when
// there is something for two to do: after produce (someone else may produce) and after consume (a slot is free). When
// the end is known, a thread with nothing to do leaves: every item in flight belongs to a thread that will look again
// after it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <system_error>
#include <type_traits>

namespace espalier::base::detail {

template <class Slot, class Produce, class Transform, class Consume>
class OrderedWork {
 public:
  OrderedWork(int threads, Produce& produce, Transform& transform, Consume& consume)
      : threads_(threads),
        size_(2 * static_cast<std::size_t>(threads)),
        items_(std::make_unique<Item[]>(size_)),
        produce_(produce),
        transform_(transform),
        consume_(consume) {}

  void run() {
    std::vector<std::thread> helpers;
    helpers.reserve(static_cast<std::size_t>(threads_));
    try {
      for (int i = 1; i < threads_; ++i) helpers.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // The system gives no more threads; those that we have will do.
    } catch (const std::bad_alloc&) {
      // Nor does it then; whether memory is enough for the work itself will be seen there.
    }
    work();
    for (std::thread& helper : helpers) helper.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Item {
    Slot slot{};
    std::exception_ptr failure;  // of its produce or transform; thrown when its turn to be consumed comes
    bool ready = false;
  };

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!failure_ && !consuming_ && consumed_ < produced_ && item(consumed_).ready) {
        consume_one(lock);
      } else if (ended_) {
        return;
      } else if (!producing_ && produced_ - consumed_ < size_) {
        produce_one(lock);
      } else {
        changed_.wait(lock);
      }
    }
  }

  void produce_one(std::unique_lock<std::mutex>& lock) {
    producing_ = true;
    Item& mine = item(produced_);
    lock.unlock();
    bool filled = true;
    try {
      filled = produce_(mine.slot);
    } catch (...) {
      mine.failure = std::current_exception();
    }
    lock.lock();
    producing_ = false;
    if (filled) {
      mine.ready = static_cast<bool>(mine.failure);
      ++produced_;
    }
    if (!filled || mine.failure) return end();
    changed_.notify_one();
    lock.unlock();
    try {
      transform_(mine.slot);
    } catch (...) {
      mine.failure = std::current_exception();
    }
    lock.lock();
    mine.ready = true;
    if (mine.failure) end();
  }

  void consume_one(std::unique_lock<std::mutex>& lock) {
    consuming_ = true;
    Item& mine = item(consumed_);
    lock.unlock();
    if (!mine.failure) {
      try {
        consume_(mine.slot);
      } catch (...) {
        mine.failure = std::current_exception();
      }
    }
    lock.lock();
    consuming_ = false;
    mine.ready = false;
    ++consumed_;
    if (mine.failure) {
      failure_ = std::move(mine.failure);
      end();
    } else {
      changed_.notify_one();
    }
  }

  /// Nothing more is produced.
  void end() {
    ended_ = true;
    changed_.notify_all();
  }

  Item& item(std::size_t number) { return items_[number % size_]; }

  const int threads_;
  const std::size_t size_;
  const std::unique_ptr<Item[]> items_;
  Produce& produce_;
  Transform& transform_;
  Consume& consume_;

  std::mutex mutex_;  // guards what follows, and `ready` and `failure` of items
  std::condition_variable changed_;
  std::size_t produced_ = 0;
  std::size_t consumed_ = 0;
  bool producing_ = false;
  bool consuming_ = false;
  bool ended_ = false;
  std::exception_ptr failure_;
};

}  // namespace espalier::base::detail

namespace espalier::base {

template <class Slot, class Produce, class Transform, class Consume>
void ordered_map(int threads, Produce&& produce, Transform&& transform, Consume&& consume) {
  threads = thread_count(threads);
  if (threads == 1) {
    Slot slot{};
    while (produce(slot)) {
      transform(slot);
      consume(slot);
    }
    return;
  }
  detail::OrderedWork<Slot, std::remove_reference_t<Produce>, std::remove_reference_t<Transform>,
                      std::remove_reference_t<Consume>>(threads, produce, transform, consume)
      .run();
}

}  // namespace espalier::base
