// Arcs above the words, for terminals.
//
//                      root
//                        │
//        ╭─────nsubj─────┤ ...
//
// Idea: every word is a block of columns. An arc comes down on its dependent in the middle of the block, on the arrow;
// it leaves its head at a port left or right of the middle, shared by all arcs to that side. In a projective tree no
// two lines then meet but at such ports: the arc into a word lies above all arcs out of it. Words are pushed apart
// until the labels fit on their arcs.
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/unicode.h"
#include "report/escape.h"
#include "treebank/arc_layout.h"
#include "treebank/drawing.h"
#include "treebank/text_canvas.h"

namespace espalier::treebank {
namespace {

/// How tightly words are set.
struct Setting {
  int gap = 2;   ///< between words
  int dash = 1;  ///< of line on each side of a label
  int head = 5;  ///< width of a word that arcs leave, at least
};
constexpr std::array<Setting, 2> kSettings = {Setting{2, 1, 5}, Setting{1, 0, 3}};

struct Block {
  std::string form;
  std::string tag;
  std::string label;
  int form_width = 0;
  int tag_width = 0;
  int label_width = 0;
  bool has_left = false;  ///< arcs leave to the left
  bool has_right = false;
  int width = 0;
  int start = 0;

  int middle() const { return (width - 1) / 2; }
  int spread() const { return width >= 5 ? 2 : 1; }
  /// Offset of the port from which an arc to the left or to the right leaves.
  int port(bool to_right) const { return middle() + (to_right ? spread() : -spread()); }
};

class ArcSheet {
 public:
  explicit ArcSheet(const Sentence& sentence)
      : sentence_(sentence), layout_(lay_out_arcs(sentence.heads())), blocks_(sentence.heads().size()) {
    for (const Arc& arc : layout_.arcs) {
      Block& head = block(arc.head);
      (arc.dependent > arc.head ? head.has_right : head.has_left) = true;
    }
    for (std::int32_t word = 1; word <= sentence.size(); ++word) measure(word);
  }

  void place(const Setting& setting);
  /// Columns; after place().
  int width() const { return blocks_.size() < 2 ? 0 : blocks_.back().start + blocks_.back().width; }
  int rows() const { return words_row() + 1 + (has_tags_ ? 1 : 0) + (sentence_.multiword_tokens().empty() ? 0 : 1); }
  std::string draw(bool colour) const;

 private:
  Block& block(std::int32_t word) { return blocks_[static_cast<std::size_t>(word)]; }
  const Block& block(std::int32_t word) const { return blocks_[static_cast<std::size_t>(word)]; }
  int middle(std::int32_t word) const { return block(word).start + block(word).middle(); }
  bool has_arcs() const { return !layout_.arcs.empty() || !layout_.roots.empty(); }
  // Rows from the top: labels of roots, levels, arrows, words.
  int top_row() const { return layout_.roots.empty() ? 0 : 1; }
  int row_of(const Arc& arc) const { return top_row() + layout_.levels - arc.level; }
  int words_row() const { return has_arcs() ? top_row() + layout_.levels + 1 : 0; }

  void measure(std::int32_t word);
  void set_widths(const Setting& setting);
  void draw_arc(const Arc& arc, TextCanvas& canvas) const;
  int obstacles(int row, int first, int last, const TextCanvas& canvas) const;
  void draw_label(const Arc& arc, TextCanvas& canvas) const;
  void draw_root(std::int32_t word, TextCanvas& canvas) const;
  void draw_words(TextCanvas& canvas) const;
  void draw_multiword_tokens(int row, TextCanvas& canvas) const;

