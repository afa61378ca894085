// A file system that goes wrong on demand, and keeps count of what is open.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace espalier::tests {

enum class Call {
  kOpenRead,
  kOpenWrite,
  kCreate,
  kRead,
  kWrite,
  kWait,
  kSync,
  kClose,
  kSetMode,
  kRename,
  kRemove,
  kStatus,
  kReadLink,
  kMap,
  kSize,
  kCount
};

/// Otherwise the real one. One thread.
class FaultyFileSystem : public base::FileSystem {
 public:
  /// The k-th call (from 1) of a kind fails with `error`; EINTR once, what else from then on, as a full disk does.
  void fail(Call call, int k, int error) { set(call, k, error, error == EINTR); }
  /// The k-th alone, as a bad sector does: what comes after it is done.
  void fail_once(Call call, int k, int error) { set(call, k, error, true); }
  /// The k-th read or write moves one byte at most.
  void cut(Call call, int k) { set(call, k, 0, true); }
  /// No call reads or writes more bytes than this.
  void set_most_bytes(std::size_t bytes) { most_bytes_ = bytes; }
  /// Every call that a signal can interrupt is interrupted once before it is done.
  void set_interrupting() { is_interrupting_ = true; }

  int count(Call call) const { return counts_[static_cast<std::size_t>(call)]; }
  int calls() const { return std::accumulate(counts_.begin(), counts_.end(), 0); }
  /// Descriptors opened and not closed; below zero if something was closed twice.
  int open_descriptors() const { return open_; }
  int mappings() const { return mappings_; }
  /// The paths of the calls that failed by fail() or fail_once(), in order.
  const std::vector<std::string>& struck() const { return struck_; }

  static bool can_be_interrupted(Call call) {
    return call != Call::kSize && call != Call::kMap && call != Call::kReadLink && call != Call::kCount;
  }

  int open_read(const std::string& path) override {
    return opened(path, strikes(Call::kOpenRead, path) ? -1 : FileSystem::open_read(path));
  }
  int open_write(const std::string& path) override {
    return opened(path, strikes(Call::kOpenWrite, path) ? -1 : FileSystem::open_write(path));
  }
  int create(const std::string& path, unsigned mode) override {
    return opened(path, strikes(Call::kCreate, path) ? -1 : FileSystem::create(path, mode));
  }
  ssize_t read(int descriptor, void* bytes, std::size_t size) override {
    if (strikes(Call::kRead, names_[descriptor])) return -1;
    return FileSystem::read(descriptor, bytes, most(Call::kRead, size));
  }
  ssize_t write(int descriptor, const void* bytes, std::size_t size) override {
    if (strikes(Call::kWrite, names_[descriptor])) return -1;
    return FileSystem::write(descriptor, bytes, most(Call::kWrite, size));
  }
  int wait(int descriptor, base::Direction direction, int milliseconds) override {
    return strikes(Call::kWait, names_[descriptor]) ? -1 : FileSystem::wait(descriptor, direction, milliseconds);
  }
  int sync(int descriptor) override {
    return strikes(Call::kSync, names_[descriptor]) ? -1 : FileSystem::sync(descriptor);
  }
  /// As in Linux, the descriptor is gone also when the call fails.
  int close(int descriptor) override {
    --open_;
    const int result = FileSystem::close(descriptor);
    return strikes(Call::kClose, names_[descriptor]) ? -1 : result;
  }
  int set_mode(int descriptor, unsigned mode) override {
    return strikes(Call::kSetMode, names_[descriptor]) ? -1 : FileSystem::set_mode(descriptor, mode);
  }
  int rename(const std::string& from, const std::string& to) override {
    return strikes(Call::kRename, to) ? -1 : FileSystem::rename(from, to);
  }
  int remove(const std::string& path) override { return strikes(Call::kRemove, path) ? -1 : FileSystem::remove(path); }
  int status(const std::string& path, base::FileStatus& status) override {
    return strikes(Call::kStatus, path) ? -1 : FileSystem::status(path, status);
  }
  int read_link(const std::string& path, std::string& target) override {
    return strikes(Call::kReadLink, path) ? -1 : FileSystem::read_link(path, target);
  }
  void* map(int descriptor, std::size_t size) override {
    void* const address = strikes(Call::kMap, names_[descriptor]) ? nullptr : FileSystem::map(descriptor, size);
    mappings_ += address != nullptr;
    return address;
  }
  int unmap(void* address, std::size_t size) override {
    --mappings_;
    return FileSystem::unmap(address, size);
  }
  std::int64_t size(int descriptor) override {
    return strikes(Call::kSize, names_[descriptor]) ? -1 : FileSystem::size(descriptor);
  }

 private:
  void set(Call call, int k, int error, bool once) {
    failing_ = call;
    failing_at_ = k;
    error_ = error;
    is_once_ = once;
  }

  bool strikes(Call call, const std::string& path) {
    int& count = counts_[static_cast<std::size_t>(call)];
    ++count;
    if (is_interrupting_ && count % 2 == 1 && can_be_interrupted(call)) {
      errno = EINTR;
      return true;
    }
    if (error_ == 0 || call != failing_ || (is_once_ ? count != failing_at_ : count < failing_at_)) return false;
    struck_.push_back(path);
    errno = error_;
    return true;
  }

  std::size_t most(Call call, std::size_t size) const {
    const bool is_cut = error_ == 0 && call == failing_ && count(call) == failing_at_;
    return std::min(size, is_cut ? 1 : most_bytes_);
  }

  int opened(const std::string& path, int descriptor) {
    open_ += descriptor != -1;
    if (descriptor != -1) names_[descriptor] = path;
    return descriptor;
  }

  std::array<int, static_cast<std::size_t>(Call::kCount)> counts_{};
  Call failing_ = Call::kCount;
  int failing_at_ = 0;
  int error_ = 0;
  bool is_once_ = false;
  std::size_t most_bytes_ = std::numeric_limits<std::size_t>::max();
  bool is_interrupting_ = false;
  int open_ = 0;
  int mappings_ = 0;
  std::map<int, std::string> names_;  // by descriptor
  std::vector<std::string> struck_;
};

}  // namespace espalier::tests
