// Processes that mpirun or srun started together, as Ranks. MPI itself is in a module (module.h) that is loaded here,
// when there is a need for it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espalier/ranks.h"

namespace espalier::mpi {

/// What the environment says of how this process was started.
struct Launch {
  int rank = 0;
  int size = 1;
  std::string by;        ///< whom it is known from: mpirun, srun …; empty: nobody
  bool can_meet = true;  ///< MPI has been told how to find the others; srun does so only if it is asked to

  bool is_many() const noexcept { return size > 1; }
};

/// The value of an environment variable, null for none.
using Lookup = std::function<const char*(const char*)>;

/// `ESPALIER_MPI=no` says that the processes have nothing to do with one another.
Launch find_launch(const Lookup& variable);

/// Where the module may lie, most likely first: `named`, if it is not empty, else beside the program and in the library
/// folder of the place where the program is installed.
std::vector<std::string> module_paths(const std::string& named, const std::string& program);

/// The ranks of this process's job. At most one of it in a process.
class Job {
 public:
  /// Joins the others. Throws Error kSystem where no module is to be found, or where it sees others than `launch` does:
  /// then each process would do all of the work, and write over the others' files. `stop` must outlive this.
  Job(const Launch& launch, const std::vector<std::string>& modules, const std::atomic<bool>& stop);
  /// Without leave() the others are not waited for, and wait in vain: see abort().
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  Ranks& ranks() noexcept;
  /// How many of the ranks are on this machine.
  int local_size() const noexcept;
  /// The good end. Collective.
  void leave();
  /// The bad one: ends all ranks with the exit code.
  [[noreturn]] void abort(int code) const;

 private:
  class ModuleRanks;
  std::unique_ptr<ModuleRanks> ranks_;
};

}  // namespace espalier::mpi
