#include "report/svg.h"

#include <fmt/format.h>

#include <array>

#include "base/unicode.h"
#include "report/escape.h"
#include "report/table_formats.h"

namespace espalier::report {
namespace {

// Colours are plain rules and not CSS variables: converters such as librsvg do not know variables. Series colours are
// those of Okabe and Ito (2008) with a purple and a grey for yellow and black, made lighter for dark pages. The
// selectors are the same in all plots, so many of them in one page do not disturb one another.
constexpr std::string_view kPlotStyle = R"css(<style>
.espalier-plot{color:#1f2328;font-family:system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif;font-size:12px}
.espalier-plot text{fill:currentColor}
.espalier-plot .paper{fill:#fff}
.espalier-plot .halo{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
.espalier-plot .soft{color:#59636e}
.espalier-plot .grid{color:#dde3e9}
.espalier-plot .s0{color:#0072b2}
.espalier-plot .s1{color:#d55e00}
.espalier-plot .s2{color:#009e73}
.espalier-plot .s3{color:#cc79a7}
.espalier-plot .s4{color:#e69f00}
.espalier-plot .s5{color:#56b4e9}
.espalier-plot .s6{color:#7b5ea7}
.espalier-plot .s7{color:#7a7f85}
@media (prefers-color-scheme:dark){
.espalier-plot{color:#e6e9ec}
.espalier-plot .paper{fill:#14171a}
.espalier-plot .halo{stroke:#14171a}
.espalier-plot .soft{color:#9aa4ae}
.espalier-plot .grid{color:#2b3138}
.espalier-plot .s0{color:#4aa8e0}
.espalier-plot .s1{color:#ff8746}
.espalier-plot .s2{color:#2cc79b}
.espalier-plot .s3{color:#e79cc5}
.espalier-plot .s4{color:#f0b83e}
.espalier-plot .s5{color:#a3d8f7}
.espalier-plot .s6{color:#b09ad6}
.espalier-plot .s7{color:#aab0b6}
}
</style>
)css";

constexpr std::size_t kColours = 8;
constexpr std::size_t kMarkers = 6;
constexpr std::array<std::string_view, 5> kDashes = {"", "7 3", "2 3", "9 3 2 3", "4 2"};

std::string_view anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::kMiddle:
      return "middle";
    case Anchor::kEnd:
      return "end";
    case Anchor::kStart:
      break;
  }
  return "start";
}

/// Outline of marker `shape` with half-width `s`, centred on the origin.
std::string marker_path(std::size_t shape, double s) {
  const std::string a = coordinate(s);
  const std::string d = coordinate(2 * s);
  switch (shape) {
    case 1:
      return fmt::format("m-{0} -{0}h{1}v{1}h-{1}z", a, d);
    case 2:
      return fmt::format("m0 -{0}l{0} {1}h-{1}z", coordinate(s * 1.2), coordinate(s * 2.4));
    case 3:
      return fmt::format("m0 -{0}l{0} {0}l-{0} {0}l-{0} -{0}z", coordinate(s * 1.3));
    case 4:
      return fmt::format("m0 {0}l-{0} -{1}h{1}z", coordinate(s * 1.2), coordinate(s * 2.4));
    default:
      return fmt::format("m-{0} -{0}l{1} {1}m0 -{1}l-{1} {1}", a, d);
  }
}

}  // namespace

std::string coordinate(double value) {
  std::string out = fixed(value, 2);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out.empty() ? "0" : out;
}

double text_width(std::string_view text, double font_size) { return base::display_width(text) * font_size * 0.6; }

std::string shortened(std::string_view text, double width, double font_size) {
  if (text_width(text, font_size) <= width) return std::string(text);
  std::size_t end = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    base::decode(text, at);
    if (text_width(text.substr(0, at), font_size) + font_size * 0.6 > width) break;
    end = at;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, double width, double font_size) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    if (word.empty()) continue;
    if (lines.empty() || text_width(lines.back(), font_size) + text_width(word, font_size) + font_size * 0.6 > width) {
      lines.emplace_back(word);
    } else {
      lines.back() += ' ';
      lines.back() += word;
    }
  }
  return lines;
}

void append_text(std::string& out, double x, double y, Anchor anchor, std::string_view text,
                 std::string_view attributes) {
  out += fmt::format("<text x=\"{}\" y=\"{}\"", coordinate(x), coordinate(y));
  if (anchor != Anchor::kStart) out += fmt::format(" text-anchor=\"{}\"", anchor_name(anchor));
  out += attributes;
  out += '>';
  append_escaped(out, text);
  out += "</text>\n";
}

void append_line(std::string& out, double x1, double y1, double x2, double y2, std::string_view attributes) {
  out += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"currentColor\"{}/>\n", coordinate(x1),
                     coordinate(y1), coordinate(x2), coordinate(y2), attributes);
}

void append_tooltip(std::string& out, std::string_view text) {
  if (text.empty()) return;
  out += "<title>";
  append_escaped(out, text);
  out += "</title>";
}

void append_marker(std::string& out, std::size_t index, double x, double y, double size, std::string_view tooltip) {
  const std::size_t shape = index % kMarkers;
  if (shape == 0) {
    out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"currentColor\">", coordinate(x), coordinate(y),
                       coordinate(size));
    append_tooltip(out, tooltip);
    out += "</circle>\n";
    return;
  }
  const bool open = shape == kMarkers - 1;
  out += fmt::format("<path d=\"M{} {}{}\" {}>", coordinate(x), coordinate(y), marker_path(shape, size),
                     open ? "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"" : "fill=\"currentColor\"");
  append_tooltip(out, tooltip);
  out += "</path>\n";
}

std::string series_class(std::size_t index) { return fmt::format(" class=\"s{}\"", index % kColours); }

std::string series_dash(std::size_t index) {
  const std::string_view dash = kDashes[index % kDashes.size()];
  return dash.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dash);
}

std::string_view plot_style() { return kPlotStyle; }

}  // namespace espalier::report
