#include "cli/together.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "cli/verb.h"
#include "espalier/error.h"
#include "mpi/join.h"

namespace espalier::cli {
namespace {

struct Part {
  mpi::Launch launch = mpi::find_launch([](const char* name) -> const char* { return std::getenv(name); });
  std::unique_ptr<mpi::Job> job;
  std::vector<std::string> verbs;  // that can be shared
};

Part& part() {
  static Part the_part;
  return the_part;
}

}  // namespace

void join_ranks() {
  if (!part().launch.is_many() || part().job != nullptr) return;
  const char* const named = std::getenv("ESPALIER_MPI_MODULE");
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  part().job = std::make_unique<mpi::Job>(
      part().launch, mpi::module_paths(named == nullptr ? "" : named, program.string()), interrupted());
}

void refuse_ranks() {
  const mpi::Launch& launch = part().launch;
  if (!launch.is_many()) return;
  throw Error(ErrorKind::kUsage,
              fmt::format("{} started {} processes, but this verb cannot share its work among them; those that can: {}",
                          launch.by, launch.size, fmt::join(part().verbs, ", ")));
}

void note_verb_for_ranks(const std::string& name) { part().verbs.push_back(name); }

Ranks* joined_ranks() { return part().job == nullptr ? nullptr : &part().job->ranks(); }

bool is_speaker() { return part().launch.rank == 0; }

int threads_of_rank(int wanted) {
  if (wanted > 0 || part().job == nullptr) return wanted;
  // What this process may use, but where the launcher has not given each rank cores of its own, not all of them.
  const auto usable = static_cast<long>(std::thread::hardware_concurrency());
  const long share = sysconf(_SC_NPROCESSORS_ONLN) / part().job->local_size();
  return static_cast<int>(std::max(1L, std::min(usable, share)));
}

// Rank 0 speaks first; its end is that of all, so what the others would have said too is not repeated.
void complain(const std::string& message) {
  constexpr std::chrono::milliseconds kLook{50};
  constexpr int kLooks = 60;
  const mpi::Launch& launch = part().launch;
  if (!launch.is_many()) {
    fmt::print(stderr, "espalier: {}\n", message);
    return;
  }
  for (int i = 0; launch.rank != 0 && i < kLooks; ++i) {
    if (interrupted()) return;
    std::this_thread::sleep_for(kLook);
  }
  fmt::print(stderr, "espalier: rank {}: {}\n", launch.rank, message);
}

int leave_ranks(int status) {
  const std::unique_ptr<mpi::Job> job = std::move(part().job);
  if (job == nullptr) return status;
  if (status != 0) job->abort(status);
  try {
    job->leave();
  } catch (const Error& error) {
    complain(error.what());
    job->abort(exit_code(error.kind()));
  }
  return 0;
}

}  // namespace espalier::cli
