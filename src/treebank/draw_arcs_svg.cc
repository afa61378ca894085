// Arcs above the words, as a picture.
//
// The layout of terminals in pixels: an arc ends over the middle of its dependent and leaves its head beside the
// middle. Arcs that leave to the same side do so one beside the other, the highest one innermost, so that nested arcs
// never touch. Arcs rise straight up to just below their level and bend there; the arc of the level below bends lower
// down. All numbers are whole, so a drawing is the same on every machine.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

#include "report/escape.h"
#include "report/svg.h"
#include "treebank/arc_layout.h"
#include "treebank/drawing.h"

namespace espalier::treebank {
namespace {

constexpr int kMargin = 16;
constexpr int kWordGap = 22;
constexpr int kLevel = 26;        // between two levels
constexpr int kFirstLevel = 20;   // from the top of an arrowhead to the lowest level
constexpr int kBend = 24;         // size of the rounded corners
constexpr int kFirstPort = 8;     // from the middle of a word to the first arc that leaves it
constexpr int kPortStep = 5;      // from that one to the next
constexpr int kLabelMargin = 15;  // of arc on each side of its label
constexpr int kArrow = 9;         // length of an arrowhead
constexpr int kTokenHeight = 26;  // of the bracket under the words of a multiword token

int width_of(std::string_view text, int font) { return static_cast<int>(std::ceil(report::text_width(text, font))); }

struct Box {
  int width = 0;
  int start = 0;
  int label_width = 0;

  int middle() const { return width / 2; }
};

class ArcPicture {
 public:
  ArcPicture(const Sentence& sentence, std::int32_t marked)
      : sentence_(sentence),
        marked_(marked),
        is_mirrored_(is_right_to_left(sentence)),
        layout_(lay_out_arcs(sentence.heads())),
        boxes_(sentence.heads().size()) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) measure(word);
    set_ports();
    place();
  }

  SvgDrawing draw() const;

 private:
  std::string_view mark(std::int32_t word) const { return word == marked_ ? " marked" : ""; }
  Box& box(std::int32_t word) { return boxes_[static_cast<std::size_t>(word)]; }
  const Box& box(std::int32_t word) const { return boxes_[static_cast<std::size_t>(word)]; }
  int width() const {
    return boxes_.size() < 2 ? 2 * kMargin : 2 * kMargin + boxes_.back().start + boxes_.back().width;
  }
  /// From a place in reading direction to one in the picture.
  int x(int place) const { return is_mirrored_ ? width() - kMargin - place : kMargin + place; }
  int middle(std::int32_t word) const { return x(box(word).start + box(word).middle()); }
  /// Where arrows end.
  int ground() const {
    if (layout_.arcs.empty() && layout_.roots.empty()) return 0;
    const int roots = layout_.roots.empty() ? kLabelFont : kLevel;
    return kMargin / 2 + roots + std::max(0, layout_.levels - 1) * kLevel + kFirstLevel + kArrow;
  }
  int height_of(const Arc& arc) const { return ground() - kArrow - kFirstLevel - (arc.level - 1) * kLevel; }
  int word_line() const { return ground() + kWordFont + 4; }
  int tag_line() const { return word_line() + (has_tags_ ? kTagFont + 8 : 0); }
  int height() const { return tag_line() + (sentence_.multiword_tokens().empty() ? 0 : kTokenHeight) + kMargin - 2; }

  void measure(std::int32_t word);
  void set_ports();
  void place();
  void append_arc(std::size_t i, std::string& out) const;
  void append_label(const Arc& arc, std::string& out) const;
  void append_root(std::int32_t word, std::string& out) const;
  void append_word(std::int32_t word, std::string& out) const;
  void append_token(const MultiwordToken& token, std::string& out) const;
  int out_end(std::size_t i) const { return x(box(layout_.arcs[i].head).start + ports_[i]); }

  const Sentence& sentence_;
  std::int32_t marked_;
  bool is_mirrored_;
  bool has_tags_ = false;
  ArcLayout layout_;
  std::vector<int> ports_;  ///< of each arc, as an offset into the box of its head
  std::vector<Box> boxes_;
};

void ArcPicture::measure(std::int32_t word) {
  Box& b = box(word);
  const std::string_view tag = tag_under_word(sentence_, word);
  b.label_width = width_of(drawn_label(sentence_, word), kLabelFont);
  b.width = std::max({2 * kFirstPort, width_of(sentence_.form(word), kWordFont), width_of(tag, kTagFont)});
  if (sentence_.head(word) == 0) b.width = std::max(b.width, b.label_width);
  has_tags_ = has_tags_ || !tag.empty();
}

void ArcPicture::set_ports() {
  std::vector<std::size_t> order(layout_.arcs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::size_t i) {
    const Arc& arc = layout_.arcs[i];
    return std::tuple(arc.head, arc.dependent > arc.head, -arc.level);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  ports_.assign(order.size(), 0);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    const auto is_same_side = [&](std::size_t k) {
      const Arc& a = layout_.arcs[order[begin]];
      const Arc& b = layout_.arcs[order[k]];
      return a.head == b.head && (a.dependent > a.head) == (b.dependent > b.head);
    };
    while (end < order.size() && is_same_side(end)) ++end;
    const Arc& first = layout_.arcs[order[begin]];
    const Box& head = box(first.head);
    const int side = first.dependent > first.head ? 1 : -1;
    const int room = std::max(0, head.width / 2 - kFirstPort);
    for (std::size_t k = begin; k < end; ++k) {
      const int wanted = kPortStep * static_cast<int>(k - begin);
      const int shared = end - begin > 1 ? room * static_cast<int>(k - begin) / static_cast<int>(end - begin - 1) : 0;
      ports_[order[k]] = head.middle() + side * (kFirstPort + std::min(wanted, shared));
    }
    begin = end;
  }
}

