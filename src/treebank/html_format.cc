// A stand-alone page: each sentence with its name, its text, its drawing and its columns, folded.
#include <fmt/format.h>

#include "espalier/report.h"
#include "report/escape.h"
#include "report/page.h"
#include "treebank/drawing.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

// The drawings take the colours of the page; those wider than the page are scrolled, not shrunk.
constexpr std::string_view kPageStyle =
    R"css(.espalier{--espalier-paper:var(--paper);--espalier-ink:var(--ink);--espalier-soft:var(--soft)}
figure.drawing{overflow-x:auto;margin:.5rem 0 1rem}
figure.drawing>svg{max-width:none;display:block}
.sentence>p{font-size:1.125rem;max-width:none}
details{margin:.5rem 0 1.5rem}
summary{cursor:pointer;color:var(--link)}
)css";

report::TableRow& add_row(report::Table& table, std::string id, std::string_view form) {
  report::TableRow& row = table.add({report::Cell(std::move(id)), report::Cell(form)});
  row.cells.resize(table.columns.size());
  return row;
}

void add_word(const Sentence& sentence, std::int32_t word, report::Table& table) {
  const std::int32_t head = sentence.head(word);
  table.add({report::Cell(std::to_string(word)), report::Cell(sentence.form(word)), report::Cell(sentence.lemma(word)),
             report::Cell(sentence.upos(word)), report::Cell(sentence.xpos(word)), report::Cell(sentence.feats(word)),
             report::Cell(head == kNoHead ? std::string() : std::to_string(head)), report::Cell(sentence.deprel(word)),
             report::Cell(sentence.deps(word)), report::Cell(sentence.misc(word))});
}

void add_multiword_token(const Sentence& sentence, const MultiwordToken& token, report::Table& table) {
  report::TableRow& row = add_row(table, fmt::format("{}-{}", token.first, token.last), sentence.text(token.form));
  row.cells[5] = report::Cell(sentence.text(token.feats));
  row.cells[9] = report::Cell(sentence.text(token.misc));
}

void add_empty_node(const Sentence& sentence, const EmptyNode& node, report::Table& table) {
  const auto field = [&](Column column) { return sentence.text(node.fields[static_cast<std::size_t>(column)]); };
  table.add({report::Cell(fmt::format("{}.{}", node.after, node.index)), report::Cell(field(Column::kForm)),
             report::Cell(field(Column::kLemma)), report::Cell(field(Column::kUpos)),
             report::Cell(field(Column::kXpos)), report::Cell(field(Column::kFeats)), report::Cell(),
             report::Cell(field(Column::kDeprel)), report::Cell(field(Column::kDeps)),
             report::Cell(field(Column::kMisc))});
}

/// All lines of the sentence in the order of CoNLL-U.
report::Table columns_of(const Sentence& sentence) {
  report::Table table;
  for (const char* name : {"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"}) {
    table.columns.push_back({name, report::Align::kLeft, 0});
  }
  auto token = sentence.multiword_tokens().begin();
  auto node = sentence.empty_nodes().begin();
  for (std::int32_t word = 0; word <= sentence.size(); ++word) {
    if (token != sentence.multiword_tokens().end() && token->first == word) {
      add_multiword_token(sentence, *token++, table);
    }
    if (word > 0) add_word(sentence, word, table);
    while (node != sentence.empty_nodes().end() && node->after == word) add_empty_node(sentence, *node++, table);
  }
  return table;
}

class HtmlFormat final : public Format {
 public:
  std::string_view name() const override { return "html"; }
  bool can_read() const override { return false; }

  void prologue(const Sentence*, const WriteOptions&, std::string& out) const override {
    out += report::page_begin("Trees", std::string(svg_style()) + std::string(kPageStyle));
  }

  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    out += "<section class=\"sentence\">\n";
    if (const std::string_view id = sentence_name(sentence); !id.empty()) {
      out += fmt::format("<h2>{}</h2>\n", report::escaped(id));
    }
    out += fmt::format("<p dir=\"auto\">{}</p>\n", report::escaped(sentence_text(sentence)));
    out +=
        fmt::format("<figure class=\"drawing\" tabindex=\"0\">\n{}</figure>\n", svg_element(sentence, options, false));
    out += fmt::format("<details><summary>Columns</summary>\n{}</details>\n</section>\n",
                       report::render(columns_of(sentence), report::TableFormat::kHtml));
  }

  void epilogue(const WriteOptions&, std::string& out) const override { out += report::page_end(); }
};

}  // namespace

const Format& html_format() {
  static const HtmlFormat format;
  return format;
}

}  // namespace espalier::treebank
