#include "report/page.h"

#include <fmt/format.h>

#include "report/escape.h"

namespace espalier::report {
namespace {

// The palette of pages; plots carry the same values (plot_frame.cc) so that they also stand alone.
constexpr std::string_view kStyle =
    R"css(:root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--wash:#f6f8fa;--link:#0066b3}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e6e9ec;--soft:#9aa4ae;--line:#343b42;--wash:#1c2126;--link:#6cb6ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif}
main{max-width:76rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.25rem;line-height:1.3;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
p{max-width:46rem;margin:.75rem 0}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
table{display:block;overflow-x:auto;max-width:100%;width:max-content;border-collapse:collapse;margin:1rem 0;font-size:.9375rem;font-variant-numeric:tabular-nums}
caption{text-align:start;font-weight:600;padding:.25rem .25rem .5rem}
th,td{padding:.25rem .75rem;text-align:start;vertical-align:baseline;border-bottom:1px solid var(--line);unicode-bidi:plaintext}
thead th{border-bottom:2px solid var(--soft);white-space:nowrap}
tbody th{font-weight:400}
tr.rule>*{border-top:2px solid var(--soft)}
tbody tr:hover>*{background:var(--wash)}
.n{text-align:right;white-space:nowrap}
.c{text-align:center}
figure{margin:1.25rem 0}
figure>svg{max-width:100%;height:auto}
figcaption{color:var(--soft);font-size:.875rem;max-width:46rem}
.figures{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start}
.figures>figure{margin:.5rem 0;max-width:100%}
@media print{nav{display:none}h2{break-after:avoid}figure,tr{break-inside:avoid}}
)css";

}  // namespace

std::string page_begin(std::string_view title, std::string_view style, std::string_view nonce) {
  const std::string name = escaped(title);
  std::string out;
  out += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  // Nothing is ever loaded, and nothing run but what has the nonce, whatever strings of a treebank end up in the page.
  out +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src "
      "data:";
  if (!nonce.empty()) out.append("; script-src 'nonce-").append(nonce).append("'");
  out += "\">\n";
  out +=
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" "
      "content=\"Espalier\">\n";
  out += "<title>" + name + "</title>\n<style>\n";
  out += kStyle;
  if (!style.empty()) {
    out += style;
    if (style.back() != '\n') out += '\n';
  }
  out += "</style>\n</head>\n<body>\n<main>\n<h1>" + name + "</h1>\n";
  return out;
}

std::string page_end() { return "</main>\n</body>\n</html>\n"; }

Page& Page::section(std::string_view heading) {
  if (in_section_) body_ += "</section>\n";
  in_section_ = true;
  headings_.emplace_back(heading);
  body_ += fmt::format("<section id=\"s{}\">\n<h2>{}</h2>\n", headings_.size(), escaped(heading));
  return *this;
}

Page& Page::text(std::string_view paragraph) {
  body_ += "<p>" + escaped(paragraph) + "</p>\n";
  return *this;
}

Page& Page::table(const Table& table) {
  body_ += render(table, TableFormat::kHtml);
  return *this;
}

Page& Page::figure(std::string_view svg, std::string_view caption) {
  body_ += "<figure>\n";
  // Inside HTML the declaration of a stand-alone file has no place.
  if (svg.starts_with("<?xml")) svg.remove_prefix(svg.find("?>") + 2);
  body_ += svg;
  if (!caption.empty()) body_ += "<figcaption>" + escaped(caption) + "</figcaption>\n";
  body_ += "</figure>\n";
  return *this;
}

Page& Page::figures_begin() { return raw("<div class=\"figures\">\n"); }

Page& Page::figures_end() { return raw("</div>\n"); }

Page& Page::raw(std::string_view html) {
  body_ += html;
  return *this;
}

Page& Page::style(std::string_view css) {
  style_ += css;
  return *this;
}

std::string Page::html() const {
  std::string out = page_begin(title_, style_);
  if (headings_.size() > 1) {
    out += "<nav aria-label=\"Sections\"><ul>\n";
    for (std::size_t i = 0; i < headings_.size(); ++i) {
      out += fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", i + 1, escaped(headings_[i]));
    }
    out += "</ul></nav>\n";
  }
  out += body_;
  if (in_section_) out += "</section>\n";
  return out + page_end();
}

}  // namespace espalier::report
