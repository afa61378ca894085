#include "treebank/text_canvas.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/unicode.h"

namespace espalier::treebank {
namespace {

constexpr std::uint8_t kUp = 1;
constexpr std::uint8_t kDown = 2;
constexpr std::uint8_t kLeft = 4;
constexpr std::uint8_t kRight = 8;
// A line that goes through a cell, unlike two that end in it: a crossing must not look like a junction.
constexpr std::uint8_t kThroughVertical = 16;
constexpr std::uint8_t kThroughHorizontal = 32;

// By the bits of the directions; a line that only ends in a cell still fills it.
constexpr std::array<std::string_view, 16> kRoundGlyphs = {" ", "│", "│", "│", "─", "╯", "╮", "┤",
                                                           "─", "╰", "╭", "├", "─", "┴", "┬", "┼"};
constexpr std::array<std::string_view, 16> kSquareGlyphs = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                                            "─", "└", "┌", "├", "─", "┴", "┬", "┼"};

// Only colours that can be read on light and on dark backgrounds.
std::string_view escape_of(Ink ink) {
  switch (ink) {
    case Ink::kLine:
      return "\x1B[36m";
    case Ink::kCrossing:
      return "\x1B[31m";
    case Ink::kLabel:
      return "\x1B[3m";
    case Ink::kWord:
      return "\x1B[1m";
    case Ink::kTag:
      return "\x1B[32m";
    case Ink::kRoot:
      return "\x1B[1;35m";
    case Ink::kTitle:
      return "\x1B[2m";
    case Ink::kPlain:
      break;
  }
  return {};
}

}  // namespace

std::string inked(std::string_view text, Ink ink, bool colour) {
  const std::string_view escape = colour && !text.empty() ? escape_of(ink) : std::string_view();
  if (escape.empty()) return std::string(text);
  std::string out(escape);
  out += text;
  out += "\x1B[0m";
  return out;
}

TextCanvas::TextCanvas(int rows, int columns, Corners corners)
    : rows_(rows),
      columns_(columns),
      corners_(corners),
      lines_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), 0),
      inks_(lines_.size(), Ink::kPlain),
      marks_(static_cast<std::size_t>(rows)) {}

std::size_t TextCanvas::cell(int row, int column) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
}

void TextCanvas::horizontal(int row, int from, int to, Ink ink) {
  if (from > to) std::swap(from, to);
  for (int column = from; column <= to; ++column) {
    std::uint8_t bits = kLeft | kRight | kThroughHorizontal;
    if (column == from) bits = kRight;
    if (column == to) bits = kLeft;
    if (from == to) bits = kLeft | kRight;
    const std::size_t at = cell(row, column);
    // The line that goes over the other keeps its colour.
    if ((lines_[at] & kThroughVertical) == 0 || (bits & kThroughHorizontal) == 0) inks_[at] = ink;
    lines_[at] = static_cast<std::uint8_t>(lines_[at] | bits);
  }
}

void TextCanvas::vertical(int column, int from, int to, Ink ink) {
  if (from > to) std::swap(from, to);
  for (int row = from; row <= to; ++row) {
    std::uint8_t bits = kUp | kDown | kThroughVertical;
    if (row == from) bits = kDown;
    if (row == to) bits = kUp;
    if (from == to) bits = kUp | kDown;
    const std::size_t at = cell(row, column);
    lines_[at] = static_cast<std::uint8_t>(lines_[at] | bits);
    inks_[at] = ink;
  }
}

void TextCanvas::text(int row, int column, std::string_view text, Ink ink) {
  if (text.empty()) return;
  marks_[static_cast<std::size_t>(row)].push_back({column, base::display_width(text), ink, std::string(text)});
}

bool TextCanvas::has_vertical(int row, int column) const { return (lines_[cell(row, column)] & (kUp | kDown)) != 0; }

std::string_view TextCanvas::glyph(std::size_t cell) const {
  const std::uint8_t bits = lines_[cell];
  if ((bits & kThroughVertical) != 0 && (bits & kThroughHorizontal) != 0) return kRoundGlyphs[kUp | kDown];
  return (corners_ == Corners::kRound ? kRoundGlyphs : kSquareGlyphs)[bits & 15];
}

void TextCanvas::render_row(int row, bool colour, std::string& out) const {
  std::vector<const Mark*> marks;
  for (const Mark& mark : marks_[static_cast<std::size_t>(row)]) marks.push_back(&mark);
  std::sort(marks.begin(), marks.end(), [](const Mark* a, const Mark* b) { return a->column < b->column; });
  auto mark = marks.begin();
  std::string run;
  Ink run_ink = Ink::kPlain;
  const auto flush = [&] {
    out += inked(run, run_ink, colour);
    run.clear();
  };
  int blanks = 0;  // held back until something stands behind them
  for (int column = 0; column < columns_ || mark != marks.end();) {
    if (mark != marks.end() && (*mark)->column <= column) {
      flush();
      out.append(static_cast<std::size_t>(std::exchange(blanks, 0)), ' ');
      out += inked((*mark)->text, (*mark)->ink, colour);
      column += (*mark)->width;
      ++mark;
      continue;
    }
    const bool is_blank = column >= columns_ || lines_[cell(row, column)] == 0;
    const std::size_t at = cell(row, column++);
    if (is_blank) {
      ++blanks;
      continue;
    }
    if (blanks > 0 || inks_[at] != run_ink) flush();
    out.append(static_cast<std::size_t>(std::exchange(blanks, 0)), ' ');
    run_ink = inks_[at];
    run += glyph(at);
  }
  flush();
  out += '\n';
}

std::string TextCanvas::render(bool colour) const {
  std::string out;
  for (int row = 0; row < rows_; ++row) render_row(row, colour, out);
  return out;
}

}  // namespace espalier::treebank
