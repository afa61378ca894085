// JSON written straight into a text. Answers have ten fields a word: a tree of values first would cost more than
// parsing the sentence.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace espalier::server {

/// What stands for a byte in a string: one or two bytes; of size 6, \u and a number.
struct QuotedByte {
  std::array<char, 2> text;
  unsigned char size;
};
inline constexpr std::array<QuotedByte, 256> kQuoted = [] {
  std::array<QuotedByte, 256> quoted{};
  for (std::size_t c = 0; c < quoted.size(); ++c) {
    quoted[c] = c < 0x20 ? QuotedByte{{'\\', 'u'}, 6} : QuotedByte{{static_cast<char>(c), 0}, 1};
  }
  quoted['\n'] = {{'\\', 'n'}, 2};
  quoted['\t'] = {{'\\', 't'}, 2};
  quoted['"'] = {{'\\', '"'}, 2};
  quoted['\\'] = {{'\\', '\\'}, 2};
  return quoted;
}();

/// A string with its quotes. REQUIRES UTF-8, which all texts of sentences are.
inline void append_quoted(std::string& out, std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  // Every fourth byte of CoNLL-U is a tab, so parts between escapes are too short to be worth copying as such: byte by
  // byte into room for the worst, a piece at a time, two bytes always and as many kept as count.
  static constexpr std::size_t kPiece = 1024;
  std::array<char, 6 * kPiece + 2> room;
  out += '"';
  while (!text.empty()) {
    char* to = room.data();
    for (const char byte : text.substr(0, kPiece)) {
      const auto c = static_cast<unsigned char>(byte);
      const QuotedByte& quoted = kQuoted[c];
      std::memcpy(to, quoted.text.data(), 2);
      if (quoted.size == 6) {
        const std::array<char, 4> number = {'0', '0', kDigits[c >> 4U], kDigits[c & 15U]};
        std::memcpy(to + 2, number.data(), number.size());
      }
      to += quoted.size;
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
