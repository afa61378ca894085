// Brackets of clauses: what opens before a word and closes after it, so chosen that they nest.
//
// Idea: a class is a pair (how many open, how many close), and its score at a word may depend on how many clauses are
// open before it. The best sequence that never closes what is not open and leaves nothing open at the end is found by
// dynamic programming over the depth (Viterbi), exactly. Where no sequence of classes does that, what is still open
// closes after the last word.
// Invariant: the brackets of every result are balanced, whatever the scores are.
// Cost: words × depths × classes, scores for the depths up to kDepths - 1 (deeper ones count as that); the scheme is
// that of the shared task of CoNLL 2001 (Tjong Kim Sang and Déjean).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::parsing {

/// Depths that scores can tell apart; the last one stands for itself and all beyond.
inline constexpr std::int32_t kDepths = 6;
/// No deeper nesting is looked for.
inline constexpr std::int32_t kDeepest = 20;

/// `(S(S*S)`: what opens before a word, what closes after it.
struct Brackets {
  std::int32_t opens = 0;
  std::int32_t closes = 0;
  friend bool operator==(const Brackets&, const Brackets&) = default;
};

/// Nothing for a text that is none, or beyond all depths.
std::optional<Brackets> parse_brackets(std::string_view text);
void append_brackets(const Brackets& brackets, std::string& out);

/// From and to which word a clause goes.
struct ClauseSpan {
  std::int32_t first = 0;
  std::int32_t last = 0;
  friend auto operator<=>(const ClauseSpan&, const ClauseSpan&) = default;
};
/// The clauses of the brackets by node (0 is not looked at), ascending; nothing when they are not balanced.
std::optional<std::vector<ClauseSpan>> clause_spans(std::span<const Brackets> brackets);

template <class Number>
class ClauseDecoder {
 public:
  /// Room for the scores of a sentence, by word, depth and class.
  void start(std::int32_t words, std::size_t classes) {
    words_ = words;
    classes_ = classes;
    scores_.assign(static_cast<std::size_t>(words) * kDepths * classes, Number{});
  }
  /// The scores of the classes at a node 1..words and a depth below kDepths.
  Number* scores(std::int32_t node, std::int32_t depth) {
    return scores_.data() + (static_cast<std::size_t>(node - 1) * kDepths + static_cast<std::size_t>(depth)) * classes_;
  }
  /// Finds the best sequence. `out`: class by node (-1: none of them); `brackets`: what it makes, balanced.
  void decode(std::span<const Brackets> classes, std::vector<std::int32_t>& out, std::vector<Brackets>& brackets);

 private:
  struct Cell {
    Number score{};
    std::int32_t from = -1;  // depth before; -1: not reached
    std::int32_t label = -1;
  };
  static constexpr std::size_t kRow = kDeepest + 1;
  Cell& cell(std::int32_t node, std::int32_t depth) {
    return cells_[static_cast<std::size_t>(node) * kRow + static_cast<std::size_t>(depth)];
  }
  void extend(std::int32_t node, std::int32_t depth, std::span<const Brackets> classes);

  std::int32_t words_ = 0;
  std::size_t classes_ = 0;
  std::vector<Number> scores_;
  std::vector<Cell> cells_;
};

template <class Number>
void ClauseDecoder<Number>::extend(std::int32_t node, std::int32_t depth, std::span<const Brackets> classes) {
  const Number so_far = cell(node - 1, depth).score;
  const Number* row = scores(node, std::min(depth, kDepths - 1));
  const auto reach = [&](std::int32_t after, Number score, std::int32_t label) {
    Cell& to = cell(node, after);
    if (to.from < 0 || score > to.score) to = {score, depth, label};
  };
  for (std::size_t label = 0; label < classes.size(); ++label) {
    const std::int32_t open = depth + classes[label].opens;
    if (open > kDeepest || classes[label].closes > open) continue;
    reach(open - classes[label].closes, so_far + row[label], static_cast<std::int32_t>(label));
  }
}

template <class Number>
void ClauseDecoder<Number>::decode(std::span<const Brackets> classes, std::vector<std::int32_t>& out,
                                   std::vector<Brackets>& brackets) {
  const auto size = static_cast<std::size_t>(words_) + 1;
  cells_.assign(size * kRow, Cell{});
  cell(0, 0).from = 0;
  for (std::int32_t node = 1; node <= words_; ++node) {
    bool is_reached = false;
    for (std::int32_t depth = 0; depth <= kDeepest; ++depth) {
      if (cell(node - 1, depth).from >= 0) extend(node, depth, classes);
    }
    for (std::int32_t depth = 0; depth <= kDeepest; ++depth) is_reached |= cell(node, depth).from >= 0;
    // No class fits any depth: the word has no brackets.
    for (std::int32_t depth = 0; !is_reached && depth <= kDeepest; ++depth) {
      const Cell& before = cell(node - 1, depth);
      if (before.from >= 0) cell(node, depth) = {before.score, depth, -1};
    }
  }
  std::int32_t depth = 0;
  while (depth < kDeepest && cell(words_, depth).from < 0) ++depth;
  out.assign(size, -1);
  brackets.assign(size, {});
  if (words_ > 0) brackets.back().closes = depth;
  for (std::int32_t node = words_; node >= 1; --node) {
    const Cell& at = cell(node, depth);
    const auto index = static_cast<std::size_t>(node);
    out[index] = at.label;
    if (at.label >= 0) {
      brackets[index].opens = classes[static_cast<std::size_t>(at.label)].opens;
      brackets[index].closes += classes[static_cast<std::size_t>(at.label)].closes;
    }
    depth = at.from;
  }
}

}  // namespace espalier::parsing
