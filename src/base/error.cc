#include "espalier/error.h"

#include "base/edit_distance.h"

namespace espalier {

std::string to_prefix(const Place& place) {
  if (place.file.empty() && place.line == 0) return {};
  std::string prefix = place.file.empty() ? "line" : place.file;
  if (place.line != 0) {
    prefix += place.file.empty() ? ' ' : ':';
    prefix += std::to_string(place.line);
  }
  if (place.column != 0) {
    prefix += ':';
    prefix += std::to_string(place.column);
  }
  return prefix + ": ";
}

int exit_code(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kInput:
      return 2;
    case ErrorKind::kSystem:
      return 3;
    case ErrorKind::kInterrupted:
      return 130;
  }
  return 3;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string_view near = base::nearest(word, candidates);
  return near.empty() ? std::string() : " (did you mean '" + std::string(near) + "'?)";
}

}  // namespace espalier
