// A whole file as bytes in memory, read by the system when they are looked at.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/file_system.h"

namespace espalier::base {

/// Read-only; safe to share between threads. A file that another program shortens meanwhile is beyond our help.
class MappedFile {
 public:
  /// Throws Error: kUsage for what is missing or no regular file, kSystem otherwise. `files` null: the real ones.
  explicit MappedFile(const std::string& path, FileSystem* files = nullptr);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::string_view bytes() const noexcept { return {static_cast<const char*>(address_), size_}; }

 private:
  FileSystem* files_;
  void* address_ = nullptr;  // null for an empty file
  std::size_t size_ = 0;
};

}  // namespace espalier::base
