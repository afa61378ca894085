// JSON written straight into a text. Answers have ten fields a word: a tree of values first would cost more than
// parsing the sentence.
#pragma once

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
  out += '"';
  const char* plain = text.data();  // where the part begins that is copied as it stands
  const char* const end = plain + text.size();
  for (const char* at = plain; at != end; ++at) {
    const auto c = static_cast<unsigned char>(*at);
    const char escape = kEscapes[c];
    if (escape == 0) continue;
    out.append(plain, at);
    plain = at + 1;
    const char pair[] = {'\\', escape};
    out.append(pair, 2);
    if (escape == 'u') {
      const char number[] = {'0', '0', kDigits[c >> 4U], kDigits[c & 15U]};
      out.append(number, 4);
    }
  }
  out.append(plain, end);
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
