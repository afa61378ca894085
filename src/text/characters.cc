#include "text/characters.h"

#include <array>

#include "base/character_kind.h"
#include "base/hash.h"
#include "base/unicode.h"
#include "text/mix.h"
#include "treebank/surface_text.h"

namespace espalier::text {
namespace {

using base::CharacterKind;

/// Signs that are told from the rest of their category; 0: by category.
constexpr Class class_of_sign(char32_t c) noexcept {
  switch (c) {
    case U'.':
      return Class::kPeriod;
    case U',':
    case U';':
    case U':':
    case U'\u060C':  // Arabic comma
    case U'\u061B':  // Arabic semicolon
    case U'\u3001':  // ideographic comma
    case U'\uFF0C':
    case U'\uFF1A':
    case U'\uFF1B':
      return Class::kComma;
    case U'!':
    case U'?':
    case U'\u037E':  // Greek question mark
    case U'\u0589':  // Armenian full stop
    case U'\u061F':  // Arabic question mark
    case U'\u06D4':  // Urdu full stop
    case U'\u0964':  // danda
    case U'\u0965':
    case U'\u203C':
    case U'\u2047':
    case U'\u2048':
    case U'\u2049':
    case U'\u2026':  // ellipsis
    case U'\u3002':  // ideographic full stop
    case U'\uFF01':
    case U'\uFF0E':
    case U'\uFF1F':
      return Class::kStop;
    case U'\'':
    case U'`':
    case U'\u2018':
    case U'\u2019':
    case U'\u02BC':
      return Class::kApostrophe;
    default:
      return Class::kEdge;
  }
}

Class class_of_kind(CharacterKind kind) noexcept {
  switch (kind) {
    case CharacterKind::kSpace:
      return Class::kSpace;
    case CharacterKind::kLower:
      return Class::kLower;
    case CharacterKind::kUpper:
      return Class::kUpper;
    case CharacterKind::kLetter:
      return Class::kLetter;
    case CharacterKind::kUnspaced:
      return Class::kUnspaced;
    case CharacterKind::kDigit:
      return Class::kDigit;
    case CharacterKind::kOpen:
      return Class::kOpen;
    case CharacterKind::kClose:
      return Class::kClose;
    case CharacterKind::kDash:
      return Class::kDash;
    case CharacterKind::kPunctuation:
      return Class::kPunctuation;
    default:
      return Class::kOther;
  }
}

Class look_up(char32_t c) noexcept {
  const Class sign = class_of_sign(c);
  return sign != Class::kEdge ? sign : class_of_kind(base::kind_of(c));
}

constexpr Class ascii_class(unsigned c) noexcept {
  if ((c >= 9 && c <= 13) || c == ' ') return Class::kSpace;
  if (c >= 'a' && c <= 'z') return Class::kLower;
  if (c >= 'A' && c <= 'Z') return Class::kUpper;
  if (c >= '0' && c <= '9') return Class::kDigit;
  if (const Class sign = class_of_sign(c); sign != Class::kEdge) return sign;
  if (c == '-') return Class::kDash;
  if (c == '(' || c == '[' || c == '{') return Class::kOpen;
  if (c == ')' || c == ']' || c == '}') return Class::kClose;
  constexpr std::string_view kSigns = "\"#%&*/@\\_";
  return kSigns.find(static_cast<char>(c)) != std::string_view::npos ? Class::kPunctuation : Class::kOther;
}

constexpr auto kAscii = [] {
  std::array<Class, 128> table{};
  for (unsigned c = 0; c < 128; ++c) table[c] = ascii_class(c);
  return table;
}();

}  // namespace

void Characters::add(char32_t lower, Class kind, std::uint8_t flags, std::size_t begin) {
  lower_.push_back(lower);
  kinds_.push_back(kind);
  flags_.push_back(flags);
  begins_.push_back(static_cast<std::uint32_t>(begin));
}

void Characters::pad() {
  for (std::int32_t i = 0; i < kMargin; ++i) {
    lower_.push_back(U' ');
    kinds_.push_back(Class::kEdge);
    flags_.push_back(kBegins);
  }
}

// Adds the run of white space at `at` and returns its end.
std::size_t Characters::add_space(std::size_t at) {
  const std::size_t begin = at;
  while (at < text_.size()) {
    std::size_t next = at;
    const char32_t c = base::decode(text_, next);
    if (c < 128 ? kAscii[c] != Class::kSpace : !base::is_space(c)) break;
    at = next;
  }
  const bool is_plain = at == begin + 1 && text_[begin] == ' ';
  const int breaks = is_plain ? 0 : treebank::line_breaks(text_.substr(begin, at - begin));
  const bool is_edge = breaks > 1;
  add(U' ', is_edge ? Class::kEdge : Class::kSpace, static_cast<std::uint8_t>(breaks > 0 ? kBegins | kBreaks : kBegins),
      begin);
  return at;
}

void Characters::assign(std::string_view text) {
  text_ = text;
  lower_.clear();
  kinds_.clear();
  flags_.clear();
  begins_.clear();
  pad();
  base::ClusterScanner clusters;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const auto byte = static_cast<unsigned char>(text[at]);
    const char32_t c = byte < 128 ? char32_t{byte} : base::decode(text, at);
    if (byte < 128) ++at;
    const bool begins = clusters.begins(c);
    Class kind = byte < 128 ? kAscii[byte] : look_up(c);
    if (kind == Class::kSpace) {
      at = add_space(begin);
      clusters = {};
      continue;
    }
    // A mark looks like the letter that it is on.
    if (!begins && kinds_.back() > Class::kSpace) kind = kinds_.back();
    add(plain_lower(c), kind, begins || kinds_.back() <= Class::kSpace ? kBegins : std::uint8_t{0}, begin);
  }
  begins_.push_back(static_cast<std::uint32_t>(text.size()));
  pad();
}

std::uint64_t Characters::hash(std::int32_t begin, std::int32_t end) const noexcept {
  std::uint64_t hash = kMixer;
  for (std::int32_t at = begin; at < end; ++at) hash = mix(hash, lower(at));
  return finish(hash);
}

char32_t plain_lower(char32_t c) noexcept { return c == U'\u2019' || c == U'\u02BC' ? U'\'' : base::to_lower(c); }

std::uint64_t chunk_hash(std::string_view bytes) noexcept {
  const std::uint64_t hash = base::hash(bytes);
  return hash == 0 ? 1 : hash;
}

}  // namespace espalier::text
