// What kind of character a code point is, and where characters as people see them (grapheme clusters) begin.
#pragma once

#include <cstdint>

namespace espalier::base {

enum class CharacterKind : std::uint8_t {
  kSpace,        ///< White_Space
  kLower,        ///< a small letter
  kUpper,        ///< a capital or title-case letter
  kLetter,       ///< a letter without case, of a script that sets words apart
  kUnspaced,     ///< a letter of a script that does not: Han, Kana, Thai, Khmer, …
  kDigit,        ///< any number
  kMark,         ///< combining, and joiners
  kOpen,         ///< opening brackets and quotes
  kClose,        ///< closing brackets and quotes
  kDash,         ///< hyphens and dashes
  kPunctuation,  ///< any other
  kSymbol,       ///< signs, currencies, emoji
  kOther,        ///< controls, unassigned
};

CharacterKind kind_of(char32_t c) noexcept;

/// Goes through a text and says of each character whether a grapheme cluster begins with it (UAX 29; of its rule about
/// pictures only that nothing is cut after a joiner).
class ClusterScanner {
 public:
  bool begins(char32_t c) noexcept;

 private:
  int last_ = -1;     // Grapheme_Cluster_Break of the character before; -1: none
  bool odd_ = false;  // an odd number of regional indicators stands before
};

}  // namespace espalier::base
