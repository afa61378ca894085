// The text of a sentence, put together from its tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "espalier/sentence.h"

namespace espalier::treebank {

/// A multiword token, or a word outside of one.
struct SurfaceToken {
  std::string_view form;
  std::string_view misc;
  std::int32_t first = 0;  ///< its words
  std::int32_t last = 0;
};

/// Calls `visit(token)` for the surface tokens in order.
template <class Visit>
void for_each_token(const Sentence& sentence, Visit visit) {
  std::int32_t covered = 0;
  auto range = sentence.multiword_tokens().begin();
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (range != sentence.multiword_tokens().end() && range->first == word) {
      visit(SurfaceToken{sentence.text(range->form), sentence.text(range->misc), range->first, range->last});
      covered = range->last;
      ++range;
    }
    if (word > covered) visit(SurfaceToken{sentence.form(word), sentence.misc(word), word, word});
  }
}

/// Undoes the escapes of SpacesAfter and its kin: \s \t \n \r \p (a bar), \\ and \uXXXX.
std::string unescape_spaces(std::string_view value);
/// Appends the text with its white space, bars and backslashes so escaped.
void escape_spaces(std::string_view text, std::string& out);
/// Bytes that a character of white space has when it is escaped.
std::size_t escaped_size(std::string_view space) noexcept;

/// How many lines white space ends: CR LF is one, the paragraph separator counts as two. Two or more: a paragraph ends.
int line_breaks(std::string_view spaces);

/// The white space at the end of a text.
std::string_view trailing_space(std::string_view text);

/// The token as it stood in the text: `SpacesInToken`, else the form.
std::string raw_token(const SurfaceToken& token);
/// What stood after it: nothing for `SpaceAfter=No`, the value of `SpacesAfter`, else nothing known.
std::optional<std::string> raw_space_after(std::string_view misc);
/// As sentence_text(), but line breaks stay, and what stands after the last token, where it is known, is there.
std::string raw_text(const Sentence& sentence, bool default_space = true);

/// What is between a token and the next, by its MISC: nothing for `SpaceAfter=No`, the value of `SpacesAfter`, else a
/// space if `default_space`. Runs of white space with a line break in them become one space.
std::string space_after(std::string_view misc, bool default_space);

/// The surface text: multiword tokens in place of their words, `SpacesInToken` in place of forms, white space as MISC
/// says, none at the end. With all columns in place it equals the sentence's `# text`.
std::string sentence_text(const Sentence& sentence, bool default_space = true);

/// The MISC of the last surface token; empty for a sentence without words.
std::string_view last_misc(const Sentence& sentence);

/// The sentence opens a document or a paragraph: it has a comment `# newdoc …` or `# newpar …`.
bool starts_paragraph(const Sentence& sentence);

}  // namespace espalier::treebank
