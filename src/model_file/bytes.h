// Numbers, strings and arrays in the bytes of a section.
//
// Numbers are as the machine holds them: the header of the file vouches for byte order and floating point. Arrays begin
// at multiples of 64 from the start of the section, which lies at one itself, so that they are used in place.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "model_file/layout.h"
#include "model_file/section.h"

namespace espalier::model_file {

/// To be made true for a struct that holds floating-point numbers, about which the compiler cannot tell: it has no
/// padding, and any bytes are a value of it.
template <class T>
inline constexpr bool kIsPlain = false;

/// What can be written as it lies in memory: no padding, whose bytes would be anybody's guess, and no pointers. A bool
/// may hold only two of its 256 bytes; use std::uint8_t.
template <class T>
concept Plain =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::same_as<T, bool> &&
    (std::has_unique_object_representations_v<T> || std::same_as<T, float> || std::same_as<T, double> || kIsPlain<T>);

class Packer {
 public:
  template <Plain T>
  void value(T value) {
    bytes_ += raw_bytes(&value, 1);
  }
  void string(std::string_view text) {
    value(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  /// The elements only: how many there are the reader must know, or be told by a value().
  template <Plain T>
  void array(std::span<const T> values) {
    bytes_.resize(aligned(bytes_.size()), '\0');
    bytes_ += raw_bytes(values.data(), values.size());
  }
  /// All that was packed; the packer is empty then.
  std::string take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

/// Reads what a Packer wrote, in the same order. Anything else ends with fail_damaged(): no read goes beyond the
/// section. What it returns points into the section.
class Unpacker {
 public:
  explicit Unpacker(Section section) : section_(section) {}

  template <Plain T>
  T value() {
    T value;
    std::memcpy(&value, take(sizeof(T)), sizeof(T));
    return value;
  }
  std::string_view string() {
    const auto size = value<std::uint64_t>();
    return {reinterpret_cast<const char*>(take(size)), size};
  }
  template <Plain T>
  std::span<const T> array(std::uint64_t count) {
    const std::size_t size = section_.bytes.size();
    const std::uint64_t start = aligned(at_);
    if (start > size || count > (size - start) / sizeof(T)) fail_short(count);
    at_ = start;
    const std::byte* first = take(count * sizeof(T));
    if (reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) fail("an array is not aligned in memory");
    return {reinterpret_cast<const T*>(first), count};
  }
  /// Demands that nothing is left.
  void finish() const {
    const std::size_t size = section_.bytes.size();
    if (at_ != size) fail(fmt::format("it should end after {} of its {} bytes", at_, size));
  }
  /// For readers that find a value they cannot use.
  [[noreturn]] void fail(const std::string& reason) const { fail_damaged(section_, reason); }

 private:
  const std::byte* take(std::uint64_t count) {
    if (count > section_.bytes.size() - at_) fail_short(count);
    return section_.bytes.data() + std::exchange(at_, at_ + count);
  }
  [[noreturn]] void fail_short(std::uint64_t wanted) const {
    fail(fmt::format("it ends where {} more were expected", wanted));
  }

  Section section_;
  std::size_t at_ = 0;
};

}  // namespace espalier::model_file
