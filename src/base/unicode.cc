// Unicode properties, through ICU. UTF-8 itself is in utf8.cc.
#include "base/unicode.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <new>

#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr UChar32 kJoiner = 0x200D;     // ZERO WIDTH JOINER
constexpr UChar32 kEmojiForm = 0xFE0F;  // VARIATION SELECTOR-16

bool is_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

void demand(UErrorCode status, const char* what) {
  if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  if (U_FAILURE(status)) throw Error(ErrorKind::kSystem, std::string(what) + " failed in ICU: " + u_errorName(status));
}

/// ICU counts in 32 bits.
icu::StringPiece piece_of(std::string_view text) {
  if (text.size() > 0x7FFFFFFF) throw Error(ErrorKind::kInput, "a text of more than 2 GB cannot be normalised");
  return icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size()));
}

const icu::Normalizer2& nfc() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFCInstance(status);
  demand(status, "loading the normalisation data");
  return *normalizer;
}

bool is_zero_width(UChar32 c) noexcept {
  if (c == 0xAD) return false;                  // the soft hyphen: terminals give it a column
  if (c >= 0x1160 && c <= 0x11FF) return true;  // vowels and finals of Hangul syllables, drawn into the initial
  if ((U_GET_GC_MASK(c) & (U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CC_MASK)) != 0) return true;
  return u_charType(c) == U_FORMAT_CHAR && !u_hasBinaryProperty(c, UCHAR_PREPENDED_CONCATENATION_MARK);
}

int width_alone(UChar32 c) noexcept {
  if (is_zero_width(c)) return 0;
  const int east_asian = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return east_asian == U_EA_WIDE || east_asian == U_EA_FULLWIDTH ? 2 : 1;
}

/// `c` is drawn into the emoji that starts with `base`: a skin tone, or a further picture after a joiner.
bool is_part_of_emoji(UChar32 c, UChar32 base, bool after_joiner) noexcept {
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER)) return u_hasBinaryProperty(base, UCHAR_EMOJI_MODIFIER_BASE) != 0;
  return after_joiner && u_hasBinaryProperty(base, UCHAR_EXTENDED_PICTOGRAPHIC) &&
         u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC);
}

}  // namespace

bool is_all_punctuation(std::string_view word) noexcept {
  for (std::size_t at = 0; at < word.size();) {
    if ((U_GET_GC_MASK(static_cast<UChar32>(decode(word, at))) & U_GC_P_MASK) == 0) return false;
  }
  return !word.empty();
}

bool is_space(char32_t c) noexcept { return u_isUWhiteSpace(static_cast<UChar32>(c)) != 0; }

bool is_nfc(std::string_view text) {
  if (is_ascii(text)) return true;
  UErrorCode status = U_ZERO_ERROR;
  const bool answer = nfc().isNormalizedUTF8(piece_of(text), status) != 0;
  demand(status, "normalisation");
  return answer;
}

std::string to_nfc(std::string_view text) {
  std::string out;
  if (is_ascii(text)) return out.assign(text);
  UErrorCode status = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&out, static_cast<std::int32_t>(piece_of(text).length()));
  nfc().normalizeUTF8(0, piece_of(text), sink, nullptr, status);
  demand(status, "normalisation");
  return out;
}

char32_t to_lower(char32_t c) noexcept {
  if (c < 0x80) return c >= U'A' && c <= U'Z' ? c + 32 : c;
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

char32_t to_upper(char32_t c) noexcept {
  if (c < 0x80) return c >= U'a' && c <= U'z' ? c - 32 : c;
  return static_cast<char32_t>(u_toupper(static_cast<UChar32>(c)));
}

char32_t shape_class(char32_t c) noexcept {
  if (c < 0x80) {
    if (c >= U'a' && c <= U'z') return U'x';
    if (c >= U'A' && c <= U'Z') return U'X';
    return c >= U'0' && c <= U'9' ? U'9' : c;
  }
  const auto point = static_cast<UChar32>(c);
  if (u_isupper(point) != 0) return U'X';
  if (u_islower(point) != 0) return U'x';
  if (u_isdigit(point) != 0) return U'9';
  return u_isalpha(point) != 0 ? U'o' : c;
}

std::string to_lower(std::string_view text) {
  std::string out;
  if (is_ascii(text)) {
    out.assign(text);
    for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    return out;
  }
  UErrorCode status = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&out, static_cast<std::int32_t>(piece_of(text).length()));
  icu::CaseMap::utf8ToLower("", 0, piece_of(text), sink, nullptr, status);  // "": the root locale, not the user's
  demand(status, "lower-casing");
  return out;
}

int display_width(std::string_view text) noexcept {
  int total = 0;
  UChar32 base = 0;  // the character that what follows it may change
  int base_width = 0;
  bool after_joiner = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<UChar32>(decode(text, at));
    if (c >= 0x20 && c < 0x7F) {
      base = c;
      total += base_width = 1;
    } else if (c == kEmojiForm && base_width == 1 && u_hasBinaryProperty(base, UCHAR_EMOJI)) {
      total += base_width++;
    } else if (const int width = width_alone(c); width != 0 && !is_part_of_emoji(c, base, after_joiner)) {
      base = c;
      total += base_width = width;
    }
    after_joiner = c == kJoiner;
  }
  return total;
}

bool is_right_to_left(std::string_view text) noexcept {
  int isolates = 0;  // their content does not decide (rule P2 of the bidirectional algorithm)
  for (std::size_t at = 0; at < text.size();) {
    const UCharDirection direction = u_charDirection(static_cast<UChar32>(decode(text, at)));
    if (direction == U_FIRST_STRONG_ISOLATE || direction == U_LEFT_TO_RIGHT_ISOLATE ||
        direction == U_RIGHT_TO_LEFT_ISOLATE) {
      ++isolates;
    } else if (direction == U_POP_DIRECTIONAL_ISOLATE) {
      isolates = std::max(0, isolates - 1);
    } else if (isolates == 0) {
      if (direction == U_LEFT_TO_RIGHT) return false;
      if (direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC) return true;
    }
  }
  return false;
}

}  // namespace espalier::base
