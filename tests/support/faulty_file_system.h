// A file system that goes wrong on demand, and keeps count of what is open.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

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
  void fail(Call call, int k, int error) {
    failing_ = call;
    failing_at_ = k;
    error_ = error;
  }
  /// No call reads or writes more bytes than this.
  void set_most_bytes(std::size_t bytes) { most_bytes_ = bytes; }
  /// Every call that a signal can interrupt is interrupted once before it is done.
  void set_interrupting() { is_interrupting_ = true; }
  int count(Call call) const { return counts_[static_cast<std::size_t>(call)]; }
  /// Descriptors opened and not closed; below zero if something was closed twice.
  int open_descriptors() const { return open_; }

  int open_read(const std::string& path) override {
    return opened(strikes(Call::kOpenRead) ? -1 : FileSystem::open_read(path));
  }
  int open_write(const std::string& path) override {
    return opened(strikes(Call::kOpenWrite) ? -1 : FileSystem::open_write(path));
  }
  int create(const std::string& path, unsigned mode) override {
    return opened(strikes(Call::kCreate) ? -1 : FileSystem::create(path, mode));
  }
  ssize_t read(int descriptor, void* bytes, std::size_t size) override {
    return strikes(Call::kRead) ? -1 : FileSystem::read(descriptor, bytes, std::min(size, most_bytes_));
  }
  ssize_t write(int descriptor, const void* bytes, std::size_t size) override {
    return strikes(Call::kWrite) ? -1 : FileSystem::write(descriptor, bytes, std::min(size, most_bytes_));
  }
  int wait(int descriptor, base::Direction direction, int milliseconds) override {
    return strikes(Call::kWait) ? -1 : FileSystem::wait(descriptor, direction, milliseconds);
  }
  int sync(int descriptor) override { return strikes(Call::kSync) ? -1 : FileSystem::sync(descriptor); }
  /// As in Linux, the descriptor is gone also when the call fails.
  int close(int descriptor) override {
    --open_;
    const int result = FileSystem::close(descriptor);
    return strikes(Call::kClose) ? -1 : result;
  }
  int set_mode(int descriptor, unsigned mode) override {
    return strikes(Call::kSetMode) ? -1 : FileSystem::set_mode(descriptor, mode);
  }
  int rename(const std::string& from, const std::string& to) override {
    return strikes(Call::kRename) ? -1 : FileSystem::rename(from, to);
  }
  int remove(const std::string& path) override { return strikes(Call::kRemove) ? -1 : FileSystem::remove(path); }
  int status(const std::string& path, base::FileStatus& status) override {
    return strikes(Call::kStatus) ? -1 : FileSystem::status(path, status);
  }
  int read_link(const std::string& path, std::string& target) override {
    return strikes(Call::kReadLink) ? -1 : FileSystem::read_link(path, target);
  }
  void* map(int descriptor, std::size_t size) override {
    return strikes(Call::kMap) ? nullptr : FileSystem::map(descriptor, size);
  }
  std::int64_t size(int descriptor) override { return strikes(Call::kSize) ? -1 : FileSystem::size(descriptor); }

 private:
  bool strikes(Call call) {
    int& count = counts_[static_cast<std::size_t>(call)];
    ++count;
    if (is_interrupting_ && count % 2 == 1 && can_be_interrupted(call)) {
      errno = EINTR;
      return true;
    }
    if (call != failing_ || (error_ == EINTR ? count != failing_at_ : count < failing_at_)) return false;
    errno = error_;
    return true;
  }

  static bool can_be_interrupted(Call call) {
    return call != Call::kSize && call != Call::kMap && call != Call::kReadLink && call != Call::kCount;
  }

  int opened(int descriptor) {
    open_ += descriptor != -1;
    return descriptor;
  }

  std::array<int, static_cast<std::size_t>(Call::kCount)> counts_{};
  Call failing_ = Call::kCount;
  int failing_at_ = 0;
  int error_ = 0;
  std::size_t most_bytes_ = std::numeric_limits<std::size_t>::max();
  bool is_interrupting_ = false;
  int open_ = 0;
};

}  // namespace espalier::tests
