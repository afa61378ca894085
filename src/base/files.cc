#include "espalier/files.h"

#include "base/descriptor.h"

namespace espalier {

std::string read_file(const std::string& path) {
  base::Descriptor file = base::Descriptor::for_reading(base::real_file_system(), path, nullptr);
  constexpr std::size_t kAtOnce = std::size_t{64} << 10;
  // One byte more than the size says, so that the read which finds the end needs no more room.
  std::string bytes(file.size() > 0 ? static_cast<std::size_t>(file.size()) + 1 : kAtOnce, '\0');
  std::size_t used = 0;
  while (const std::size_t got = file.read(bytes.data() + used, bytes.size() - used)) {
    used += got;
    if (used == bytes.size()) bytes.resize(2 * used);
  }
  bytes.resize(used);
  return bytes;
}

bool file_exists(const std::string& path) { return base::exists(base::real_file_system(), path); }

bool remove_file(const std::string& path) {
  if (base::retry(nullptr, [&] { return base::real_file_system().remove(path); }) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) base::fail_with_errno(path, errno);
  return false;
}

}  // namespace espalier
