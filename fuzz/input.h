// Numbers off the bytes that a fuzzer gives, for targets whose inputs are no files.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace espalier::fuzz {

/// What must be so, or the fuzzer has found something.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

/// Takes numbers off the input; zeros when it is used up.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return size_ == 0; }
  template <class Number>
  Number take() {
    Number number{};
    const std::size_t count = std::min(size_, sizeof number);
    if (count > 0) std::memcpy(&number, data_, count);
    data_ += count;
    size_ -= count;
    return number;
  }
  /// 0..bound-1, of one byte.
  std::int32_t below(std::int32_t bound) { return take<std::uint8_t>() % bound; }
  bool flag() { return below(2) == 1; }
  std::string_view rest() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

}  // namespace espalier::fuzz
