#include "treebank/surface_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/unicode.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kLetters = "stnrp\\";
constexpr std::string_view kMeanings = " \t\n\r|\\";
constexpr std::size_t kHexDigits = 4;

/// The character of `uXXXX`; 0 when it is none.
char32_t unicode_escape(std::string_view value) {
  if (value.size() <= kHexDigits || value.front() != 'u') return 0;
  std::uint32_t c = 0;
  const char* end = value.data() + 1 + kHexDigits;
  const auto [rest, fault] = std::from_chars(value.data() + 1, end, c, 16);
  return fault == std::errc{} && rest == end ? c : 0;
}

/// One space for each run of white space that breaks the line: sentences stay on one.
std::string without_line_breaks(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    bool breaks = false;
    while (at < text.size()) {
      std::size_t next = at;
      const char32_t c = base::decode(text, next);
      if (!base::is_space(c)) break;
      breaks = breaks || (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
      at = next;
    }
    breaks ? out += ' ' : out.append(text.substr(start, at - start));
    const std::size_t word = at;
    while (at < text.size()) {
      std::size_t next = at;
      if (base::is_space(base::decode(text, next))) break;
      at = next;
    }
    out.append(text.substr(word, at - word));
  }
  return out;
}

std::string spaces(std::string_view value) { return without_line_breaks(unescape_spaces(value)); }

}  // namespace

std::string unescape_spaces(std::string_view value) {
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string_view rest = value.substr(i + 1);
    const std::size_t letter = value[i] == '\\' && !rest.empty() ? kLetters.find(rest.front()) : kLetters.npos;
    if (letter != kLetters.npos) {
      out += kMeanings[letter];
      ++i;
    } else if (const char32_t c = value[i] == '\\' ? unicode_escape(rest) : 0) {
      base::append_utf8(out, c);
      i += 1 + kHexDigits;
    } else {
      out += value[i];
    }
  }
  return out;
}

void escape_spaces(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = base::decode(text, at);
    const std::size_t letter = c < 0x80 ? kMeanings.find(static_cast<char>(c)) : kMeanings.npos;
    if (letter != kMeanings.npos) {
      out += {'\\', kLetters[letter]};
    } else if (base::is_space(c)) {  // all of them are in the basic plane
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[c >> shift & 0xF];
    } else {
      out.append(text.substr(begin, at - begin));
    }
  }
}

std::size_t escaped_size(std::string_view space) noexcept {
  constexpr std::size_t kShort = 2;
  return space.size() == 1 && kMeanings.find(space.front()) != kMeanings.npos ? kShort : kShort + kHexDigits;
}

int line_breaks(std::string_view spaces) {
  int breaks = 0;
  char32_t before = 0;
  for (std::size_t at = 0; at < spaces.size();) {
    const char32_t c = base::decode(spaces, at);
    const bool breaks_line = (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028;
    if (breaks_line && (c != U'\n' || before != U'\r')) ++breaks;
    if (c == 0x2029) breaks += 2;
    before = c;
  }
  return breaks;
}

std::string_view trailing_space(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0) {
    std::size_t at = begin - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    std::size_t next = at;
    if (!base::is_space(base::decode(text, next))) break;
    begin = at;
  }
  return text.substr(begin);
}

std::string raw_token(const SurfaceToken& token) {
  const auto value = attribute(token.misc, "SpacesInToken");
  return value ? unescape_spaces(*value) : std::string(token.form);
}

std::optional<std::string> raw_space_after(std::string_view misc) {
  if (attribute(misc, "SpaceAfter") == "No") return std::string();
  if (const auto value = attribute(misc, "SpacesAfter")) return unescape_spaces(*value);
  return std::nullopt;
}

std::string raw_text(const Sentence& sentence, bool default_space) {
  std::string text;
  std::optional<std::string> between = std::string();
  for_each_token(sentence, [&](const SurfaceToken& token) {
    between ? text += *between : text.append(default_space ? 1 : 0, ' ');
    if (const auto before = attribute(token.misc, "SpacesBefore")) text += unescape_spaces(*before);
    text += raw_token(token);
    between = raw_space_after(token.misc);
  });
  return between ? text + *between : text;
}

std::string space_after(std::string_view misc, bool default_space) {
  if (attribute(misc, "SpaceAfter") == "No") return {};
  if (const auto value = attribute(misc, "SpacesAfter")) return spaces(*value);
  return default_space ? " " : "";
}

std::string sentence_text(const Sentence& sentence, bool default_space) {
  std::string text;
  std::string between;
  for_each_token(sentence, [&](const SurfaceToken& token) {
    text += between;
    if (token.misc.empty()) {  // most tokens
      text += token.form;
      between.assign(default_space ? 1 : 0, ' ');
      return;
    }
    if (const auto before = attribute(token.misc, "SpacesBefore")) text += spaces(*before);
    const auto form = attribute(token.misc, "SpacesInToken");
    form ? text += spaces(*form) : text += token.form;
    between = space_after(token.misc, default_space);
  });
  return text;
}

std::string_view last_misc(const Sentence& sentence) {
  if (sentence.empty()) return {};
  const auto& ranges = sentence.multiword_tokens();
  return !ranges.empty() && ranges.back().last >= sentence.size() ? sentence.text(ranges.back().misc)
                                                                  : sentence.misc(sentence.size());
}

bool starts_paragraph(const Sentence& sentence) {
  for (const Text comment : sentence.comments()) {
    std::string_view line = sentence.text(comment);
    line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
    for (const std::string_view key : {"newdoc", "newpar"}) {
      if (!line.starts_with(key)) continue;
      const std::string_view rest = line.substr(key.size());
      if (rest.empty() || rest.front() == ' ' || rest.front() == '=' || rest.front() == '\t') return true;
    }
  }
  return false;
}

}  // namespace espalier::treebank
