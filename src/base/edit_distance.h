// How far apart two words are, for messages that guess what was meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace espalier::base {

/// Damerau-Levenshtein distance in code points: the least number of insertions, deletions, replacements and exchanges
/// of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view one, std::string_view other);

/// The candidate that `word` was probably meant to be; empty when none is near. Case does not count. Near are at most a
/// third of the word's characters (at least one) wrong; failing that, the only candidate that starts with the word. Of
/// several as near, the first.
std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace espalier::base
