// How much memory the program may take: --max-memory, or what keeps the system from having to kill it.
//
// The limit is the system's own for data (RLIMIT_DATA; Linux 4.7 and later): memory that is the program's alone and can
// be written. It does not count models that are mapped from their files, nor what the allocator has reserved but not
// used, as a limit on addresses (RLIMIT_AS) would. It does count the stacks of threads, of which hardly anything is
// used: room for them is put on top. Memory beyond the limit is refused, which the program tells (exit code 3).
#pragma once

#include <cstdint>
#include <string>

namespace espalier::cli {

/// Bytes of `500M`, `4G`, `1.5G`, `800000K`, `1T` or a plain number of bytes; throws Error kUsage for what else.
std::uint64_t bytes_of_size(const std::string& size);

/// Sets the limit for this process. `size` empty: nine tenths of what the machine, or the group of processes that this
/// one is counted with, has of memory, and of swap. `threads` 0: as many as cores. Does nothing where the system has no
/// such limit, nor in programs with sanitizers, which take addresses by the terabyte.
void limit_memory(const std::string& size, int threads);

/// What to tell when memory runs out, the limit included. Takes no memory itself.
const char* out_of_memory() noexcept;

/// From now on the program ends with that message and exit code 3 where memory runs out and no exception can get out.
void tell_when_out_of_memory() noexcept;

}  // namespace espalier::cli
