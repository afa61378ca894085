// A model file, open: sections by name, their bytes used where they lie.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/large_pages.h"
#include "base/mapped_file.h"
#include "model_file/section.h"

namespace espalier::model_file {

/// Immutable; safe to share between threads. All checksums were verified when it was opened. Every refusal is an Error
/// kInput that names the file and says in plain words what is wrong with it.
class File {
 public:
  static constexpr std::uint32_t kAnyVersion = std::numeric_limits<std::uint32_t>::max();

  /// Maps the file; throws as base::MappedFile does, too. `files` null: the real ones.
  static std::shared_ptr<const File> open(const std::string& path, base::FileSystem* files = nullptr);
  /// From a copy of the bytes, in memory as aligned as a mapping is. `name` is for messages.
  static std::shared_ptr<const File> from_bytes(std::string_view bytes, std::string name = "model");

  bool has(std::string_view name) const noexcept;
  /// Refuses a section that is missing or has another version than the one that the caller can read.
  const Section& section(std::string_view name, std::uint32_t version = kAnyVersion) const;
  /// In the order of the file.
  const std::vector<Section>& list() const noexcept { return sections_; }
  const std::string& path() const noexcept { return path_; }
  std::size_t size() const noexcept { return bytes_.size(); }

  // Sections point into it.
  File(const File&) = delete;
  File& operator=(const File&) = delete;

 private:
  struct alignas(64) Block {
    std::byte bytes[64];
  };

  explicit File(std::string path) : path_(std::move(path)) {}
  void load();
  const Section* find(std::string_view name) const noexcept;

  std::string path_;
  std::optional<base::MappedFile> mapping_;  // one of the two owns the bytes
  std::vector<Block, base::LargePageAllocator<Block, base::kLeastOfModels>> memory_;
  std::string_view bytes_;
  std::vector<Section> sections_;
};

}  // namespace espalier::model_file
