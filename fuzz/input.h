// The bytes that a fuzzer gives: as numbers, for targets whose inputs are no files, and as files that come bit by bit.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "espalier/error.h"

namespace espalier::fuzz {

/// What must be so, or the fuzzer has found something.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

/// Of a file in memory, for what reads files by name.
inline std::string scratch_path(const char* name) {
  return "/dev/shm/espalier-fuzz-" + std::to_string(getpid()) + "-" + name;
}

/// Bytes that are read as a compressed file: what comes of them then is another matter.
inline bool seems_compressed(std::string_view bytes) {
  const auto source = base::decompressing(base::memory_source(bytes), "fuzz");
  std::string first(std::min<std::size_t>(bytes.size(), 8), '\0');
  try {
    return source->read(first.data(), first.size()) < first.size() || !bytes.starts_with(first);
  } catch (const Error&) {
    return true;
  }
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

/// Gives a few bytes at a time, and counts how often it was asked.
class Trickle final : public base::ByteSource {
 public:
  explicit Trickle(std::string_view bytes, std::size_t step = 7) : bytes_(bytes), step_(step) {}
  std::size_t read(char* out, std::size_t size) override {
    ++reads_;
    const std::size_t got = bytes_.copy(out, std::min(size, step_));
    bytes_.remove_prefix(got);
    return got;
  }
  std::size_t reads() const { return reads_; }

 private:
  std::string_view bytes_;
  std::size_t step_;
  std::size_t reads_ = 0;
};

}  // namespace espalier::fuzz
