// The one seam to the operating system's files. All of Espalier opens, reads, writes, renames and removes through a
// FileSystem, so that tests can put a faulty one in its place (short reads, EINTR, ENOSPC, a failing rename …).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace espalier::base {

/// What a path names, links followed.
struct FileStatus {
  bool is_regular = false;
  bool is_directory = false;
  unsigned mode = 0;  ///< the permission bits
};

enum class Direction { kRead, kWrite };

/// Thin as the system calls: results and errno as theirs (-1 and errno on failure; EINTR is passed on to the caller).
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual int open_read(const std::string& path);
  /// Opens what exists for writing from its start, without truncating it.
  virtual int open_write(const std::string& path);
  /// Creates a file that did not exist (O_EXCL) for writing, with the permissions of `mode` less the umask.
  virtual int create(const std::string& path, unsigned mode);
  virtual ssize_t read(int descriptor, void* bytes, std::size_t size);
  virtual ssize_t write(int descriptor, const void* bytes, std::size_t size);
  /// Waits until a call in the given direction would not block: 1; 0 when it still would after `milliseconds` (< 0: no
  /// end).
  virtual int wait(int descriptor, Direction direction, int milliseconds);
  virtual int sync(int descriptor);
  virtual int close(int descriptor);
  virtual int set_mode(int descriptor, unsigned mode);
  virtual int rename(const std::string& from, const std::string& to);
  virtual int remove(const std::string& path);
  virtual int status(const std::string& path, FileStatus& status);
  /// What the symbolic link `path` holds; EINVAL when it is something else.
  virtual int read_link(const std::string& path, std::string& target);
  /// A private read-only view of the file's first bytes, as a whole file has them; null and errno on failure.
  /// Undone by unmap() of the same size.
  virtual void* map(int descriptor, std::size_t size);
  virtual int unmap(void* address, std::size_t size);
  /// Size in bytes of a regular file; -1 and errno otherwise (EISDIR for a directory, ESPIPE for pipes, terminals …).
  virtual std::int64_t size(int descriptor);
};

/// The real one; stateless, safe from any thread.
FileSystem& real_file_system();

}  // namespace espalier::base
