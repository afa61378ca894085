// Proposals put into sentences.
//
// Idea: all proposals for a sentence at once, since they were made of whole trees (a word that becomes the root and the
// root that comes below it belong together); where that is no tree, one after the other, the likeliest first.
// Brackets likewise: one that moves is one that goes and one that comes.
// Invariant: a sentence that was a tree stays one, with as many words on the root.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "curation/span_tree.h"
#include "espalier/treebank_errors.h"
#include "parsing/model_output.h"

namespace espalier {
namespace {

using Proposals = std::vector<const Suspect*>;

std::map<std::size_t, Proposals> by_sentence(const std::vector<Suspect>& suspects) {
  std::map<std::size_t, Proposals> out;
  for (const Suspect& each : suspects) out[each.sentence].push_back(&each);
  return out;
}

std::string as_text(const Attachment& attachment) { return fmt::format("{}:{}", attachment.head, attachment.deprel); }

void put(const Suspect& suspect, Sentence& sentence) {
  if (sentence.deps(suspect.word) == as_text(suspect.gold)) {
    sentence.set(suspect.word, Column::kDeps, as_text(suspect.proposed));
  }
  sentence.set_head(suspect.word, suspect.proposed.head);
  sentence.set(suspect.word, Column::kDeprel, suspect.proposed.deprel);
}

bool is_fine(const std::vector<std::int32_t>& heads, std::span<const std::int32_t> before) {
  return check_heads(heads).fault == TreeFault::kNone &&
         std::count(heads.begin(), heads.end(), 0) == std::count(before.begin(), before.end(), 0);
}

/// All proposals, where `state` with them is fine; else those that can be made one after the other. `make` makes one.
template <class State, class Make, class IsFine>
Proposals fitting(const Proposals& proposals, State& state, const Make& make, const IsFine& is_fine) {
  State all = state;
  for (const Suspect* each : proposals) make(*each, all);
  if (is_fine(all)) {
    state = std::move(all);
    return proposals;
  }
  Proposals out;
  for (const Suspect* each : proposals) {
    State one = state;
    make(*each, one);
    if (!is_fine(one)) continue;
    state = std::move(one);
    out.push_back(each);
  }
  return out;
}

Proposals correct_heads(const Proposals& proposals, Sentence& sentence) {
  std::vector<std::int32_t> heads(sentence.heads().begin(), sentence.heads().end());
  Proposals made = fitting(
      proposals, heads,
      [](const Suspect& each, auto& into) { into[static_cast<std::size_t>(each.word)] = each.proposed.head; },
      [&](const auto& changed) { return is_fine(changed, sentence.heads()); });
  for (const Suspect* each : made) put(*each, sentence);
  return made;
}

Proposals correct_brackets(const Proposals& proposals, Sentence& sentence) {
  curation::SpanTree brackets = curation::span_tree_of(sentence.constituents());
  Proposals made = fitting(
      proposals, brackets,
      [](const Suspect& each, auto& into) {
        curation::set_label(into, {each.word, each.last}, each.proposed.deprel);
      },
      [&](const auto& changed) { return curation::tree_of(changed, sentence.size()).has_value(); });
  if (!made.empty()) sentence.constituents() = curation::tree_of(brackets, sentence.size()).value();
  return made;
}

}  // namespace

CorrectionCounts correct(const std::vector<Suspect>& suspects, std::vector<Sentence>& sentences) {
  CorrectionCounts counts;
  for (const auto& [place, proposals] : by_sentence(suspects)) {
    const bool are_brackets = proposals.front()->last > 0;
    const Proposals made =
        are_brackets ? correct_brackets(proposals, sentences[place]) : correct_heads(proposals, sentences[place]);
    counts.made += made.size();
    counts.left_out += proposals.size() - made.size();
  }
  return counts;
}

void suggest(const std::vector<Suspect>& suspects, std::vector<Sentence>& sentences) {
  std::string scratch;
  for (const Suspect& each : suspects) {
    parsing::set_misc(sentences[each.sentence], each.word, "Suggest", as_text(each.proposed), scratch);
  }
}

}  // namespace espalier
