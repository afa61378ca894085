// Proposals put into sentences.
//
// Idea: all proposals for a sentence at once, since they were made of whole trees (a word that becomes the root and the
// root that comes below it belong together); where that is no tree, one after the other, the likeliest first.
// Invariant: a sentence that was a tree stays one, with as many words on the root.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

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

/// Those that can be made.
Proposals fitting(const Proposals& proposals, std::span<const std::int32_t> before) {
  std::vector<std::int32_t> heads(before.begin(), before.end());
  for (const Suspect* each : proposals) heads[static_cast<std::size_t>(each->word)] = each->proposed.head;
  if (is_fine(heads, before)) return proposals;
  Proposals out;
  heads.assign(before.begin(), before.end());
  for (const Suspect* each : proposals) {
    std::int32_t& head = heads[static_cast<std::size_t>(each->word)];
    const std::int32_t was = std::exchange(head, each->proposed.head);
    if (is_fine(heads, before)) {
      out.push_back(each);
    } else {
      head = was;
    }
  }
  return out;
}

}  // namespace

CorrectionCounts correct(const std::vector<Suspect>& suspects, std::vector<Sentence>& sentences) {
  CorrectionCounts counts;
  for (const auto& [place, proposals] : by_sentence(suspects)) {
    const Proposals made = fitting(proposals, sentences[place].heads());
    for (const Suspect* each : made) put(*each, sentences[place]);
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
