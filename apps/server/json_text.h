// JSON written straight into a text. Answers have ten fields a word: a tree of values first would cost more than
// parsing the sentence.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace espalier::server {

/// What stands for a byte in a string: 0, itself; else the letter behind a backslash, `u` for a number.
inline constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> escapes{};
  for (std::size_t c = 0; c < 0x20; ++c) escapes[c] = 'u';
  escapes['\n'] = 'n';
  escapes['\t'] = 't';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}();

/// A string with its quotes. REQUIRES UTF-8, which all texts of sentences are.
inline void append_quoted(std::string& out, std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  // Every fourth byte of CoNLL-U is a tab, so parts between escapes are too short to be worth copying as such: byte by
  // byte into room for the worst, a piece at a time.
  static constexpr std::size_t kPiece = 1024;
  std::array<char, 6 * kPiece> room;
  out += '"';
  while (!text.empty()) {
    char* to = room.data();
    for (const char byte : text.substr(0, kPiece)) {
      const auto c = static_cast<unsigned char>(byte);
      const char escape = kEscapes[c];
      if (escape == 0) {
        *to++ = byte;
        continue;
      }
      *to++ = '\\';
      *to++ = escape;
      if (escape == 'u') {
        for (const char digit : {'0', '0', kDigits[c >> 4U], kDigits[c & 15U]}) *to++ = digit;
      }
    }
    out.append(room.data(), to);
    text.remove_prefix(std::min(text.size(), kPiece));
  }
  out += '"';
}

/// `,"name":`, without the comma after an opening brace.
inline void append_key(std::string& out, std::string_view name) {
  if (!out.empty() && out.back() != '{') out += ',';
  append_quoted(out, name);
  out += ':';
}

inline void append_field(std::string& out, std::string_view name, std::string_view text) {
  append_key(out, name);
  append_quoted(out, text);
}

}  // namespace espalier::server
