// Bytes where a mapped file would put them: aligned to a cache line.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::tests {

class AlignedBytes {
 public:
  explicit AlignedBytes(std::string_view bytes) : size_(bytes.size()), lines_(bytes.size() / sizeof(Line) + 1) {
    std::memcpy(lines_.data(), bytes.data(), size_);
  }
  std::span<const std::byte> span() const {
    return std::span(reinterpret_cast<const std::byte*>(lines_.data()), size_);
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::size_t size_;
  std::vector<Line> lines_;
};

/// `bytes` with a number written over them.
template <class Number>
std::string with_number(std::string bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
  return bytes;
}

}  // namespace espalier::tests
