#include "mpi/join.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "espalier/error.h"
#include "mpi/module.h"

namespace espalier::mpi {
namespace {

constexpr const char* kModule = "espalier-mpi.so";

// The module asks through a C function.
const std::atomic<bool>* stop_flag = nullptr;
int is_stopped() { return stop_flag != nullptr && stop_flag->load() ? 1 : 0; }

int number_in(const char* text, int otherwise) {
  int value = 0;
  if (text == nullptr) return otherwise;
  const char* const end = text + std::strlen(text);
  const auto [at, error] = std::from_chars(text, end, value);
  return error == std::errc() && at == end ? value : otherwise;
}

/// Who starts processes, and the variables that tell. Those of srun's steps, not of its jobs: a batch script, which is
/// one process, has the latter, too.
struct Launcher {
  const char* name;
  const char* rank;
  const char* size;
  bool always_brings_together;

  /// Else it is PMIx or, elsewhere, PMI-2 that does.
  bool brings_together(const Lookup& variable) const {
    return always_brings_together || variable("PMIX_NAMESPACE") != nullptr || variable("PMI_FD") != nullptr;
  }
};
constexpr Launcher kLaunchers[] = {
    {"mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", true},
    {"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", false},
    {"mpiexec", "PMI_RANK", "PMI_SIZE", true},
};

espalier_mpi_join_function open_module(const std::vector<std::string>& paths, const Launch& launch) {
  std::error_code error;
  for (const std::string& path : paths) {
    if (!std::filesystem::exists(path, error)) continue;
    // RTLD_GLOBAL: MPI's own modules look for its symbols.
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) throw Error(ErrorKind::kSystem, fmt::format("cannot load the MPI module: {}", dlerror()));
    void* const join = dlsym(library, ESPALIER_MPI_JOIN);
    if (join == nullptr) throw Error(ErrorKind::kSystem, path + ": this is no MPI module of Espalier");
    return reinterpret_cast<espalier_mpi_join_function>(join);
  }
  throw Error(ErrorKind::kSystem,
              fmt::format("{} started {} processes, but the MPI module ({}) is not installed, so they cannot work "
                          "together; ESPALIER_MPI=no lets each work alone",
                          launch.by, launch.size, kModule));
}

const espalier_mpi& join(const Launch& launch, const std::vector<std::string>& modules) {
  // MPI itself would end the process, with a page of its own words and another exit code.
  if (!launch.can_meet) {
    throw Error(ErrorKind::kSystem,
                fmt::format("{} started {} processes, but not so that MPI can bring them together: srun --mpi=pmix "
                            "does (srun --mpi=list); ESPALIER_MPI=no lets each work alone",
                            launch.by, launch.size));
  }
  const espalier_mpi_join_function join_them = open_module(modules, launch);
  char message[512] = "";
  const espalier_mpi* const job = join_them(is_stopped, message, sizeof message);
  if (job == nullptr) throw Error(ErrorKind::kSystem, fmt::format("MPI: {}", message));
  if (job->version != ESPALIER_MPI_VERSION) {
    throw Error(ErrorKind::kSystem, fmt::format("the MPI module has version {} of its interface, this program {}",
                                                job->version, static_cast<int>(ESPALIER_MPI_VERSION)));
  }
  if (job->size != launch.size) {
    throw Error(ErrorKind::kSystem,
                fmt::format("{} started {} processes, but MPI sees {}: it must be the mpirun of Open MPI, or srun "
                            "--mpi=pmix",
                            launch.by, launch.size, job->size));
  }
  return *job;
}

void demand(const espalier_mpi& job, int failed) {
  if (failed == 0) return;
  if (is_stopped() != 0) throw Error(ErrorKind::kInterrupted, "interrupted");
  throw Error(ErrorKind::kSystem, fmt::format("MPI: {}", job.message()));
}

class ModuleFile final : public SharedFile {
 public:
  explicit ModuleFile(const espalier_mpi& job) : job_(job) {}
  void write(std::uint64_t offset, std::string_view bytes) override {
    demand(job_, job_.write_file(offset, bytes.data(), bytes.size()));
  }
  void close() override { demand(job_, job_.close_file()); }

 private:
  const espalier_mpi& job_;
};

}  // namespace

Launch find_launch(const Lookup& variable) {
  const char* const wish = variable("ESPALIER_MPI");
  if (wish != nullptr && std::string_view(wish) == "no") return {};
  for (const Launcher& launcher : kLaunchers) {
    // The nearest one decides: mpirun may itself run under srun.
    if (variable(launcher.size) == nullptr) continue;
    return {.rank = number_in(variable(launcher.rank), 0),
            .size = number_in(variable(launcher.size), 1),
            .by = launcher.name,
            .can_meet = launcher.brings_together(variable)};
  }
  return {};
}

std::vector<std::string> module_paths(const std::string& named, const std::string& program) {
  if (!named.empty()) return {named};
  const std::filesystem::path folder = std::filesystem::path(program).parent_path();
  return {(folder / kModule).string(), (folder / ESPALIER_MODULES / kModule).lexically_normal().string()};
}

class Job::ModuleRanks final : public Ranks {
 public:
  explicit ModuleRanks(const espalier_mpi& job) : job_(job) {}

  int rank() const override { return job_.rank; }
  int size() const override { return job_.size; }
  std::uint64_t next() override {
    std::uint64_t value = 0;
    demand(job_, job_.next(&value));
    return value;
  }
  void begin_counting() override { demand(job_, job_.begin_counting()); }
  std::vector<std::string> gather(std::string_view mine) override {
    std::vector<std::uint64_t> sizes(static_cast<std::size_t>(job_.size));
    demand(job_, job_.gather_sizes(mine.size(), sizes.data()));
    std::uint64_t total = 0;
    for (const std::uint64_t size : sizes) total += size;
    std::string all(total, '\0');
    demand(job_, job_.gather_bytes(mine.data(), sizes.data(), all.data()));
    std::vector<std::string> parts;
    parts.reserve(sizes.size());
    std::size_t at = 0;
    for (const std::uint64_t size : sizes) {
      parts.push_back(all.substr(at, size));
      at += size;
    }
    return parts;
  }
  std::unique_ptr<SharedFile> create_together(const std::string& path) override {
    demand(job_, job_.create_file(path.c_str()));
    return std::make_unique<ModuleFile>(job_);
  }
  const espalier_mpi& job() const noexcept { return job_; }

 private:
  const espalier_mpi& job_;
};

Job::Job(const Launch& launch, const std::vector<std::string>& modules, const std::atomic<bool>& stop) {
  stop_flag = &stop;
  ranks_ = std::make_unique<ModuleRanks>(join(launch, modules));
}

Job::~Job() = default;

Ranks& Job::ranks() noexcept { return *ranks_; }

int Job::local_size() const noexcept { return ranks_->job().local_size; }

void Job::leave() { demand(ranks_->job(), ranks_->job().leave()); }

void Job::abort(int code) const {
  ranks_->job().abort(code);
  std::_Exit(code);
}

}  // namespace espalier::mpi
