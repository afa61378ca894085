// Ranks that are threads of one process: what MPI does between machines, for tests.
#pragma once

#include <atomic>
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include "espalier/ranks.h"
#include "espalier/treebank.h"

namespace espalier::testing {

/// What the ranks of one job share.
struct LocalJob {
  explicit LocalJob(int size) : brought(static_cast<std::size_t>(size)), barrier(size) {}

  std::atomic<std::uint64_t> next{0};
  std::vector<std::string> brought;
  std::barrier<> barrier;
};

class LocalRanks : public Ranks {
 public:
  LocalRanks(LocalJob& job, int rank) : job_(job), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(job_.brought.size()); }
  std::uint64_t next() override { return job_.next++; }
  void begin_counting() override {
    job_.barrier.arrive_and_wait();
    if (rank_ == 0) job_.next = 0;
    job_.barrier.arrive_and_wait();
  }
  std::vector<std::string> gather(std::string_view mine) override {
    job_.brought[static_cast<std::size_t>(rank_)] = mine;
    job_.barrier.arrive_and_wait();
    std::vector<std::string> out = job_.brought;
    job_.barrier.arrive_and_wait();
    return out;
  }

 private:
  LocalJob& job_;
  int rank_;
};

/// Runs the work on so many ranks at once. It must not throw on one rank while others wait for it.
inline void run_ranks(int size, const std::function<void(Ranks&)>& work) {
  LocalJob job(size);
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&job, &work, rank] {
      LocalRanks ranks(job, rank);
      work(ranks);
    });
  }
}

/// What the work gives on each of so many ranks.
template <class T>
std::vector<T> results_on_ranks(int size, const std::function<T(Ranks&)>& work) {
  std::vector<T> out(static_cast<std::size_t>(size));
  run_ranks(size, [&](Ranks& ranks) { out[static_cast<std::size_t>(ranks.rank())] = work(ranks); });
  return out;
}

/// Of one rank.
inline Control control_on(Ranks& ranks, int threads = 1) {
  Control control;
  control.threads = threads;
  control.ranks = &ranks;
  return control;
}

}  // namespace espalier::testing
