// A copy of bytes at a place that tables can be read from, as in a model file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace espalier::text {

class AlignedCopy {
 public:
  explicit AlignedCopy(std::string_view bytes) : blocks_(bytes.size() / sizeof(Block) + 1), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(blocks_.data()));
  }
  std::span<const std::byte> bytes() const noexcept {
    return {reinterpret_cast<const std::byte*>(blocks_.data()), size_};
  }

 private:
  struct alignas(64) Block {
    char bytes[64];
  };
  std::vector<Block> blocks_;
  std::size_t size_;
};

}  // namespace espalier::text
