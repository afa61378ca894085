#include "base/character_kind.h"

#include <unicode/uchar.h>

namespace espalier::base {
namespace {

CharacterKind letter_kind(UChar32 c) noexcept {
  switch (u_getIntPropertyValue(c, UCHAR_LINE_BREAK)) {
    case U_LB_IDEOGRAPHIC:
    case U_LB_COMPLEX_CONTEXT:
    case U_LB_CONDITIONAL_JAPANESE_STARTER:
      return CharacterKind::kUnspaced;
    default:
      return CharacterKind::kLetter;
  }
}

CharacterKind look_up(UChar32 c) noexcept {
  if (u_isUWhiteSpace(c) != 0) return CharacterKind::kSpace;
  switch (u_charType(c)) {
    case U_LOWERCASE_LETTER:
      return CharacterKind::kLower;
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER:
      return CharacterKind::kUpper;
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
      return letter_kind(c);
    case U_DECIMAL_DIGIT_NUMBER:
    case U_LETTER_NUMBER:
    case U_OTHER_NUMBER:
      return CharacterKind::kDigit;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_FORMAT_CHAR:
      return CharacterKind::kMark;
    case U_START_PUNCTUATION:
    case U_INITIAL_PUNCTUATION:
      return CharacterKind::kOpen;
    case U_END_PUNCTUATION:
    case U_FINAL_PUNCTUATION:
      return CharacterKind::kClose;
    case U_DASH_PUNCTUATION:
      return CharacterKind::kDash;
    case U_CONNECTOR_PUNCTUATION:
    case U_OTHER_PUNCTUATION:
      return CharacterKind::kPunctuation;
    case U_MATH_SYMBOL:
    case U_CURRENCY_SYMBOL:
    case U_MODIFIER_SYMBOL:
    case U_OTHER_SYMBOL:
      return CharacterKind::kSymbol;
    default:
      return CharacterKind::kOther;
  }
}

constexpr int kNoBreak = 0;  // the value of most characters

bool is_hangul_pair(int before, int after) noexcept {
  switch (before) {
    case U_GCB_L:
      return after == U_GCB_L || after == U_GCB_V || after == U_GCB_LV || after == U_GCB_LVT;
    case U_GCB_LV:
    case U_GCB_V:
      return after == U_GCB_V || after == U_GCB_T;
    case U_GCB_LVT:
    case U_GCB_T:
      return after == U_GCB_T;
    default:
      return false;
  }
}

}  // namespace

CharacterKind kind_of(char32_t c) noexcept { return look_up(static_cast<UChar32>(c)); }

bool ClusterScanner::begins(char32_t c) noexcept {
  const auto point = static_cast<UChar32>(c);
  const bool is_plain = c >= 0x20 && c < 0x7F;
  const int kind = is_plain ? kNoBreak : u_getIntPropertyValue(point, UCHAR_GRAPHEME_CLUSTER_BREAK);
  const int before = last_;
  last_ = kind;
  const bool was_odd = odd_;
  odd_ = kind == U_GCB_REGIONAL_INDICATOR && !odd_;
  if (before < 0 || before == U_GCB_CONTROL || before == U_GCB_CR || before == U_GCB_LF) return true;
  if (before == U_GCB_PREPEND && kind != U_GCB_CONTROL) return false;
  if (kind == kNoBreak) {
    return before != U_GCB_ZWJ || is_plain || u_hasBinaryProperty(point, UCHAR_EXTENDED_PICTOGRAPHIC) == 0;
  }
  if (kind == U_GCB_EXTEND || kind == U_GCB_ZWJ || kind == U_GCB_SPACING_MARK) return false;
  if (kind == U_GCB_REGIONAL_INDICATOR) return !was_odd;
  return !is_hangul_pair(before, kind);
}

}  // namespace espalier::base
