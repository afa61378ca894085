// Bytes in: a file, standard input or memory, decompressed on the way if its first bytes say gzip, xz or zstd.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/file_system.h"

namespace espalier::base {

/// How far a source has been read, in bytes as they lie on the disk; total 0: not known (a pipe).
struct Extent {
  std::uint64_t taken = 0;
  std::uint64_t total = 0;
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual Extent extent() const { return {}; }
  /// Up to `size` bytes into `bytes`; 0 only at the end. Throws Error (kSystem for the disk, kInput for damaged
  /// compression).
  virtual std::size_t read(char* bytes, std::size_t size) = 0;
};

struct SourceOptions {
  FileSystem* files = nullptr;              ///< null: the real one
  const std::atomic<bool>* stop = nullptr;  ///< once true, reads end with Error kInterrupted, also those that wait
  std::size_t decoder_memory = std::size_t{256} << 20;  ///< xz and zstd streams that need more are refused
};

/// Opens `path` (`-`: standard input) and decompresses by magic bytes, whatever the extension. Concatenated members are
/// read one after the other; a truncated or damaged stream is an error that names the file.
std::unique_ptr<ByteSource> open_source(const std::string& path, const SourceOptions& options = {});

/// Over memory that outlives it; not decompressed unless asked.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes);
/// Adds decompression (by magic bytes) to any source. `name` is for messages.
std::unique_ptr<ByteSource> decompressing(std::unique_ptr<ByteSource> source, std::string name,
                                          const SourceOptions& options = {});

/// The rest of a source as one string; throws Error kInput when it is longer than `limit`.
std::string read_all(ByteSource& source, std::size_t limit = std::size_t{1} << 30);

}  // namespace espalier::base
