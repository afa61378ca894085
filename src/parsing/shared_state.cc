#include "parsing/shared_state.h"

#include "base/descriptor.h"
#include "base/file_system.h"
#include "base/mapped_file.h"
#include "base/spread.h"

namespace espalier::parsing {

std::shared_ptr<const model_file::File> open_state(const std::string& path, Ranks* ranks) {
  // What cannot be looked at is an error: taken for missing, it would be written over.
  const auto is_there = [&] { return base::exists(base::real_file_system(), path); };
  if (ranks == nullptr) return is_there() ? model_file::File::open(path) : nullptr;
  const std::string told = base::from_rank(ranks, 0, [&] {
    return is_there() ? "+" + std::string(base::MappedFile(path, nullptr).bytes()) : std::string();
  });
  return told.empty() ? nullptr : model_file::File::from_bytes(std::string_view(told).substr(1), path);
}

}  // namespace espalier::parsing
