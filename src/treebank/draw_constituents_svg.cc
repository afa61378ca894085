// Constituents as a picture: top-down, the words in a row at the bottom. Edges of discontinuous constituents may cross.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "report/svg.h"
#include "treebank/constituent_layout.h"
#include "treebank/constituents.h"
#include "treebank/drawing.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

constexpr int kMargin = 16;
constexpr int kGap = 18;
constexpr int kDepth = 50;  // from one row of labels to the next
constexpr int kCategoryFont = 15;
constexpr int kBelowLabel = 6;   // from the baseline of a label to the edges below it
constexpr int kAboveLabel = 16;  // from its baseline to the edge above it
constexpr int kAboveTag = 13;

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

int width_of(std::string_view text, int font) { return static_cast<int>(std::ceil(report::text_width(text, font))); }

class ConstituentPicture {
 public:
  ConstituentPicture(const Sentence& sentence, const MarkedPart& marked)
      : sentence_(sentence),
        tree_(drawn_tree(sentence.constituents())),
        is_mirrored_(is_right_to_left(sentence)),
        marked_(marked),
        extents_(extents(tree_)) {
    std::vector<int> widths(at(tree_.size()), 0);
    for (std::int32_t i = 0; i < tree_.size(); ++i) {
      const std::int32_t word = tree_.node(i).word;
      widths[at(i)] =
          word == 0 ? width_of(drawn_category(tree_, i), kCategoryFont)
                    : std::max(width_of(sentence.form(word), kWordFont), width_of(tag_of(sentence, word), kTagFont));
    }
    layout_ = lay_out_constituents(tree_, widths, kGap);
  }

  SvgDrawing draw() const {
    SvgDrawing drawing{layout_.width + 2 * kMargin, tag_line() + kWordFont + 4 + kMargin, {}};
    for (std::int32_t i = 1; i < tree_.size(); ++i) append_edge(i, drawing.body);
    for (std::int32_t i = 0; i < tree_.size(); ++i) append_node(i, drawing.body);
    return drawing;
  }

 private:
  bool is_inside(std::int32_t word) const { return marked_.first <= word && word <= marked_.last; }
  int x(std::int32_t i) const {
    const int place = kMargin + layout_.centres[at(i)];
    return is_mirrored_ ? layout_.width + 2 * kMargin - place : place;
  }
  int line_of_depth(int depth) const { return kMargin / 2 + kCategoryFont + depth * kDepth; }
  int tag_line() const { return line_of_depth(layout_.inner_depth + 1); }
  int line_of(std::int32_t i) const {
    return tree_.node(i).is_leaf() ? tag_line() : line_of_depth(layout_.depths[at(i)]);
  }

  // Slanted to the child's place in the row below, then straight down to a word at the bottom: so no edge runs through
  // the nodes of a sibling.
  void append_edge(std::int32_t i, std::string& out) const {
    const std::int32_t parent = tree_.node(i).parent;
    const bool is_head = tree_.node(parent).head == i;
    const int above = tree_.node(i).is_leaf() ? kAboveTag : kAboveLabel;
    const int bend = line_of_depth(layout_.depths[at(i)]) - above;
    const int end = line_of(i) - above;
    out += fmt::format("<path class=\"{}\" d=\"M{} {}L{} {}", is_head ? "edge head" : "edge", x(parent),
                       line_of(parent) + kBelowLabel, x(i), bend);
    if (end != bend) out += fmt::format("V{}", end);
    out += "\"/>\n";
  }

  void append_node(std::int32_t i, std::string& out) const {
    const std::int32_t word = tree_.node(i).word;
    if (word > 0) {
      report::append_text(out, x(i), tag_line(), report::Anchor::kMiddle, tag_of(sentence_, word), " class=\"tag\"");
      report::append_text(out, x(i), tag_line() + kWordFont + 4, report::Anchor::kMiddle, sentence_.form(word),
                          is_inside(word) ? " class=\"word marked\"" : " class=\"word\"");
      return;
    }
    const std::string label = drawn_category(tree_, i);
    const int width = width_of(label, kCategoryFont);
    out += fmt::format("<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", x(i) - width / 2,
                       line_of(i) - kCategoryFont + 1, width, kCategoryFont + 3);
    const Extent& extent = extents_[at(i)];
    const bool is_marked = extent.first == marked_.first && extent.last == marked_.last && extent.is_continuous();
    report::append_text(out, x(i), line_of(i), report::Anchor::kMiddle, label,
                        is_marked ? " class=\"category marked\"" : " class=\"category\"");
  }

  const Sentence& sentence_;
  ConstituentTree tree_;
  bool is_mirrored_;
  MarkedPart marked_;
  std::vector<Extent> extents_;
  ConstituentLayout layout_;
};

}  // namespace

SvgDrawing draw_constituents_svg(const Sentence& sentence, const MarkedPart& marked) {
  require_constituents(sentence);
  return ConstituentPicture(sentence, marked).draw();
}

}  // namespace espalier::treebank
