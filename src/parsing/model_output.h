// What every kind of parser writes into sentences and tells of itself, in one way.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espalier/parser.h"
#include "espalier/sentence.h"
#include "features/template.h"

namespace espalier::parsing {

/// Sets `key=value` in MISC of a word, after its other items.
void set_misc(Sentence& sentence, std::int32_t node, std::string_view key, std::string_view value,
              std::string& scratch);

/// Sets MISC `Conf=` of every word to that of its arc, by node.
void write_confidence(Sentence& sentence, std::span<const float> confidence);

/// Moves arcs that the labels say were lifted back to where they belong, and takes the marks off the labels; only the
/// latter unless arcs may cross.
void undo_lifting(Sentence& sentence, bool crossing);
void undo_lifting(DependencyTree& tree, bool crossing);

/// Adds a tree to the best ones, its labels by number, unless it is one of them. `unlifts`: as undo_lifting() does.
void add_best(std::vector<ParsedTree>& best, double score, std::span<const std::int32_t> heads,
              std::span<const std::int32_t> labels, const std::vector<std::string>& names, bool unlifts, bool crossing);

/// How many templates each section has, those without any left out.
std::vector<std::pair<std::string, std::size_t>> template_counts(const std::vector<features::Section>& sections);

}  // namespace espalier::parsing
