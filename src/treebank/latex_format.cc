// A LaTeX document: tikz-dependency for dependencies, forest for constituents.
//
// With pdfLaTeX it sets what the T1 fonts hold; for other scripts LuaLaTeX or XeLaTeX take a system font, chosen in one
// place of the preamble. Drawings wider than the page are scaled down to it.
#include <fmt/format.h>

#include "base/unicode.h"
#include "treebank/arc_layout.h"
#include "treebank/constituent_layout.h"
#include "treebank/constituents.h"
#include "treebank/drawing.h"
#include "treebank/format.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kPreamble = R"tex(\documentclass{article}
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
\else
  \usepackage{fontspec}
  % A font with the script of the treebank, for example:
  % \setmainfont{Noto Serif}
\fi
\usepackage{adjustbox}
\usepackage{tikz-dependency}
\usepackage{forest}
\setlength{\parindent}{0pt}
\begin{document}
)tex";

// In ex. The package's own heights let long arcs and crossing ones run over one another.
constexpr int kLevelHeight = 3;

std::string_view escape_of(char32_t c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '{':
      return "\\{";
    case '}':
      return "\\}";
    case '$':
      return "\\$";
    case '&':
      return "\\symbol{38}";  // deptext takes \& for its column separator
    case '#':
      return "\\#";
    case '%':
      return "\\%";
    case '_':
      return "\\_";
    case '^':
      return "\\textasciicircum{}";
    case '~':
      return "\\textasciitilde{}";
    // Straight quotes, hyphens and the like would turn into ligatures.
    case '"':
      return "\\textquotedbl{}";
    case '\'':
      return "\\textquotesingle{}";
    case '`':
      return "\\textasciigrave{}";
    case '-':
      return "{-}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    default:
      return {};
  }
}

/// In braces, so that nothing in it has a meaning to the environments around it.
std::string tex(std::string_view text) {
  std::string out = "{";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t c = base::decode(text, at);
    if (const std::string_view escape = escape_of(c); !escape.empty()) {
      out += escape;
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFD) {
      out += '?';  // fonts have no sign for what cannot be shown
    } else {
      out += text.substr(start, at - start);
    }
  }
  return out + "}";
}

/// One row of the words: what `cell` says of each.
template <class Cell>
void append_row(const Sentence& sentence, Cell&& cell, std::string& out) {
  out += "    ";
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (word > 1) out += " \\& ";
    out += tex(cell(word));
  }
  out += " \\\\\n";
}

void append_dependencies(const Sentence& sentence, std::string& out) {
  const ArcLayout layout = lay_out_arcs(sentence.heads());
  out += "\\begin{dependency}\n  \\begin{deptext}[column sep=1em]\n";
  append_row(
      sentence, [&](std::int32_t word) { return sentence.form(word); }, out);
  append_row(
      sentence, [&](std::int32_t word) { return tag_under_word(sentence, word); }, out);
  out += "  \\end{deptext}\n";
  for (const std::int32_t word : layout.roots) {
    out += fmt::format("  \\deproot[edge height={}ex]{{{}}}{}\n", kLevelHeight * (layout.levels + 1), word,
                       tex(drawn_label(sentence, word)));
  }
  for (const Arc& arc : layout.arcs) {
    out += fmt::format("  \\depedge[edge height={}ex{}]{{{}}}{{{}}}{}\n", kLevelHeight * arc.level,
                       arc.projective ? "" : ",edge style={dashed}", arc.head, arc.dependent,
                       tex(drawn_label(sentence, arc.dependent)));
  }
  out += "\\end{dependency}%\n";
}

/// Forest sets children side by side: words of discontinuous constituents get their numbers.
void append_constituents(const Sentence& sentence, std::string& out) {
  require_constituents(sentence);
  const ConstituentTree tree = drawn_tree(sentence.constituents());
  const bool with_indices = !is_in_word_order(tree);
  out += "\\begin{forest} for tree={s sep=1em}\n";
  std::int32_t level = 0;
  for (std::int32_t i = 0; i != ConstituentTree::kNone;) {
    const ConstituentTree::Node& node = tree.node(i);
    out.append(2 * static_cast<std::size_t>(level), ' ');
    if (node.is_leaf()) {
      const std::string index = with_indices ? fmt::format("$_{{{}}}$", node.word) : std::string();
      out += fmt::format("[{} [{{{}{}}}, tier=word]]", tex(tag_of(sentence, node.word)), tex(sentence.form(node.word)),
                         index);
    } else {
      out += fmt::format("[{}", tex(drawn_category(tree, i)));
    }
    const std::int32_t next = next_in_depth_first_order(tree, i);
    if (node.first_child != ConstituentTree::kNone) {
      ++level;
    } else {
      // Up to the parent of what comes next.
      const std::int32_t parent = next == ConstituentTree::kNone ? next : tree.node(next).parent;
      for (std::int32_t up = node.parent; up != parent; up = tree.node(up).parent, --level) out += ']';
    }
    out += '\n';
    i = next;
  }
  out += "\\end{forest}%\n";
}

class LatexFormat final : public Format {
 public:
  std::string_view name() const override { return "latex"; }
  bool can_read() const override { return false; }

  void prologue(const Sentence*, const WriteOptions&, std::string& out) const override { out += kPreamble; }

  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    if (sentence.empty()) return;
    if (const std::string_view id = sentence_name(sentence); !id.empty()) {
      out += fmt::format("\\textbf{}\\par\\smallskip\n", tex(id));
    }
    out += "\\begin{adjustbox}{max width=\\textwidth,max totalheight=0.9\\textheight}\n";
    if (draws_constituents(sentence, options)) {
      append_constituents(sentence, out);
    } else {
      append_dependencies(sentence, out);
    }
    out += "\\end{adjustbox}\\par\\bigskip\n\n";
  }

  void epilogue(const WriteOptions&, std::string& out) const override { out += "\\end{document}\n"; }
};

}  // namespace

const Format& latex_format() {
  static const LatexFormat format;
  return format;
}

}  // namespace espalier::treebank
