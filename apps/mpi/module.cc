// The module that knows MPI (module.h), loaded only where many processes were started together.
//
// Waiting: MPI's own calls wait by looking without a break, which takes a core from a rank that still works. So all
// that can take long is begun (MPI_I…) and asked for again and again, more and more seldom, up to a millisecond apart.
// Threads: MPI is called by one at a time (MPI_THREAD_SERIALIZED), under a lock that nobody holds while he waits.
// Counting: the counter lies in a window of rank 0 and is fetched and added to by whoever wants a number, without rank
// 0's doing: MPI_Fetch_and_op. Debian's Open MPI has no windows between machines that talk by TCP (its osc/pt2pt is
// switched off); there, a thread of rank 0 answers messages. It looks in some two thousand times a second, also where
// there is a window, since MPI may serve that only while its owner is inside some call.
#include "mpi/module.h"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

using std::chrono::microseconds;

struct Failure {};

/// All that this process has of the job; there can be but one, as of MPI itself.
struct Job {
  espalier_mpi face{};
  int (*stopped)() = nullptr;
  std::string message;
  // MPI counts in int. Tests say less (ESPALIER_MPI_PIECE), so as not to need gigabytes.
  std::uint64_t most_at_once = std::uint64_t{1} << 30;
  MPI_Comm together = MPI_COMM_NULL;
  MPI_Comm counting = MPI_COMM_NULL;
  bool has_window = false;
  MPI_Win window = MPI_WIN_NULL;
  std::atomic<std::uint64_t> count{0};  // of rank 0, where there is no window
  MPI_File file = MPI_FILE_NULL;
  std::mutex calls;  // held by who is inside MPI
  std::atomic<bool> is_over{false};
  std::optional<std::thread> server;
};
Job job;

void demand(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int size = 0;
  MPI_Error_string(code, text, &size);
  job.message = std::string(what) + ": " + text;
  throw Failure{};
}

/// A call of MPI.
template <class Call>
void call(const char* what, const Call& make) {
  const std::lock_guard lock(job.calls);
  demand(make(), what);
}

/// What a function of the face does, with failures as its value.
template <class Body>
int guarded(const Body& body) {
  try {
    body();
    return 0;
  } catch (const Failure&) {
    return 1;
  } catch (const std::exception& error) {
    job.message = error.what();
    return 1;
  }
}

void wait(MPI_Request request, const char* what) {
  constexpr int kEager = 2000;  // looks without a break: short waits stay short
  constexpr microseconds kLongest{1000};
  microseconds pause{10};
  for (int looks = 0;; ++looks) {
    int is_done = 0;
    call(what, [&] { return MPI_Test(&request, &is_done, MPI_STATUS_IGNORE); });
    if (is_done != 0) return;
    if (job.stopped != nullptr && job.stopped() != 0) {
      job.message = "interrupted";
      throw Failure{};
    }
    if (looks < kEager) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, kLongest);
    }
  }
}

void barrier() {
  MPI_Request request = MPI_REQUEST_NULL;
  call("MPI_Ibarrier", [&] { return MPI_Ibarrier(job.together, &request); });
  wait(request, "MPI_Ibarrier");
}

/// The counter's value, which becomes another by the operation.
std::uint64_t fetch(std::uint64_t value, MPI_Op operation) {
  std::uint64_t before = 0;
  const std::lock_guard lock(job.calls);
  demand(MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, 0, 0, operation, job.window), "MPI_Fetch_and_op");
  demand(MPI_Win_flush(0, job.window), "MPI_Win_flush");
  return before;
}

constexpr int kAsk = 1;
constexpr int kTell = 2;

/// The next number from rank 0. Of several threads that ask each has one of the answers, whichever.
std::uint64_t ask() {
  std::uint64_t value = 0;
  MPI_Request asked = MPI_REQUEST_NULL;
  MPI_Request told = MPI_REQUEST_NULL;
  call("MPI_Irecv", [&] { return MPI_Irecv(&value, 1, MPI_UINT64_T, 0, kTell, job.counting, &told); });
  call("MPI_Isend", [&] { return MPI_Isend(nullptr, 0, MPI_BYTE, 0, kAsk, job.counting, &asked); });
  wait(asked, "MPI_Isend");
  wait(told, "MPI_Irecv");
  return value;
}

