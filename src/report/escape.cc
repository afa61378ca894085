#include "report/escape.h"

#include "base/unicode.h"

namespace espalier::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

bool is_forbidden_in_xml(char32_t c) {
  // HTML also dislikes the C1 range, and nothing printable lies there.
  if (c == '\t' || c == '\n' || c == '\r') return false;
  return is_control(c) || c == 0xFFFE || c == 0xFFFF;
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t start = at;
    const char32_t c = base::decode(text, at);
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case 0xFFFD:
        out += kReplacement;
        break;  // a real one, or a malformed byte
      default:
        if (is_forbidden_in_xml(c)) {
          out += kReplacement;
        } else {
          out += text.substr(start, at - start);
        }
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  append_escaped(out, text);
  return out;
}

void append_printable(std::string& out, std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t start = at;
    const char32_t c = base::decode(text, at);
    if (is_control(c) || c == 0xFFFD) {
      out += kReplacement;
    } else {
      out += text.substr(start, at - start);
    }
  }
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_printable(out, text);
  return out;
}

}  // namespace espalier::report
