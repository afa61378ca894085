// Constituents as a set of brackets: spans of words, each with the labels of all constituents over just these words.
//
// Idea: constituents over the same words are a chain, and written as one label (`S+VP`, as markovise.h joins them), so
// that a span is bracketed once or not at all, and two trees over the same words differ span by span.
// Invariant: brackets that come from a tree do not cross; they are sorted by their first word, the longer before the
// shorter, so that a bracket comes before those inside it. Cost: all is linear, but for the sorting.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "espalier/tree.h"

namespace espalier::curation {

struct Span {
  std::int32_t first = 0;
  std::int32_t last = 0;

  bool operator==(const Span&) const = default;
  /// What comes first, and what is around it.
  std::strong_ordering operator<=>(const Span& other) const noexcept {
    if (first != other.first) return first <=> other.first;
    return other.last <=> last;
  }
  bool holds(const Span& other) const noexcept { return first <= other.first && other.last <= last; }
  /// Both hold words of the other, and words of their own.
  bool crosses(const Span& other) const noexcept {
    return first <= other.last && other.first <= last && !holds(other) && !other.holds(*this);
  }
};

struct Bracket {
  Span span;
  std::string label;

  bool operator==(const Bracket&) const = default;
};

/// Sorted by span, no span twice.
using SpanTree = std::vector<Bracket>;

/// REQUIRES a tree in the order of words, without gaps.
SpanTree span_tree_of(const ConstituentTree& tree);
/// The inverse, without marks of heads. Nothing where brackets cross, or where several words have none around them all.
std::optional<ConstituentTree> tree_of(const SpanTree& brackets, std::int32_t words);

/// The bracket of a span; null where there is none.
const Bracket* find(const SpanTree& brackets, const Span& span);
/// Puts a label on a span, or takes the bracket away (no label).
void set_label(SpanTree& brackets, const Span& span, const std::string& label);

/// The same over the same words read from the last to the first.
SpanTree mirrored(const SpanTree& brackets, std::int32_t words);

}  // namespace espalier::curation
