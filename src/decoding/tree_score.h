// What a tree is worth: the sum of its parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "decoding/part_set.h"

namespace espalier::decoding {

/// The parts that end in one word: its arc and, by the order, those with the sibling and the grandparent.
struct WordParts {
  std::int32_t grandparent;  // read by order 3, when the head is a word
  std::int32_t head;
  std::int32_t sibling;  // the head itself: none
  std::int32_t word;
};

/// Their score; −infinity when an arc among them is not in the set. Constant time from the second order on.
double word_score(const PartSet& parts, const PartScores& scores, const WordParts& word);

/// The sum over all words; siblings are those of part_set.h whether arcs cross or not. −infinity when an arc is not in
/// the set. REQUIRES heads.size() = words + 1, heads within 0..words.
double tree_score(const PartSet& parts, const PartScores& scores, std::span<const std::int32_t> heads);

}  // namespace espalier::decoding
