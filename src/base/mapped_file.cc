#include "base/mapped_file.h"

#include <utility>

#include "base/descriptor.h"
#include "espalier/error.h"

namespace espalier::base {

MappedFile::MappedFile(const std::string& path, FileSystem* files)
    : files_(files == nullptr ? &real_file_system() : files) {
  // The mapping stays when the descriptor is closed.
  const Descriptor file = Descriptor::for_reading(*files_, path, nullptr);
  if (file.size() == -1) throw Error(ErrorKind::kUsage, Place{file.name()}, "not a regular file");
  if (file.size() == 0) return;  // which the system would refuse to map
  const auto size = static_cast<std::size_t>(file.size());
  address_ = files_->map(file.number(), size);
  if (address_ == nullptr) fail_with_errno(path, errno);
  size_ = size;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) files_->unmap(address_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : files_(other.files_), address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  MappedFile taken(std::move(other));
  std::swap(files_, taken.files_);
  std::swap(address_, taken.address_);
  std::swap(size_, taken.size_);
  return *this;
}

}  // namespace espalier::base
