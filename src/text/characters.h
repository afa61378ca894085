// A block of text as a row of characters with their classes: what all steps of segmentation look at.
//
// Idea: a run of white space is one entry, whatever it is made of, so that a line break, a tab or a no-break space in
// running text is a space to all features; a run with a blank line in it is an edge: the end of a paragraph, beyond
// which nothing is looked at. Letters are lower-cased, their case is in the class. A mark has the class of what it
// stands on. There are kMargin edges before the first and after the last entry, so that windows need no bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace espalier::text {

enum class Class : std::uint8_t {
  kEdge,
  kSpace,
  kLower,
  kUpper,
  kLetter,
  kUnspaced,
  kDigit,
  kPeriod,
  kComma,  ///< and colons
  kStop,   ///< what ends a sentence in any script, but for the period
  kApostrophe,
  kDash,
  kOpen,
  kClose,
  kPunctuation,
  kOther,
};
inline constexpr std::size_t kClasses = 16;

/// Entries are numbered from 0; -kMargin .. size() + kMargin - 1 can be asked for.
class Characters {
 public:
  static constexpr std::int32_t kMargin = 8;

  /// REQUIRES well-formed UTF-8 of less than 2 GB. The text must outlive what is asked of it.
  void assign(std::string_view text);

  std::int32_t size() const noexcept { return static_cast<std::int32_t>(begins_.size()) - 1; }
  /// By plain_lower(); U' ' for white space and edges.
  char32_t lower(std::int32_t at) const noexcept { return lower_[index(at)]; }
  Class kind(std::int32_t at) const noexcept { return kinds_[index(at)]; }
  /// As kind(), but an edge is a space: for those who look at words, not at paragraphs.
  Class kind_in_line(std::int32_t at) const noexcept { return std::max(kind(at), Class::kSpace); }
  bool is_blank(std::int32_t at) const noexcept { return kind(at) <= Class::kSpace; }
  /// A token may begin here: no grapheme cluster would be cut.
  bool begins_cluster(std::int32_t at) const noexcept { return (flags_[index(at)] & kBegins) != 0; }
  /// White space that ends a line.
  bool breaks_line(std::int32_t at) const noexcept { return (flags_[index(at)] & kBreaks) != 0; }

  std::string_view text() const noexcept { return text_; }
  /// Where an entry begins in the text, in bytes; at size(): its end.
  std::uint32_t byte(std::int32_t at) const noexcept { return begins_[static_cast<std::size_t>(at)]; }
  std::string_view bytes(std::int32_t begin, std::int32_t end) const noexcept {
    return text_.substr(byte(begin), byte(end) - byte(begin));
  }

  /// The hash of the lower-cased characters begin..end-1.
  std::uint64_t hash(std::int32_t begin, std::int32_t end) const noexcept;

 private:
  static constexpr std::uint8_t kBegins = 1;
  static constexpr std::uint8_t kBreaks = 2;
  static std::size_t index(std::int32_t at) noexcept { return static_cast<std::size_t>(std::ptrdiff_t{at} + kMargin); }
  void add(char32_t lower, Class kind, std::uint8_t flags, std::size_t begin);
  std::size_t add_space(std::size_t at);
  void pad();

  std::string_view text_;
  std::vector<char32_t> lower_;
  std::vector<Class> kinds_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint32_t> begins_;
};

/// Lower-cased, and the typographic apostrophe as the typewriter's: what is learned of one serves for the other.
char32_t plain_lower(char32_t c) noexcept;

/// Capital letters of the bytes are told apart, unlike by Characters::hash().
std::uint64_t chunk_hash(std::string_view bytes) noexcept;

}  // namespace espalier::text
