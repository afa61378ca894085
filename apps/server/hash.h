// FNV-1a, the same everywhere: whether bytes are those of before.
#pragma once

#include <cstdint>
#include <string_view>

namespace espalier::server {

inline std::uint64_t hash_of(std::string_view bytes) noexcept {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

}  // namespace espalier::server
