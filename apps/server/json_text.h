// JSON written straight into a text. Answers have ten fields a word: a tree of values first would cost more than
// parsing the sentence.
#pragma once

#include <string>
#include <string_view>

namespace espalier::server {

/// A string with its quotes. REQUIRES UTF-8, which all texts of sentences are.
inline void append_quoted(std::string& out, std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  out += '"';
  std::size_t plain = 0;  // where the part begins that is copied as it stands
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += "\\u00";
      out += kDigits[c >> 4U];
      out += kDigits[c & 15U];
    }
  }
  out.append(text, plain);
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
