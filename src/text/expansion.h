// How a token becomes the words of a multiword token: an edit of its form.
//
// Idea: the first word is the token without its last `strip` characters, with a literal put on; each further word is a
// stretch of the token, counted from its end, or a literal. So `don't` gives `do` + `n't` and `DON'T` gives `DO` +
// `N'T`; `no` gives (nothing kept) `em` + `o`, and what is learned from one verb with a clitic serves all. A literal of
// the first word takes the case of the token (`No` gives `Em` + `o`, `DU` gives `DE` + `le`).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model_file/bytes.h"
#include "text/characters.h"

namespace espalier::text {

/// A word after the first.
struct FurtherWord {
  std::uint32_t from = 0;   ///< characters before the token's end where the copy begins; 0: nothing is copied
  std::uint32_t count = 0;  ///< how many are copied
  std::u32string literal;   ///< what stands instead, when nothing is copied

  bool operator==(const FurtherWord&) const = default;
};

/// Tokens of more words after the first have no rule: no model shall make a book of a word.
inline constexpr std::size_t kMostFurther = 255;

struct ExpansionRule {
  std::u32string ending;  ///< lower-cased; tokens that do not end so have no such expansion
  std::uint32_t strip = 0;
  std::u32string literal;
  std::vector<FurtherWord> further;

  bool operator==(const ExpansionRule&) const = default;

  std::size_t words() const noexcept { return further.size() + 1; }
  bool fits(const Characters& text, std::int32_t begin, std::int32_t end) const noexcept;
  /// Appends the words of the token begin..end-1 to `out` and where each ends to `ends`. REQUIRES fits().
  void apply(const Characters& text, std::int32_t begin, std::int32_t end, std::string& out,
             std::vector<std::size_t>& ends) const;

  void pack(model_file::Packer& packer) const;
  /// Refuses a rule that could reach beyond a token it fits.
  static ExpansionRule unpack(model_file::Unpacker& unpacker);
};

/// The rule that makes the words of the token. REQUIRES two words or more.
ExpansionRule derive_rule(const Characters& text, std::int32_t begin, std::int32_t end,
                          std::span<const std::string_view> words);

}  // namespace espalier::text
