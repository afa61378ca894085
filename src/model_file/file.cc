#include "model_file/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "espalier/error.h"
#include "model_file/verify.h"

namespace espalier::model_file {

std::shared_ptr<const File> File::open(const std::string& path, base::FileSystem* files) {
  std::shared_ptr<File> file(new File(path));
  file->mapping_.emplace(path, files);
  file->bytes_ = file->mapping_->bytes();
  file->load();
  return file;
}

std::shared_ptr<const File> File::from_bytes(std::string_view bytes, std::string name) {
  std::shared_ptr<File> file(new File(std::move(name)));
  file->memory_.resize((bytes.size() + sizeof(Block) - 1) / sizeof(Block));
  if (!bytes.empty()) std::memcpy(file->memory_.data(), bytes.data(), bytes.size());
  file->bytes_ = {reinterpret_cast<const char*>(file->memory_.data()), bytes.size()};
  file->load();
  return file;
}

void File::load() { sections_ = verified_sections(bytes_, path_); }

// A model has some ten sections: no index would be faster.
const Section* File::find(std::string_view name) const noexcept {
  const auto found =
      std::find_if(sections_.begin(), sections_.end(), [&](const Section& section) { return section.name == name; });
  return found == sections_.end() ? nullptr : &*found;
}

bool File::has(std::string_view name) const noexcept { return find(name) != nullptr; }

const Section& File::section(std::string_view name, std::uint32_t version) const {
  const Section* found = find(name);
  if (found == nullptr)
    throw Error(ErrorKind::kInput, Place{path_}, fmt::format("the model has no section '{}'", name));
  if (version != kAnyVersion && found->version != version) {
    const bool is_newer = found->version > version;
    throw Error(ErrorKind::kInput, Place{path_},
                fmt::format("made by {} Espalier: section '{}' has version {}; this one reads {}",
                            is_newer ? "a newer" : "an older", name, found->version, version));
  }
  return *found;
}

}  // namespace espalier::model_file