void ArcPicture::place() {
  std::vector<ArcRoom> rooms;
  rooms.reserve(layout_.arcs.size());
  for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
    const Arc& arc = layout_.arcs[i];
    const bool to_right = arc.dependent > arc.head;
    const Box& dependent = box(arc.dependent);
    const int room = dependent.label_width + 2 * kLabelMargin;
    rooms.push_back({arc.left(), arc.right(), to_right ? ports_[i] : dependent.middle(),
                     to_right ? dependent.middle() : ports_[i], room});
  }
  for (const MultiwordToken& token : sentence_.multiword_tokens()) {
    rooms.push_back({token.first, token.last, 0, box(token.last).width,
                     width_of(sentence_.text(token.form), kTagFont) + 2 * kLabelMargin});
  }
  std::vector<int> widths;
  widths.reserve(boxes_.size());
  for (const Box& b : boxes_) widths.push_back(b.width);
  const std::vector<int> starts = place_words(widths, kWordGap, std::move(rooms));
  for (std::size_t word = 1; word < boxes_.size(); ++word) boxes_[word].start = starts[word];
}

void append_arrowhead(int x, int y, std::string& out) {
  out += fmt::format("<path class=\"arrow\" d=\"M{} {}l-5 -{}q5 3 10 0z\"/>", x, y, kArrow);
}

void ArcPicture::append_arc(std::size_t i, std::string& out) const {
  const Arc& arc = layout_.arcs[i];
  const int from = out_end(i);
  const int to = middle(arc.dependent);
  const int top = height_of(arc);
  const int side = to > from ? 1 : -1;
  const int bend = std::min(kBend, std::abs(to - from) / 2);
  const int drop = std::min(kBend, ground() - kArrow - top);
  out += fmt::format("<g class=\"{}{}\"><title>", arc.projective ? "arc" : "arc crossing", mark(arc.dependent));
  report::append_escaped(out, fmt::format("{} ({} → {})", drawn_label(sentence_, arc.dependent),
                                          sentence_.form(arc.head), sentence_.form(arc.dependent)));
  out += fmt::format("</title><path class=\"line\" d=\"M{} {}V{}Q{} {} {} {}H{}Q{} {} {} {}V{}\"/>", from, ground(),
                     top + drop, from, top, from + side * bend, top, to - side * bend, to, top, to, top + drop,
                     ground() - kArrow + 1);
  append_arrowhead(to, ground(), out);
  out += "</g>\n";
}

void append_label_at(int x, int y, int width, std::string_view label, std::string& out) {
  if (label.empty()) return;
  out += fmt::format("<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", x - width / 2 - 3,
                     y - kLabelFont + 2, width + 6, kLabelFont + 1);
  report::append_text(out, x, y, report::Anchor::kMiddle, label, " class=\"label\"");
}

void ArcPicture::append_label(const Arc& arc, std::string& out) const {
  const auto i = static_cast<std::size_t>(&arc - layout_.arcs.data());
  const int top = height_of(arc);
  append_label_at((out_end(i) + middle(arc.dependent)) / 2, top + 4, box(arc.dependent).label_width,
                  drawn_label(sentence_, arc.dependent), out);
}

void ArcPicture::append_root(std::int32_t word, std::string& out) const {
  const int at = middle(word);
  const int top = kMargin / 2 + kLabelFont;
  out += fmt::format("<g class=\"arc root{}\"><path class=\"line\" d=\"M{} {}V{}\"/>", mark(word), at, top + 4,
                     ground() - kArrow + 1);
  append_arrowhead(at, ground(), out);
  append_label_at(at, top, box(word).label_width, drawn_label(sentence_, word), out);
  out += "</g>\n";
}

void ArcPicture::append_word(std::int32_t word, std::string& out) const {
  report::append_text(out, middle(word), word_line(), report::Anchor::kMiddle, sentence_.form(word), " class=\"word\"");
  const std::string_view tag = tag_under_word(sentence_, word);
  if (tag.empty()) return;
  report::append_text(out, middle(word), tag_line(), report::Anchor::kMiddle, tag, " class=\"tag\"");
}

void ArcPicture::append_token(const MultiwordToken& token, std::string& out) const {
  const int from = x(box(token.first).start);
  const int to = x(box(token.last).start + box(token.last).width);
  const int top = tag_line() + 8;
  out += fmt::format("<path class=\"token\" d=\"M{} {}v5H{}v-5\"/>", from, top, to);
  append_label_at((from + to) / 2, top + 17, 0, sentence_.text(token.form), out);
}

SvgDrawing ArcPicture::draw() const {
  SvgDrawing drawing{width(), height(), {}};
  std::string& out = drawing.body;
  for (std::size_t i = 0; i < layout_.arcs.size(); ++i) append_arc(i, out);
  for (const std::int32_t word : layout_.roots) append_root(word, out);
  // Labels after all lines, none of which may run through them.
  for (const Arc& arc : layout_.arcs) append_label(arc, out);
  for (std::int32_t word = 1; word <= sentence_.size(); ++word) append_word(word, out);
  for (const MultiwordToken& token : sentence_.multiword_tokens()) append_token(token, out);
  return drawing;
}

}  // namespace

SvgDrawing draw_arcs_svg(const Sentence& sentence, std::int32_t marked) { return ArcPicture(sentence, marked).draw(); }

}  // namespace espalier::treebank
