#include "base/file_system.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "base/large_pages.h"
#include "base/stand_in.h"

namespace espalier::base {
namespace {

std::atomic<FileSystem*> stand_in{nullptr};  // null but in tests

// Tables are looked up at random, and pages of files are small: where others use the caches too, a parser waits for
// them. Files of a common model's size are therefore copied into large pages; for smaller ones it is not worth it, and
// of larger ones several processes had better share the pages.
constexpr std::size_t kMostCopied = std::size_t{64} << 20;

bool is_copied(std::size_t size) { return size >= kLeastOfModels && size <= kMostCopied; }

void* copy(int descriptor, std::size_t size) {
  const std::size_t room = whole_large_pages(size);
  char* const to = take_large_pages(room);
  if (to == nullptr) return nullptr;
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::pread(descriptor, to + done, size - done, static_cast<off_t>(done));
    if (count == 0) break;  // shortened meanwhile: zeros, which no checksum lets through
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      const int reason = errno;
      ::munmap(to, room);
      errno = reason;
      return nullptr;
    }
  }
  ::mprotect(to, room, PROT_READ);
  return to;
}

}  // namespace

int FileSystem::open_read(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY); }

int FileSystem::open_write(const std::string& path) { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY); }

int FileSystem::create(const std::string& path, unsigned mode) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, static_cast<mode_t>(mode));
}

ssize_t FileSystem::read(int descriptor, void* bytes, std::size_t size) { return ::read(descriptor, bytes, size); }

ssize_t FileSystem::write(int descriptor, const void* bytes, std::size_t size) {
  return ::write(descriptor, bytes, size);
}

int FileSystem::wait(int descriptor, Direction direction, int milliseconds) {
  pollfd entry{descriptor, static_cast<short>(direction == Direction::kRead ? POLLIN : POLLOUT), 0};
  return ::poll(&entry, 1, milliseconds);  // a hang-up or error counts as ready: the call after it will tell
}

int FileSystem::sync(int descriptor) { return ::fsync(descriptor); }

int FileSystem::close(int descriptor) { return ::close(descriptor); }

int FileSystem::set_mode(int descriptor, unsigned mode) { return ::fchmod(descriptor, static_cast<mode_t>(mode)); }

int FileSystem::rename(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()); }

int FileSystem::remove(const std::string& path) { return ::unlink(path.c_str()); }

int FileSystem::status(const std::string& path, FileStatus& status) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return -1;
  status = {S_ISREG(found.st_mode), S_ISDIR(found.st_mode), found.st_mode & 0777u};
  return 0;
}

int FileSystem::read_link(const std::string& path, std::string& target) {
  char bytes[PATH_MAX];
  const ssize_t size = ::readlink(path.c_str(), bytes, sizeof bytes);
  if (size < 0) return -1;
  target.assign(bytes, static_cast<std::size_t>(size));
  return 0;
}

void* FileSystem::map(int descriptor, std::size_t size) {
  if (is_copied(size)) return copy(descriptor, size);
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  return address == MAP_FAILED ? nullptr : address;
}

int FileSystem::unmap(void* address, std::size_t size) {
  return ::munmap(address, is_copied(size) ? whole_large_pages(size) : size);
}

std::int64_t FileSystem::size(int descriptor) {
  struct stat found {};
  if (::fstat(descriptor, &found) != 0) return -1;
  if (S_ISREG(found.st_mode)) return found.st_size;
  errno = S_ISDIR(found.st_mode) ? EISDIR : ESPIPE;
  return -1;
}

FileSystem& real_file_system() {
  static FileSystem files;  // without state, so shared by all
  FileSystem* const other = stand_in.load(std::memory_order_acquire);
  return other == nullptr ? files : *other;
}

StandIn::StandIn(FileSystem& files) : before_(stand_in.exchange(&files, std::memory_order_acq_rel)) {}

StandIn::~StandIn() { stand_in.store(before_, std::memory_order_release); }

}  // namespace espalier::base
