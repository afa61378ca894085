// The text of a sentence, put together from its tokens.
#pragma once

#include <string>
#include <string_view>

#include "espalier/sentence.h"

namespace espalier::treebank {

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
