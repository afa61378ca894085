// A sheet of terminal cells on which lines and texts are put; lines that meet join by themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::treebank {

/// What a mark is; colours follow from it.
enum class Ink : std::uint8_t { kPlain, kLine, kCrossing, kLabel, kWord, kTag, kRoot, kTitle };

/// `text` between the escape sequences of its ink; as it is without colour, and for kPlain.
std::string inked(std::string_view text, Ink ink, bool colour);

enum class Corners { kRound, kSquare };

class TextCanvas {
 public:
  TextCanvas(int rows, int columns, Corners corners);
  /// Whether a sheet of that size is worth its memory; no screen shows a larger one.
  static bool is_drawable(int rows, int columns) { return std::int64_t{rows} * columns <= 16'000'000; }

  /// Lines from end to end, both included. Where two pass through one another the vertical one goes over the other;
  /// where one ends on the other they join.
  void horizontal(int row, int from, int to, Ink ink);
  void vertical(int column, int from, int to, Ink ink);
  /// Text hides the lines under it and may stand right of the last column. REQUIRES that the texts of one row do not
  /// overlap and hold no control characters.
  void text(int row, int column, std::string_view text, Ink ink);

  /// A vertical line passes, begins or ends here.
  bool has_vertical(int row, int column) const;

  /// All rows, without blanks at their ends.
  std::string render(bool colour) const;

 private:
  struct Mark {
    int column = 0;
    int width = 0;
    Ink ink = Ink::kPlain;
    std::string text;
  };

  std::size_t cell(int row, int column) const;
  std::string_view glyph(std::size_t cell) const;
  void render_row(int row, bool colour, std::string& out) const;

  int rows_;
  int columns_;
  Corners corners_;
  std::vector<std::uint8_t> lines_;
  std::vector<Ink> inks_;
  std::vector<std::vector<Mark>> marks_;
};

}  // namespace espalier::treebank
