// An open file: closes itself, goes on after interrupted and short calls, waits in a way that can be stopped, and names
// the file in its errors.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/file_system.h"

namespace espalier::base {

/// Throws `file: what errno means`. A path that cannot be what was asked (missing, a directory …) is kUsage; the rest,
/// disk and permissions, is kSystem.
[[noreturn]] void fail_with_errno(const std::string& file, int error);

/// Whether a path names something. Throws where the system cannot tell: what cannot be looked at may be there.
bool exists(FileSystem& files, const std::string& path);

/// Throws Error kInterrupted if the caller asked to stop.
void check_stop(const std::atomic<bool>* stop);

/// Calls until the answer is something else than EINTR.
template <class Call>
auto retry(const std::atomic<bool>* stop, Call&& call) {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
    check_stop(stop);
  }
}

class Descriptor {
 public:
  /// None.
  Descriptor() = default;
  /// Takes the result of an opening call; throws when that failed, or was of a directory. `owned`: closed in the end.
  Descriptor(FileSystem& files, int number, std::string name, const std::atomic<bool>* stop, bool owned = true);
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;

  /// Opens a file, or standard input for `-`. A directory is refused.
  static Descriptor for_reading(FileSystem& files, const std::string& path, const std::atomic<bool>* stop);

  /// At least one byte; 0 at the end.
  std::size_t read(char* bytes, std::size_t size);
  void write(std::string_view bytes);
  void sync();
  void set_mode(unsigned mode);
  /// Does what the destructor would do, but throws when the system says that something went wrong with earlier writes.
  void close();

  int number() const noexcept { return number_; }
  const std::string& name() const noexcept { return name_; }
  /// -1 for what has none.
  std::int64_t size() const noexcept { return size_; }

 private:
  void wait(Direction direction);
  void demand(bool succeeded) const;

  FileSystem* files_ = nullptr;
  int number_ = -1;
  bool owned_ = false;
  std::int64_t size_ = -1;
  std::string name_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace espalier::base
