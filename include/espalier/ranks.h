// Processes that work on one job together: the face behind which MPI is, or nothing, or threads in tests.
//
// All that ranks ever do together is said in three calls, so that what stands on them can be tested with threads and
// runs alone without a change. Calls marked collective are made by all ranks, in the same order.
// Invariant: what gather() returns is the same bytes in the same order on every rank; work that goes on from that alone
// ends with the same bytes everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

/// A file that all ranks write, each at places of its own.
class SharedFile {
 public:
  virtual ~SharedFile() = default;
  SharedFile() = default;
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  virtual void write(std::uint64_t offset, std::string_view bytes) = 0;
  /// All that any rank has written is on the disk then. Collective.
  virtual void close() = 0;
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// 0, 1, 2 … each to one rank: who asks first takes the next piece of work. Not collective.
  virtual std::uint64_t next() = 0;
  /// next() begins again at 0 when all have come here. Collective.
  virtual void begin_counting() = 0;
  /// What every rank brings, by rank. Any sizes. Collective.
  virtual std::vector<std::string> gather(std::string_view mine) = 0;
  /// Makes a file, empty, that all write. Null: these ranks cannot, and one of them has to. Collective.
  virtual std::unique_ptr<SharedFile> create_together(const std::string& path) {
    static_cast<void>(path);
    return nullptr;
  }
};

/// The one rank of a process that runs alone.
std::unique_ptr<Ranks> solo_ranks();

}  // namespace espalier