  const Sentence& sentence_;
  ArcLayout layout_;
  std::vector<Block> blocks_;
  bool has_tags_ = false;
};

void ArcSheet::measure(std::int32_t word) {
  Block& b = block(word);
  b.form = report::printable(sentence_.form(word));
  b.tag = report::printable(tag_under_word(sentence_, word));
  b.label = report::printable(drawn_label(sentence_, word));
  b.form_width = base::display_width(b.form);
  b.tag_width = base::display_width(b.tag);
  b.label_width = base::display_width(b.label);
  has_tags_ = has_tags_ || b.tag_width > 0;
}

void ArcSheet::set_widths(const Setting& setting) {
  for (std::int32_t word = 1; word <= sentence_.size(); ++word) {
    Block& b = block(word);
    b.width = std::max({1, b.form_width, b.tag_width});
    if (b.has_left || b.has_right) b.width = std::max(b.width, setting.head);
    if (sentence_.head(word) == 0) b.width = std::max(b.width, b.label_width);
  }
}

void ArcSheet::place(const Setting& setting) {
  set_widths(setting);
  std::vector<ArcRoom> rooms;
  rooms.reserve(layout_.arcs.size());
  for (const Arc& arc : layout_.arcs) {
    const bool to_right = arc.dependent > arc.head;
    const int out = block(arc.head).port(to_right);
    const int in = block(arc.dependent).middle();
    const int label = block(arc.dependent).label_width;
    const int room = label == 0 ? 2 : label + 2 * setting.dash + 1;
    rooms.push_back({arc.left(), arc.right(), to_right ? out : in, to_right ? in : out, room});
  }
  for (const MultiwordToken& token : sentence_.multiword_tokens()) {
    const int form = base::display_width(report::printable(sentence_.text(token.form)));
    rooms.push_back({token.first, token.last, 0, block(token.last).width, form + 2});
  }
  std::vector<int> widths;
  widths.reserve(blocks_.size());
  for (const Block& b : blocks_) widths.push_back(b.width);
  const std::vector<int> starts = place_words(widths, setting.gap, std::move(rooms));
  for (std::size_t word = 1; word < blocks_.size(); ++word) blocks_[word].start = starts[word];
}

void ArcSheet::draw_arc(const Arc& arc, TextCanvas& canvas) const {
  const Ink ink = arc.projective ? Ink::kLine : Ink::kCrossing;
  const int row = row_of(arc);
  const int out = block(arc.head).start + block(arc.head).port(arc.dependent > arc.head);
  const int in = middle(arc.dependent);
  canvas.vertical(out, row, words_row() - 1, ink);
  canvas.vertical(in, row, words_row() - 1, ink);
  canvas.horizontal(row, out, in, ink);
  canvas.text(words_row() - 1, in, "▼", ink);
}

// What stands in the way of a label: lines that it would hide, and those that it would touch.
int ArcSheet::obstacles(int row, int first, int last, const TextCanvas& canvas) const {
  constexpr int kHidden = 4;
  int sum = 0;
  for (int column = first; column <= last; ++column) sum += canvas.has_vertical(row, column) ? kHidden : 0;
  return sum + canvas.has_vertical(row, first - 1) + canvas.has_vertical(row, last + 1);
}

// In the middle, or as near to it as nothing is in the way; in a crowd of crossing lines, where there is least.
void ArcSheet::draw_label(const Arc& arc, TextCanvas& canvas) const {
  const Block& b = block(arc.dependent);
  if (b.label_width == 0) return;
  const int out = block(arc.head).start + block(arc.head).port(arc.dependent > arc.head);
  const int first = std::min(out, middle(arc.dependent)) + 1;
  const int last = std::max(out, middle(arc.dependent)) - b.label_width;
  const int row = row_of(arc);
  const int centre = (first + last) / 2;
  int best = centre;
  int least = obstacles(row, centre, centre + b.label_width - 1, canvas);
  for (int distance = 1; distance <= last - centre && least > 0; ++distance) {
    for (const int start : {centre - distance, centre + distance}) {
      if (start < first || start > last) continue;
      const int found = obstacles(row, start, start + b.label_width - 1, canvas);
      if (found < least) {
        best = start;
        least = found;
      }
    }
  }
  canvas.text(row, best, b.label, Ink::kLabel);
}

void ArcSheet::draw_root(std::int32_t word, TextCanvas& canvas) const {
  const Block& b = block(word);
  canvas.vertical(middle(word), 0, words_row() - 1, Ink::kRoot);  // from below the label: it may cross the first level
  canvas.text(0, middle(word) - (b.label_width - 1) / 2, b.label, Ink::kRoot);
  canvas.text(words_row() - 1, middle(word), "▼", Ink::kRoot);
}

void ArcSheet::draw_words(TextCanvas& canvas) const {
  for (std::size_t word = 1; word < blocks_.size(); ++word) {
    const Block& b = blocks_[word];
    canvas.text(words_row(), b.start + (b.width - b.form_width) / 2, b.form, Ink::kWord);
    if (has_tags_) canvas.text(words_row() + 1, b.start + (b.width - b.tag_width) / 2, b.tag, Ink::kTag);
  }
}

void ArcSheet::draw_multiword_tokens(int row, TextCanvas& canvas) const {
  for (const MultiwordToken& token : sentence_.multiword_tokens()) {
    const std::string form = report::printable(sentence_.text(token.form));
    const int first = block(token.first).start;
    const int last = block(token.last).start + block(token.last).width - 1;
    canvas.vertical(first, row - 1, row, Ink::kTitle);
    canvas.vertical(last, row - 1, row, Ink::kTitle);
    canvas.horizontal(row, first, last, Ink::kTitle);
    canvas.text(row, (first + last + 1 - base::display_width(form)) / 2, form, Ink::kTitle);
  }
}

std::string ArcSheet::draw(bool colour) const {
  TextCanvas canvas(rows(), width(), Corners::kRound);
  // Crossing lines last, so that all of their length shows their colour.
  for (const bool projective : {true, false}) {
    for (const Arc& arc : layout_.arcs) {
      if (arc.projective == projective) draw_arc(arc, canvas);
    }
  }
  for (const std::int32_t word : layout_.roots) draw_root(word, canvas);
  for (const Arc& arc : layout_.arcs) draw_label(arc, canvas);
  draw_words(canvas);
  if (!sentence_.multiword_tokens().empty()) draw_multiword_tokens(rows() - 1, canvas);
  return canvas.render(colour);
}

}  // namespace

std::string draw_arcs_text(const Sentence& sentence, const WriteOptions& options) {
  if (sentence.empty()) return {};
  if (!options.multi_line && !has_right_to_left_word(sentence)) {
    ArcSheet sheet(sentence);
    for (const Setting& setting : kSettings) {
      sheet.place(setting);
      if (options.width > 0 && sheet.width() > options.width) continue;
      if (!TextCanvas::is_drawable(sheet.rows(), sheet.width())) break;
      return sheet.draw(options.colour);
    }
  }
  return draw_arcs_beside(sentence, options.colour);
}

}  // namespace espalier::treebank
