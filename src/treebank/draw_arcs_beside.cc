// One word a line, arcs at the left of the words, for terminals: the layout for long sentences and narrow windows.
//
//       ╭─▶ Trees
//   ─▶┬─┴── grow
//
// Idea: levels are columns, level 1 next to the words. In the line of a word the arc that comes in ends in an arrow
// just before the outermost column from which arcs go out. In a tree it always comes from further out (the stacking
// sees to that), so a line reads from left to right: into this word, out of this word.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/unicode.h"
#include "report/escape.h"
#include "treebank/arc_layout.h"
#include "treebank/drawing.h"
#include "treebank/text_canvas.h"

namespace espalier::treebank {
namespace {

// Longer words push only their own line.
constexpr int kMaxPadding = 32;

/// The texts beside the arcs, in columns.
class WordColumns {
 public:
  explicit WordColumns(const Sentence& sentence) : sentence_(sentence), form_last_(is_right_to_left(sentence)) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      forms_ = std::max(forms_, width_of(sentence.form(word)));
      tags_ = std::max(tags_, width_of(tag_under_word(sentence, word)));
      labels_ = std::max(labels_, width_of(drawn_label(sentence, word)));
    }
  }

  /// Right-to-left forms stand last: what would follow them in the line could be moved by the terminal.
  void draw(std::int32_t word, int column, TextCanvas& canvas) const {
    const int row = word - 1;
    if (!form_last_) put(row, column, sentence_.form(word), forms_, Ink::kWord, canvas);
    put(row, column, tag_under_word(sentence_, word), tags_, Ink::kTag, canvas);
    const Ink label = sentence_.head(word) == 0 ? Ink::kRoot : Ink::kLabel;
    put(row, column, drawn_label(sentence_, word), labels_, label, canvas);
    if (form_last_) put(row, column, sentence_.form(word), forms_, Ink::kWord, canvas);
  }

 private:
  static int width_of(std::string_view text) {
    return std::min(kMaxPadding, base::display_width(report::printable(text)));
  }

  /// Moves `column` past the text and what is left of `width`.
  static void put(int row, int& column, std::string_view text, int width, Ink ink, TextCanvas& canvas) {
    if (width == 0) return;
    const std::string shown = report::printable(text);
    canvas.text(row, column, shown, ink);
    column += std::max(width, base::display_width(shown)) + 2;
  }

  const Sentence& sentence_;
  bool form_last_;
  int forms_ = 0;
  int tags_ = 0;
  int labels_ = 0;
};

class SideSheet {
 public:
  explicit SideSheet(const Sentence& sentence)
      : sentence_(sentence),
        layout_(lay_out_arcs(sentence.heads(), Stacking::kOutBelowIn)),
        outermost_(sentence.heads().size(), 0) {
    for (const Arc& arc : layout_.arcs) {
      int& level = outermost_[static_cast<std::size_t>(arc.head)];
      level = std::max(level, arc.level);
    }
  }

  bool is_too_large() const { return !TextCanvas::is_drawable(sentence_.size(), columns()); }
  std::string draw(bool colour) const;

 private:
  int margin() const { return layout_.roots.empty() ? 0 : 2; }
  int columns() const { return margin() + 2 * layout_.levels; }
  int column_of(int level) const { return margin() + 2 * (layout_.levels - level); }
  void draw_arc(const Arc& arc, TextCanvas& canvas) const;
  void draw_into(std::int32_t word, int from, bool from_outside, Ink ink, TextCanvas& canvas) const;

  const Sentence& sentence_;
  ArcLayout layout_;
  std::vector<int> outermost_;  ///< level of the arcs out of each word; 0: none
};

void SideSheet::draw_into(std::int32_t word, int from, bool from_outside, Ink ink, TextCanvas& canvas) const {
  const int level = outermost_[static_cast<std::size_t>(word)];
  const int arrow = level > 0 && from_outside ? column_of(level) - 1 : columns() - 1;
  canvas.horizontal(word - 1, from, arrow, ink);
  canvas.text(word - 1, arrow, "▶", ink);
}

void SideSheet::draw_arc(const Arc& arc, TextCanvas& canvas) const {
  const Ink ink = arc.projective ? Ink::kLine : Ink::kCrossing;
  const int column = column_of(arc.level);
  canvas.vertical(column, arc.head - 1, arc.dependent - 1, ink);
  canvas.horizontal(arc.head - 1, column, columns() - 1, ink);
  draw_into(arc.dependent, column, arc.level > outermost_[static_cast<std::size_t>(arc.dependent)], ink, canvas);
}

std::string SideSheet::draw(bool colour) const {
  TextCanvas canvas(sentence_.size(), columns(), Corners::kRound);
  for (const bool projective : {true, false}) {
    for (const Arc& arc : layout_.arcs) {
      if (arc.projective == projective) draw_arc(arc, canvas);
    }
  }
  for (const std::int32_t word : layout_.roots) draw_into(word, 0, true, Ink::kRoot, canvas);
  const WordColumns words(sentence_);
  for (std::int32_t word = 1; word <= sentence_.size(); ++word) {
    words.draw(word, columns() == 0 ? 0 : columns() + 1, canvas);
  }
  return canvas.render(colour);
}

// No sheet is large enough for the arcs: heads by number.
std::string list_words(const Sentence& sentence, bool colour) {
  const WordColumns columns(sentence);
  TextCanvas canvas(sentence.size(), 0, Corners::kRound);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const std::int32_t head = sentence.head(word);
    const std::string from = head == kNoHead ? std::string() : std::to_string(head);
    canvas.text(word - 1, 0, fmt::format("{:>6} ◀ {:<6}", word, from), Ink::kTitle);
    columns.draw(word, 17, canvas);
  }
  return canvas.render(colour);
}

}  // namespace

std::string draw_arcs_beside(const Sentence& sentence, bool colour) {
  const SideSheet sheet(sentence);
  return sheet.is_too_large() ? list_words(sentence, colour) : sheet.draw(colour);
}

}  // namespace espalier::treebank