const char* message() { return job.message.c_str(); }

int next(std::uint64_t* value) {
  return guarded([&] {
    const bool is_here = !job.has_window && job.face.rank == 0;
    *value = is_here ? job.count++ : job.has_window ? fetch(1, MPI_SUM) : ask();
  });
}

int begin_counting() {
  return guarded([] {
    barrier();
    if (job.face.rank == 0) job.count = 0;
    if (job.face.rank == 0 && job.has_window) fetch(0, MPI_REPLACE);
    barrier();
  });
}

int gather_sizes(std::uint64_t mine, std::uint64_t* sizes) {
  return guarded([&] {
    MPI_Request request = MPI_REQUEST_NULL;
    call("MPI_Iallgather",
         [&] { return MPI_Iallgather(&mine, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, job.together, &request); });
    wait(request, "MPI_Iallgather");
  });
}

/// All at once, as long as MPI can count the bytes.
void gather_small(const char* mine, const std::vector<int>& sizes, const std::vector<int>& places, char* all) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int own = sizes[static_cast<std::size_t>(job.face.rank)];
  call("MPI_Iallgatherv", [&] {
    return MPI_Iallgatherv(mine, own, MPI_BYTE, all, sizes.data(), places.data(), MPI_BYTE, job.together, &request);
  });
  wait(request, "MPI_Iallgatherv");
}

/// Rank by rank, piece by piece.
void gather_large(const char* mine, const std::uint64_t* sizes, char* all) {
  for (int rank = 0; rank < job.face.size; ++rank) {
    const std::uint64_t size = sizes[rank];
    if (rank == job.face.rank) std::memcpy(all, mine, size);
    for (std::uint64_t at = 0; at < size; at += job.most_at_once) {
      MPI_Request request = MPI_REQUEST_NULL;
      const int piece = static_cast<int>(std::min(job.most_at_once, size - at));
      call("MPI_Ibcast", [&] { return MPI_Ibcast(all + at, piece, MPI_BYTE, rank, job.together, &request); });
      wait(request, "MPI_Ibcast");
    }
    all += size;
  }
}

int gather_bytes(const char* mine, const std::uint64_t* sizes, char* all) {
  return guarded([&] {
    std::uint64_t total = 0;
    std::vector<int> counts;
    std::vector<int> places;
    for (int rank = 0; rank < job.face.size; ++rank) {
      counts.push_back(static_cast<int>(std::min(sizes[rank], job.most_at_once)));
      places.push_back(static_cast<int>(std::min(total, job.most_at_once)));
      total += sizes[rank];
    }
    if (total <= job.most_at_once) return gather_small(mine, counts, places, all);
    gather_large(mine, sizes, all);
  });
}

// Opening and closing wait inside MPI, but not for work: all ranks come here together.
int create_file(const char* path) {
  return guarded([&] {
    const std::lock_guard lock(job.calls);
    demand(MPI_File_open(job.together, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &job.file), path);
    demand(MPI_File_set_size(job.file, 0), path);
  });
}

int write_file(std::uint64_t offset, const char* bytes, std::uint64_t size) {
  return guarded([&] {
    for (std::uint64_t at = 0; at < size; at += job.most_at_once) {
      const int piece = static_cast<int>(std::min(job.most_at_once, size - at));
      MPI_Status status;
      int written = 0;
      const std::lock_guard lock(job.calls);
      demand(MPI_File_write_at(job.file, static_cast<MPI_Offset>(offset + at), bytes + at, piece, MPI_BYTE, &status),
             "MPI_File_write_at");
      demand(MPI_Get_count(&status, MPI_BYTE, &written), "MPI_File_write_at");
      if (written == piece) continue;
      job.message = "MPI_File_write_at: not all bytes were written; is the disk full?";
      throw Failure{};
    }
  });
}

int close_file() {
  return guarded([] {
    const std::lock_guard lock(job.calls);
    demand(MPI_File_sync(job.file), "MPI_File_sync");
    demand(MPI_File_close(&job.file), "MPI_File_close");
  });
}

int leave() {
  return guarded([] {
    barrier();
    job.is_over = true;
    if (job.server) job.server->join();
    if (job.has_window) {
      demand(MPI_Win_unlock_all(job.window), "MPI_Win_unlock_all");
      demand(MPI_Win_free(&job.window), "MPI_Win_free");
    }
    demand(MPI_Finalize(), "MPI_Finalize");
  });
}

