// ranks_check: run by mpirun, does the same with real ranks and with ranks that are threads, and says whether they
// agree.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>

#include "base/hash.h"
#include "espalier/error.h"
#include "mpi/join.h"
#include "tests/support/local_ranks.h"

namespace espalier {
namespace {

/// Numbers taken by two threads of each rank until there are enough: every one once, whoever had it.
std::string count_to(Ranks& ranks, std::uint64_t enough) {
  ranks.begin_counting();
  std::mutex mutex;
  std::string mine;
  const auto take = [&] {
    for (;;) {
      const std::uint64_t number = ranks.next();
      const std::lock_guard lock(mutex);
      mine += fmt::format("{} ", number);
      if (number >= enough) return;
    }
  };
  std::thread other(take);
  take();
  other.join();
  std::vector<std::uint64_t> taken;
  for (const std::string& numbers : ranks.gather(mine)) {
    for (const char* at = numbers.c_str(); *at != '\0';) {
      char* end = nullptr;
      taken.push_back(std::strtoull(at, &end, 10));
      at = end + 1;
    }
  }
  std::sort(taken.begin(), taken.end());
  return fmt::format("{}\n", fmt::join(taken, " "));
}

/// What all do together, as text that must be the same everywhere.
std::string exercise(Ranks& ranks) {
  std::string told = fmt::format("{} ranks\n", ranks.size());
  for (const std::size_t size : {0UL, 1UL, 1000UL, 300'001UL}) {
    // Rank 0 brings nothing, the others more and more.
    std::string mine;
    for (std::size_t i = 0; i < size * static_cast<std::size_t>(ranks.rank()); ++i) {
      mine += static_cast<char>(i * 7 + static_cast<std::size_t>(ranks.rank()));
    }
    for (const std::string& part : ranks.gather(mine)) told += fmt::format("{}:{:x} ", part.size(), base::hash(part));
    told += '\n';
  }
  for (const std::uint64_t enough : {0UL, 5UL, 400UL}) told += count_to(ranks, enough);
  return told;
}

int run(const std::string& module) {
  const std::atomic<bool> stop{false};
  const mpi::Launch launch = mpi::find_launch([](const char* name) -> const char* { return std::getenv(name); });
  mpi::Job job(launch, {module}, stop);
  const std::string real = exercise(job.ranks());
  std::string expected;
  testing::run_ranks(job.ranks().size(), [&](Ranks& ranks) {
    const std::string told = exercise(ranks);
    if (ranks.rank() == 0) expected = told;
  });
  if (real != expected) {
    fmt::print(stderr, "rank {}: real ranks\n{}threads\n{}", job.ranks().rank(), real, expected);
    job.abort(1);
  }
  if (job.ranks().rank() == 0) fmt::print("{} ranks, {} on this machine: same\n", launch.size, job.local_size());
  job.leave();
  return 0;
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) {
  try {
    return espalier::run(argc > 1 ? argv[1] : "");
  } catch (const std::exception& error) {
    fmt::print(stderr, "ranks_check: {}\n", error.what());
    return 3;
  }
}
