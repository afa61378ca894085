// Checking, decoding and encoding UTF-8 (The Unicode Standard, table 3-7).
//
// The check is a shift-based automaton: the row of a byte is one 64-bit number that holds, for each state, the next
// state as a shift count; a step is one load (which does not wait for the state) and one shift, whatever the text. In
// the accepting state, blocks of 16 ASCII bytes are passed over at once. Invariant: at a block's start the state is
// that of the bytes since the last lead byte. Cost: about a cycle a byte, a sixteenth of that on ASCII.
#include <array>
#include <cstring>

#include "base/unicode.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace espalier::base {
namespace {

constexpr std::size_t kBlock = 16;

/// Six bits apart, for a state is the shift to its own field. kTail1..3: that many continuation bytes are still to
/// come.
enum State : std::uint64_t {
  kReject = 0,
  kAccept = 6,
  kTail1 = 12,
  kTail2 = 18,
  kTail3 = 24,
  kAfterE0 = 30,
  kAfterED = 36,
  kAfterF0 = 42,
  kAfterF4 = 48,
};

constexpr State after_lead(unsigned byte) {
  if (byte < 0x80) return kAccept;
  if (byte < 0xC2) return kReject;
  if (byte < 0xE0) return kTail1;
  if (byte == 0xE0) return kAfterE0;
  if (byte == 0xED) return kAfterED;
  if (byte < 0xF0) return kTail2;
  if (byte == 0xF0) return kAfterF0;
  if (byte < 0xF4) return kTail3;
  return byte == 0xF4 ? kAfterF4 : kReject;
}

constexpr std::uint64_t row_of(unsigned byte) {
  std::uint64_t row = std::uint64_t{after_lead(byte)} << kAccept;
  if ((byte & 0xC0) != 0x80) return row;
  row |= std::uint64_t{kAccept} << kTail1 | std::uint64_t{kTail1} << kTail2 | std::uint64_t{kTail2} << kTail3;
  if (byte >= 0xA0) row |= std::uint64_t{kTail1} << kAfterE0;  // lower ones are overlong
  if (byte < 0xA0) row |= std::uint64_t{kTail1} << kAfterED;   // higher ones are surrogates
  if (byte >= 0x90) row |= std::uint64_t{kTail2} << kAfterF0;  // lower ones are overlong
  if (byte < 0x90) row |= std::uint64_t{kTail2} << kAfterF4;   // higher ones are beyond U+10FFFF
  return row;
}

constexpr std::array<std::uint64_t, 256> make_rows() {
  std::array<std::uint64_t, 256> rows{};
  for (unsigned byte = 0; byte < 256; ++byte) rows[byte] = row_of(byte);
  return rows;
}

constexpr std::array<std::uint64_t, 256> kRows = make_rows();

/// Only the low six bits of a state count; the rest is left over from the row.
inline std::uint64_t step(std::uint64_t state, char byte) noexcept {
  return kRows[static_cast<unsigned char>(byte)] >> (state & 63);
}

inline bool is_ascii_block(const char* bytes) noexcept {
#if defined(__SSE2__)
  return _mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes))) == 0;
#else
  std::uint64_t words[2];
  std::memcpy(words, bytes, sizeof words);
  return ((words[0] | words[1]) & 0x8080808080808080) == 0;
#endif
}

/// Bytes of the well-formed sequence at `at`; 0 when there is none.
std::size_t sequence_length(std::string_view bytes, std::size_t at) noexcept {
  std::uint64_t state = kAccept;
  for (std::size_t length = 0; at + length < bytes.size();) {
    state = step(state, bytes[at + length++]) & 63;
    if (state == kReject) return 0;
    if (state == kAccept) return length;
  }
  return 0;
}

/// The exact place of the first malformed sequence, knowing that there is one and that it ends after `at`.
std::size_t locate(std::string_view bytes, std::size_t at) noexcept {
  // Back to the start of the character before, which may be the bad one; it is at most four bytes long.
  if (at > 0) --at;
  for (int back = 0; back < 3 && at > 0 && (static_cast<unsigned char>(bytes[at]) & 0xC0) == 0x80; ++back) --at;
  while (const std::size_t length = sequence_length(bytes, at)) at += length;
  return at;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view bytes) noexcept {
  std::uint64_t state = kAccept;
  std::size_t at = 0;
  for (; at + kBlock <= bytes.size(); at += kBlock) {
    if ((state & 63) == kAccept && is_ascii_block(bytes.data() + at)) continue;
    for (std::size_t i = 0; i < kBlock; ++i) state = step(state, bytes[at + i]);
    if ((state & 63) == kReject) return locate(bytes, at);
  }
  const std::size_t last = at;
  for (; at < bytes.size(); ++at) state = step(state, bytes[at]);
  if ((state & 63) == kAccept) return kValid;
  return locate(bytes, last);
}

char32_t decode(std::string_view bytes, std::size_t& at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[at + i])); };
  if (byte(0) < 0x80) return static_cast<char32_t>(bytes[at++]);
  const std::size_t length = sequence_length(bytes, at);
  char32_t c = 0xFFFD;
  if (length == 2) c = (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  if (length == 3) c = (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  if (length == 4) c = (byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
  at += length == 0 ? 1 : length;
  return c;
}

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += {static_cast<char>(0xC0 | (c >> 6)), tail(0)};
  } else if (c < 0x10000) {
    out += {static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0)};
  } else {
    out += {static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
  }
}

std::size_t count_code_points(std::string_view bytes) noexcept {
  std::size_t count = 0;
  for (const char byte : bytes) count += static_cast<signed char>(byte) >= -0x40;  // all but continuation bytes
  return count;
}

}  // namespace espalier::base