void abort_all(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

/// Answers one who asks, if there is one. REQUIRES the lock.
bool answer_one() {
  int is_there = 0;
  MPI_Status who;
  MPI_Iprobe(MPI_ANY_SOURCE, kAsk, job.counting, &is_there, &who);
  if (is_there == 0) return false;
  const std::uint64_t number = job.count++;
  MPI_Recv(nullptr, 0, MPI_BYTE, who.MPI_SOURCE, kAsk, job.counting, MPI_STATUS_IGNORE);
  MPI_Send(&number, 1, MPI_UINT64_T, who.MPI_SOURCE, kTell, job.counting);  // small: it does not wait
  return true;
}

/// Looks in for those who count.
void serve() {
  constexpr microseconds kPause{500};
  while (!job.is_over) {
    bool goes_on = true;
    while (goes_on) {
      const std::lock_guard lock(job.calls);
      goes_on = answer_one();
    }
    std::this_thread::sleep_for(kPause);
  }
}

void open_window() {
  std::uint64_t* counter = nullptr;
  const MPI_Aint bytes = job.face.rank == 0 ? sizeof *counter : 0;
  int is_open =
      MPI_Win_allocate(bytes, sizeof *counter, MPI_INFO_NULL, job.counting, &counter, &job.window) == MPI_SUCCESS;
  int are_open = 0;
  demand(MPI_Allreduce(&is_open, &are_open, 1, MPI_INT, MPI_MIN, job.together), "MPI_Allreduce");
  job.has_window = are_open != 0;
  if (!job.has_window) return;
  demand(MPI_Win_set_errhandler(job.window, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  if (job.face.rank == 0) *counter = 0;
  demand(MPI_Win_lock_all(MPI_MODE_NOCHECK, job.window), "MPI_Win_lock_all");
  demand(MPI_Win_sync(job.window), "MPI_Win_sync");
  barrier();
}

void join() {
  int threads = 0;
  demand(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &threads), "MPI_Init_thread");
  if (threads < MPI_THREAD_SERIALIZED) {
    job.message = "this MPI can be called by one thread only";
    throw Failure{};
  }
  demand(MPI_Comm_dup(MPI_COMM_WORLD, &job.together), "MPI_Comm_dup");
  demand(MPI_Comm_dup(MPI_COMM_WORLD, &job.counting), "MPI_Comm_dup");
  demand(MPI_Comm_set_errhandler(job.together, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  demand(MPI_Comm_set_errhandler(job.counting, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  demand(MPI_Comm_rank(job.together, &job.face.rank), "MPI_Comm_rank");
  demand(MPI_Comm_size(job.together, &job.face.size), "MPI_Comm_size");
  MPI_Comm local = MPI_COMM_NULL;
  demand(MPI_Comm_split_type(job.together, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local), "MPI_Comm_split_type");
  demand(MPI_Comm_size(local, &job.face.local_size), "MPI_Comm_size");
  demand(MPI_Comm_free(&local), "MPI_Comm_free");
  open_window();
  const bool is_one_machine = job.face.local_size == job.face.size;
  if (job.face.rank == 0 && !(is_one_machine && job.has_window)) job.server.emplace(serve);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const espalier_mpi* espalier_mpi_join(int (*stopped)(), char* text,
                                                                                        int text_size) {
  job.stopped = stopped;
  if (const char* const piece = std::getenv("ESPALIER_MPI_PIECE"); piece != nullptr) {
    job.most_at_once = std::clamp<std::uint64_t>(std::strtoull(piece, nullptr, 10), 1, job.most_at_once);
  }
  job.face = {.version = ESPALIER_MPI_VERSION,
              .rank = 0,
              .size = 1,
              .local_size = 1,
              .message = message,
              .next = next,
              .begin_counting = begin_counting,
              .gather_sizes = gather_sizes,
              .gather_bytes = gather_bytes,
              .create_file = create_file,
              .write_file = write_file,
              .close_file = close_file,
              .leave = leave,
              .abort = abort_all};
  if (guarded(join) == 0) return &job.face;
  const std::size_t size = std::min(job.message.size(), static_cast<std::size_t>(text_size) - 1);
  job.message.copy(text, size);
  text[size] = '\0';
  return nullptr;
}
