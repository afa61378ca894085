#include "base/team.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "base/ordered_map.h"

namespace espalier::base {

struct Team::Body {
  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  std::size_t round = 0;
  std::size_t busy = 0;
  bool over = false;

  std::atomic<std::size_t> next{0};
  std::size_t count = 0;
  const std::function<void(std::size_t, int)>* task = nullptr;
  std::atomic<bool> failed{false};  // the rest is not worth beginning
  std::exception_ptr error;
  std::size_t error_index = 0;

  std::vector<std::thread> threads;

  void work(int worker) {
    // Who has taken an index does the task: so none below that of a failure is left out.
    while (!failed.load(std::memory_order_relaxed)) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      try {
        (*task)(index, worker);
      } catch (...) {
        failed.store(true, std::memory_order_relaxed);
        const std::lock_guard lock(mutex);
        if (!error || index < error_index) {
          error = std::current_exception();
          error_index = index;
        }
      }
    }
  }

  void serve(int worker) {
    std::size_t seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return over || round != seen; });
        if (over) return;
        seen = round;
      }
      work(worker);
      const std::lock_guard lock(mutex);
      if (--busy == 0) done.notify_one();
    }
  }
};

Team::Team(int threads) : body_(std::make_unique<Body>()) {
  const int count = thread_count(threads);
  body_->threads.reserve(static_cast<std::size_t>(count));
  try {
    for (int worker = 1; worker < count; ++worker) {
      body_->threads.emplace_back([body = body_.get(), worker] { body->serve(worker); });
    }
  } catch (const std::system_error&) {
    // The system gives no more threads; those that we have will do.
  } catch (const std::bad_alloc&) {
    // Nor does it then; whether memory is enough for the work itself will be seen there.
  }
}

Team::~Team() {
  {
    const std::lock_guard lock(body_->mutex);
    body_->over = true;
  }
  body_->wake.notify_all();
  for (std::thread& thread : body_->threads) thread.join();
}

int Team::size() const noexcept { return static_cast<int>(body_->threads.size()) + 1; }

void Team::run(std::size_t count, const std::function<void(std::size_t, int)>& task) {
  Body& body = *body_;
  body.next.store(0, std::memory_order_relaxed);
  body.count = count;
  body.task = &task;
  body.failed.store(false, std::memory_order_relaxed);
  body.error = nullptr;
  if (!body.threads.empty() && count > 1) {
    {
      const std::lock_guard lock(body.mutex);
      body.busy = body.threads.size();
      ++body.round;
    }
    body.wake.notify_all();
    body.work(0);
    std::unique_lock lock(body.mutex);
    body.done.wait(lock, [&] { return body.busy == 0; });
  } else {
    body.work(0);
  }
  if (body.error) std::rethrow_exception(body.error);
}

}  // namespace espalier::base
