// Constituents for terminals: top-down with the words in a row at the bottom, or indented, one node a line.
#include <algorithm>
#include <cstddef>

#include "base/unicode.h"
#include "report/escape.h"
#include "treebank/constituent_layout.h"
#include "treebank/constituents.h"
#include "treebank/drawing.h"
#include "treebank/nesting.h"
#include "treebank/text_canvas.h"

namespace espalier::treebank {
namespace {

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

class TopDownSheet {
 public:
  TopDownSheet(const Sentence& sentence, const ConstituentTree& tree) : tree_(tree) {
    std::vector<int> widths(at(tree.size()), 0);
    labels_.reserve(widths.size());
    forms_.resize(widths.size());
    for (std::int32_t i = 0; i < tree.size(); ++i) {
      const std::int32_t word = tree.node(i).word;
      labels_.push_back(word > 0 ? report::printable(tag_of(sentence, word)) : drawn_category(tree, i));
      widths[at(i)] = std::max(1, base::display_width(labels_.back()));
      if (word == 0) continue;
      forms_[at(i)] = report::printable(sentence.form(word));
      widths[at(i)] = std::max(widths[at(i)], base::display_width(forms_[at(i)]));
    }
    layout_ = lay_out_constituents(tree, widths, 2);
  }

  int width() const { return layout_.width; }
  int rows() const { return tags_row() + 2; }
  std::string draw(bool colour) const;

 private:
  int tags_row() const { return 2 * layout_.inner_depth + 2; }
  int row_of(std::int32_t i) const { return tree_.node(i).is_leaf() ? tags_row() : 2 * layout_.depths[at(i)]; }
  void put(int row, std::int32_t i, const std::string& text, Ink ink, TextCanvas& canvas) const {
    canvas.text(row, layout_.centres[at(i)] - (std::max(1, base::display_width(text)) - 1) / 2, text, ink);
  }

  const ConstituentTree& tree_;
  std::vector<std::string> labels_;
  std::vector<std::string> forms_;
  ConstituentLayout layout_;
};

std::string TopDownSheet::draw(bool colour) const {
  TextCanvas canvas(rows(), width(), Corners::kSquare);
  for (std::int32_t i = 0; i < tree_.size(); ++i) {
    const int centre = layout_.centres[at(i)];
    if (i > 0) {
      const std::int32_t parent = tree_.node(i).parent;
      const int bar = row_of(parent) + 1;
      const int above = layout_.centres[at(parent)];
      canvas.vertical(above, bar - 1, bar, Ink::kLine);
      if (centre != above) canvas.horizontal(bar, above, centre, Ink::kLine);
      canvas.vertical(centre, bar, row_of(i), Ink::kLine);
    }
    put(row_of(i), i, labels_[at(i)], tree_.node(i).is_leaf() ? Ink::kTag : Ink::kLabel, canvas);
    if (tree_.node(i).is_leaf()) put(tags_row() + 1, i, forms_[at(i)], Ink::kWord, canvas);
  }
  return canvas.render(colour);
}

std::string subscript(std::int32_t number) {
  std::string out;
  for (const char digit : std::to_string(number)) base::append_utf8(out, U'₀' + static_cast<char32_t>(digit - '0'));
  return out;
}

// In depth-first order; `prefix` holds the bars of the nodes above that have siblings to come.
std::string draw_indented(const Sentence& sentence, const ConstituentTree& tree, bool with_indices, bool colour) {
  constexpr std::string_view kBar = "│   ";
  constexpr std::string_view kNoBar = "    ";
  std::string out;
  std::string prefix;
  std::vector<std::size_t> lengths(at(tree.size()), 0);  // of the prefix of each node's children
  for (std::int32_t i = 0; i != ConstituentTree::kNone; i = next_in_depth_first_order(tree, i)) {
    const ConstituentTree::Node& node = tree.node(i);
    const bool has_next = node.next_sibling != ConstituentTree::kNone;
    prefix.resize(i == 0 ? 0 : lengths[at(node.parent)]);
    out += inked(prefix, Ink::kLine, colour);
    if (i > 0) out += inked(has_next ? "├── " : "└── ", Ink::kLine, colour);
    if (node.is_leaf()) {
      const std::string tag = report::printable(tag_of(sentence, node.word));
      out += inked(tag, Ink::kTag, colour);
      if (!tag.empty()) out += ' ';
      out += inked(report::printable(sentence.form(node.word)), Ink::kWord, colour);
      if (with_indices) out += inked(subscript(node.word), Ink::kTitle, colour);
    } else {
      out += inked(drawn_category(tree, i), Ink::kLabel, colour);
    }
    out += '\n';
    if (i > 0) prefix += has_next ? kBar : kNoBar;
    lengths[at(i)] = prefix.size();
  }
  return out;
}

}  // namespace

std::string draw_constituents_text(const Sentence& sentence, const WriteOptions& options) {
  require_constituents(sentence);
  const ConstituentTree tree = drawn_tree(sentence.constituents());
  const bool is_flat = is_in_word_order(tree);
  if (is_flat && !options.multi_line && !has_right_to_left_word(sentence)) {
    const TopDownSheet sheet(sentence, tree);
    const bool fits = options.width <= 0 || sheet.width() <= options.width;
    if (fits && TextCanvas::is_drawable(sheet.rows(), sheet.width())) return sheet.draw(options.colour);
  }
  return draw_indented(sentence, tree, !is_flat, options.colour);
}

}  // namespace espalier::treebank
