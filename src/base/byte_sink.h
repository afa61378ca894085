// Bytes out: a file written whole or not at all, standard output, or memory; compressed if the name ends in .gz .xz
// .zst.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "base/file_system.h"

namespace espalier::base {

/// Nothing is final before commit(): a sink that is destroyed without it leaves no file (and an existing one as it
/// was).
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// Throws Error kSystem when the disk is full and the like; a broken pipe too, if the program ignores SIGPIPE.
  virtual void write(std::string_view bytes) = 0;
  /// A good place to pass on what was written, to a reader who waits at the other end of a pipe. Throws as write().
  virtual void flush() {}
  /// Flushes, syncs and renames into place. Throws Error kSystem; the target is untouched then.
  virtual void commit() = 0;
};

struct SinkOptions {
  FileSystem* files = nullptr;              ///< null: the real one
  const std::atomic<bool>* stop = nullptr;  ///< once true, writes that wait end with Error kInterrupted
};

/// `path` `-` or empty: standard output. Otherwise a temporary file beside `path`, renamed to it by commit(). A `path`
/// that exists and is not a regular file (a pipe, /dev/null) is written directly. Links are followed, an existing
/// file's permissions are kept. Throws Error kUsage when `path` cannot be a file (a directory, or in none), kSystem
/// otherwise.
std::unique_ptr<ByteSink> open_sink(const std::string& path, const SinkOptions& options = {});

/// Appends to a string that outlives it.
std::unique_ptr<ByteSink> memory_sink(std::string& out);

}  // namespace espalier::base
