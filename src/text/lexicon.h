// Words that are known, and what is known of them: nothing less than a number from 1, by their hash.
//
// Tags of 16 bits, since most questions are about stretches of text that are no words: whatever comes out is checked
// against the text, or is one feature of many.
#pragma once

#include "learning/frozen_map.h"
#include "model_file/section.h"

namespace espalier::text {

using Lexicon = learning::FrozenMap<std::uint16_t>;

/// In place; its numbers go from 1 to `most`. Refuses all else.
Lexicon read_lexicon(const model_file::Section& section, std::uint64_t most);

}  // namespace espalier::text
