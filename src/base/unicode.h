// UTF-8 and the Unicode properties that the rest of the house asks for (ICU underneath). No locale, no globals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace espalier::base {

/// In front of some files; it says nothing.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

inline constexpr std::size_t kValid = static_cast<std::size_t>(-1);

/// Position of the first byte that is not well-formed UTF-8 (overlong forms, surrogates, > U+10FFFF included), or
/// kValid. NUL bytes are well-formed. Fast on ASCII (16 bytes a step).
std::size_t find_invalid_utf8(std::string_view bytes) noexcept;

/// Decodes the code point at `at` and moves past it. On malformed input yields U+FFFD and moves one byte.
char32_t decode(std::string_view bytes, std::size_t& at) noexcept;
void append_utf8(std::string& out, char32_t c);
/// Code points in well-formed UTF-8.
std::size_t count_code_points(std::string_view bytes) noexcept;

/// Every character has general category P (CoNLL-X's punctuation); false for an empty string.
bool is_all_punctuation(std::string_view word) noexcept;
bool is_space(char32_t c) noexcept;  ///< White_Space property
bool is_nfc(std::string_view text);
std::string to_nfc(std::string_view text);
std::string to_lower(std::string_view text);
/// The simple mapping, one character to one.
char32_t to_lower(char32_t c) noexcept;
char32_t to_upper(char32_t c) noexcept;
/// The class of a character in the shape of a word: X capital, x small, 9 digit, o other letter, or the character
/// itself.
char32_t shape_class(char32_t c) noexcept;
/// Columns that a text takes in a terminal: 2 for wide and emoji, 0 for combining and format characters.
int display_width(std::string_view text) noexcept;
/// The first strong direction of the text is right-to-left.
bool is_right_to_left(std::string_view text) noexcept;

}  // namespace espalier::base
