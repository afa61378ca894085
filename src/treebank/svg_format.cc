// Drawings as SVG. Each piece is an <svg> element of its own; a document holds them one below the other.
//
// A piece starts with kOpening and its size, which is all that compose() reads of it; the style sheet, which a piece
// also brings so that it can stand alone, is taken out there and put into the document once. There are no ids in a
// drawing, so none can clash.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "report/escape.h"
#include "treebank/drawing.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kOpening = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"espalier\" width=\"";
constexpr std::string_view kStyleBegin = "<style>";
constexpr std::string_view kStyleEnd = "</style>\n";

// Every colour twice: programs that know no variables take the first. Contrast with the paper is 4.5:1 at least.
constexpr std::string_view kStyle = R"css(
.espalier{--paper-of-tree:var(--espalier-paper,#fff);--ink-of-tree:var(--espalier-ink,#1f2328);--soft-of-tree:var(--espalier-soft,#59636e);--line-of-tree:var(--espalier-line,#3b6ea5);--accent-of-tree:var(--espalier-accent,#a3480f);font-family:system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.espalier{--paper-of-tree:var(--espalier-paper,#14171a);--ink-of-tree:var(--espalier-ink,#e6e9ec);--soft-of-tree:var(--espalier-soft,#9aa4ae);--line-of-tree:var(--espalier-line,#7fb2e5);--accent-of-tree:var(--espalier-accent,#f0a070)}}
.espalier .paper{fill:#fff;fill:var(--paper-of-tree);stroke:none}
.espalier text{fill:#1f2328;fill:var(--ink-of-tree)}
.espalier .word{font-size:18px}
.espalier .tag{font-size:12px;fill:#59636e;fill:var(--soft-of-tree)}
.espalier .label{font-size:12px}
.espalier .category{font-size:15px;font-weight:600}
.espalier .line,.espalier .edge,.espalier .token{fill:none;stroke:#3b6ea5;stroke:var(--line-of-tree);stroke-width:1.5}
.espalier .edge,.espalier .token{stroke:#59636e;stroke:var(--soft-of-tree);stroke-width:1.2}
.espalier .edge.head{stroke-width:2.4}
.espalier .arrow{fill:#3b6ea5;fill:var(--line-of-tree)}
.espalier .root .line{stroke:#1f2328;stroke:var(--ink-of-tree)}
.espalier .root .arrow{fill:#1f2328;fill:var(--ink-of-tree)}
.espalier .root .label{font-weight:600}
.espalier .crossing .line{stroke:#a3480f;stroke:var(--accent-of-tree);stroke-dasharray:6 3}
.espalier .crossing .arrow{fill:#a3480f;fill:var(--accent-of-tree)}
)css";

/// The number after the first `name` in a piece, which starts with a tag of our own making.
int number_after(std::string_view piece, std::string_view name) {
  const std::size_t at = piece.find(name) + name.size();
  int value = 0;
  std::from_chars(piece.data() + at, piece.data() + piece.size(), value);
  return value;
}

std::string description(const Sentence& sentence, const WriteOptions& options) {
  if (draws_constituents(sentence, options)) return {};
  std::string relations;
  triples_format().piece(sentence, options, relations);
  while (relations.ends_with('\n')) relations.pop_back();
  std::replace(relations.begin(), relations.end(), '\n', ' ');
  return relations;
}

class SvgFormat final : public Format {
 public:
  std::string_view name() const override { return "svg"; }
  bool can_read() const override { return false; }
  bool is_composed() const override { return true; }

  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    out += svg_element(sentence, options, true);
  }

  void compose(const std::vector<std::string>& pieces, const WriteOptions&, std::string& out) const override {
    if (pieces.size() == 1) {
      out += pieces.front();
      return;
    }
    int width = 0;
    int height = 0;
    for (const std::string& piece : pieces) {
      width = std::max(width, number_after(piece, " width=\""));
      height += number_after(piece, " height=\"");
    }
    out +=
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
                    width, height);
    out += fmt::format("{}{}{}", kStyleBegin, kStyle, kStyleEnd);
    int y = 0;
    for (const std::string& piece : pieces) {
      append_at(piece, y, out);
      y += number_after(piece, " height=\"");
    }
    out += "</svg>\n";
  }

 private:
  static void append_at(std::string_view piece, int y, std::string& out) {
    const std::size_t style = piece.find(kStyleBegin);
    const std::size_t rest = piece.find(kStyleEnd) + kStyleEnd.size();
    out += fmt::format("<svg y=\"{}\" {}", y, piece.substr(5, style - 5));
    out += piece.substr(rest);
  }
};

}  // namespace

std::string_view svg_style() { return kStyle; }

std::string svg_element(const Sentence& sentence, const WriteOptions& options, bool with_style,
                        const MarkedPart& marked) {
  const SvgDrawing drawing = draws_constituents(sentence, options) ? draw_constituents_svg(sentence, marked)
                                                                   : draw_arcs_svg(sentence, marked.first);
  const std::string text = report::escaped(sentence_text(sentence));
  const std::string_view id = sentence_name(sentence);
  std::string out(kOpening);
  out += fmt::format("{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2}\">\n", drawing.width,
                     drawing.height, text);
  if (with_style) out += fmt::format("{}{}{}", kStyleBegin, kStyle, kStyleEnd);
  out += fmt::format("<title>{}</title>\n", id.empty() ? text : report::escaped(id));
  if (const std::string words = description(sentence, options); !words.empty()) {
    out += fmt::format("<desc>{}</desc>\n", report::escaped(words));
  }
  out += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", drawing.width, drawing.height);
  out += drawing.body;
  out += "</svg>\n";
  return out;
}

const Format& svg_format() {
  static const SvgFormat format;
  return format;
}

}  // namespace espalier::treebank
