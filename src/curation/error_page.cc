// Suspects for the eye: both trees of each, one above the other where the window is narrow, with a filter.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "curation/span_tree.h"
#include "espalier/treebank_errors.h"
#include "report/escape.h"
#include "report/page.h"
#include "treebank/drawing.h"

namespace espalier {
namespace {

using report::escaped;

constexpr std::int32_t kWordsInHeading = 8;

constexpr std::string_view kStyle =
    R"css(.espalier{--espalier-paper:var(--paper);--espalier-ink:var(--ink);--espalier-soft:var(--soft)}
.pair{display:flex;flex-wrap:wrap;gap:1rem}
.pair>figure{margin:.5rem 0;max-width:100%;min-width:0;flex:1 1 30rem}
.tree{overflow-x:auto}
.marked .line{stroke:var(--mark);stroke-width:2.5}
.marked .arrow{fill:var(--mark)}
.espalier .category.marked,.espalier .word.marked{fill:var(--mark)}
:root{--mark:#b3261e}
@media (prefers-color-scheme:dark){:root{--mark:#ff8a80}}
.pair svg{max-width:none;display:block}
.case{border-top:1px solid var(--soft);padding:.5rem 0}
.case[hidden]{display:none}
.filter{position:sticky;top:0;background:var(--paper);padding:.5rem 0;z-index:1}
.filter label{margin-right:1rem}
)css";

// All that the filter needs is in the data of each case; without scripts all cases are shown. Long sentences are
// scrolled to the arc or words in question.
constexpr std::string_view kScript = R"js((() => {
  const relation = document.getElementById('relation');
  const least = document.getElementById('least');
  const cases = [...document.querySelectorAll('.case')];
  for (const tree of document.querySelectorAll('.tree')) {
    const boxes = [...tree.querySelectorAll('.marked')].map((one) => one.getBBox());
    if (boxes.length === 0) continue;
    const left = Math.min(...boxes.map((box) => box.x));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    tree.scrollLeft = (left + right - tree.clientWidth) / 2;
  }
  const show = () => {
    let shown = 0;
    for (const one of cases) {
      const fits = (relation.value === '' || one.dataset.gold === relation.value ||
                    one.dataset.proposed === relation.value) &&
                   (least.value === '' || Number(one.dataset.score) >= Number(least.value));
      one.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    document.getElementById('shown').textContent = shown + ' of ' + cases.length;
  };
  relation.addEventListener('change', show);
  least.addEventListener('input', show);
  show();
})();
)js";

std::string filter_of(const ErrorResult& result, std::size_t most) {
  const std::vector<Suspect>& suspects = result.suspects;
  std::set<std::string> relations;
  for (std::size_t i = 0; i < std::min(most, suspects.size()); ++i) {
    relations.insert(suspects[i].gold.deprel);
    relations.insert(suspects[i].proposed.deprel);
  }
  relations.erase("");
  std::string out =
      fmt::format("<form class=\"filter\"><label>{} <select id=\"relation\"><option value=\"\">all</option>",
                  result.brackets ? "label" : "relation");
  for (const std::string& each : relations) out += fmt::format("<option>{}</option>", escaped(each));
  return out +
         "</select></label><label>score at least <input id=\"least\" type=\"number\" step=\"0.5\"></label>"
         "<output id=\"shown\"></output></form>\n";
}

std::string figure_of(const Sentence& sentence, const Suspect& suspect, const std::string& caption) {
  WriteOptions options;
  options.constituents = suspect.last > 0;
  const treebank::MarkedPart marked{suspect.word, suspect.last};
  return fmt::format("<figure><div class=\"tree\" tabindex=\"0\">\n{}</div><figcaption>{}</figcaption></figure>\n",
                     treebank::svg_element(sentence, options, false, marked), escaped(caption));
}

std::string attachment_text(const Sentence& sentence, const Suspect& suspect, const Attachment& attachment) {
  if (suspect.last > 0) return attachment.deprel.empty() ? "no bracket" : attachment.deprel;
  const std::string head = attachment.head > 0 ? std::string(sentence.form(attachment.head)) : "root";
  return fmt::format("{} ← {} {}", attachment.deprel, attachment.head, head);
}

/// What stands in the heading of a case.
std::string words_of(const Sentence& sentence, const Suspect& suspect) {
  std::string out = std::to_string(suspect.word);
  if (suspect.last > suspect.word) out += fmt::format("–{}", suspect.last);
  for (std::int32_t word = suspect.word; word <= std::max(suspect.word, suspect.last); ++word) {
    if (word == suspect.word + kWordsInHeading) return out + " …";
    out += " " + std::string(sentence.form(word));
  }
  return out;
}

/// Alone, one proposal may be no tree: drawings take any heads, and brackets make way for one that they cross.
void propose(const Suspect& suspect, Sentence& sentence) {
  if (suspect.last == 0) {
    sentence.set_head(suspect.word, suspect.proposed.head);
    sentence.set(suspect.word, Column::kDeprel, suspect.proposed.deprel);
    return;
  }
  const curation::Span span{suspect.word, suspect.last};
  curation::SpanTree brackets = curation::span_tree_of(sentence.constituents());
  if (!suspect.proposed.deprel.empty()) {
    std::erase_if(brackets, [&](const curation::Bracket& each) { return each.span.crosses(span); });
  }
  curation::set_label(brackets, span, suspect.proposed.deprel);
  if (const auto tree = curation::tree_of(brackets, sentence.size())) sentence.constituents() = *tree;
}

std::string case_of(const ErrorResult& result, std::size_t rank) {
  const Suspect& suspect = result.suspects[rank];
  Sentence sentence = result.sentences[suspect.sentence];
  const std::string place = fmt::format("{}:{}", suspect.place.file, suspect.place.line);
  std::string out = fmt::format(
      "<section class=\"case\" data-gold=\"{}\" data-proposed=\"{}\" data-score=\"{:.3f}\">\n<h2>{}. {} "
      "({:.2f})</h2>\n",
      escaped(suspect.gold.deprel), escaped(suspect.proposed.deprel), suspect.score, rank + 1,
      escaped(words_of(sentence, suspect)), suspect.score);
  out +=
      fmt::format("<p>{} {}</p>\n<div class=\"pair\">\n", escaped(place), escaped(treebank::sentence_name(sentence)));
  out += figure_of(sentence, suspect, "treebank: " + attachment_text(sentence, suspect, suspect.gold));
  const std::string caption = "proposed: " + attachment_text(sentence, suspect, suspect.proposed);
  propose(suspect, sentence);
  return out + figure_of(sentence, suspect, caption) + "</div>\n</section>\n";
}

}  // namespace

std::string error_page(const ErrorResult& result, std::size_t most) {
  const std::size_t shown = std::min(most, result.suspects.size());
  std::string out =
      result.brackets
          ? fmt::format(
                "<p>{} brackets are suspect, or missing, beside {} of the treebank; here are the first {}.</p>\n",
                result.suspects.size(), result.words, shown)
          : fmt::format("<p>{} of {} words are suspect; here are the first {}.</p>\n", result.suspects.size(),
                        result.words, shown);
  out += filter_of(result, shown);
  for (std::size_t i = 0; i < shown; ++i) out += case_of(result, i);
  // No string of the treebank can have what it is a part of as its nonce.
  const std::string nonce = fmt::format("{:016x}", base::hash(out));
  return report::page_begin(
             result.brackets ? "Brackets that parsers do not believe" : "Words that parsers do not believe",
             std::string(treebank::svg_style()) + std::string(kStyle), nonce) +
         out + fmt::format("<script nonce=\"{}\">\n{}</script>\n", nonce, kScript) + report::page_end();
}

}  // namespace espalier
