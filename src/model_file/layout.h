// How a model file lies on the disk: what the writer and the reader agree on.
//
//   header (64 bytes) | table (128 bytes a section) | section | zeros to a multiple of 64 | section | …
//
// There is exactly one file for given sections: everything has one place, all that is not used is zero, and no time,
// path or machine is in it. A reader can therefore refuse whatever it does not expect.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace espalier::model_file {

/// As PNG's: no text begins so, and each of the ways in which a transfer "as text" changes bytes changes these (the
/// high bit, CRLF to LF, LF to CRLF, what comes after an end-of-file sign).
inline constexpr std::string_view kMagic(
    "\x8B"
    "ESP\r\n\x1A\n",
    8);
inline constexpr std::uint32_t kByteOrder = 0x01020304;
inline constexpr std::uint32_t kSwappedByteOrder = 0x04030201;
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::size_t kAlignment = 64;
inline constexpr std::size_t kLongestName = 96;

/// Magic, byte order, version and checksum keep their places in all versions to come, so that each of them can tell
/// damage from novelty.
struct Header {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t format_version;
  float one;  ///< 1.0: floating-point numbers look alike there and here
  std::uint32_t sections;
  std::uint64_t file_length;
  std::uint64_t table_offset;
  std::uint64_t reserved;  ///< zero
  std::uint64_t table_checksum;
  std::uint64_t checksum;  ///< of all bytes before it
};

struct Entry {
  std::uint64_t offset;  ///< from the start of the file; a multiple of 64
  std::uint64_t length;
  std::uint64_t checksum;
  std::uint32_t version;
  std::uint32_t name_length;
  std::array<char, kLongestName> name;  ///< then zeros
};

static_assert(sizeof(Header) == 64 && offsetof(Header, checksum) == 56);
static_assert(sizeof(Entry) == 128);
static_assert(std::is_trivially_copyable_v<Header> && std::is_trivially_copyable_v<Entry>);

constexpr std::uint64_t aligned(std::uint64_t offset) noexcept { return (offset + kAlignment - 1) & ~(kAlignment - 1); }

/// 1 to 96 visible ASCII characters: `parser/weights`.
constexpr bool is_section_name(std::string_view name) noexcept {
  if (name.empty() || name.size() > kLongestName) return false;
  for (const char c : name) {
    if (c <= ' ' || c > '~') return false;
  }
  return true;
}

/// The bytes of a header or of entries as they are written.
template <class T>
std::string_view raw_bytes(const T* values, std::size_t count) noexcept {
  return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

}  // namespace espalier::model_file
