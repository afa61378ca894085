#include "treebank/check_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "espalier/tree.h"
#include "treebank/projectivity.h"

namespace espalier::treebank {
namespace {

constexpr std::array<std::string_view, 17> kTags = {"ADJ",   "ADP",   "ADV", "AUX",  "CCONJ", "DET",
                                                    "INTJ",  "NOUN",  "NUM", "PART", "PRON",  "PROPN",
                                                    "PUNCT", "SCONJ", "SYM", "VERB", "X"};
constexpr std::array<std::string_view, 37> kRelations = {
    "acl",      "advcl",     "advmod", "amod",       "appos", "aux",      "case",      "cc",         "ccomp", "clf",
    "compound", "conj",      "cop",    "csubj",      "dep",   "det",      "discourse", "dislocated", "expl",  "fixed",
    "flat",     "goeswith",  "iobj",   "list",       "mark",  "nmod",     "nsubj",     "nummod",     "obj",   "obl",
    "orphan",   "parataxis", "punct",  "reparandum", "root",  "vocative", "xcomp"};
constexpr std::array<std::string_view, 5> kLeftToRight = {"conj", "fixed", "flat", "goeswith", "appos"};

/// What may hang from function words, between blanks.
struct LeafRule {
  std::string_view relation;
  std::string_view allowed;
};
constexpr std::array kLeafRules = {
    LeafRule{"mark", " advmod obl goeswith fixed reparandum conj cc punct "},
    LeafRule{"case", " advmod obl goeswith fixed reparandum conj cc punct "},
    LeafRule{"aux", " goeswith fixed reparandum conj cc punct "},
    LeafRule{"cop", " goeswith fixed reparandum conj cc punct "},
    LeafRule{"cc", " goeswith fixed reparandum conj punct "},
    LeafRule{"fixed", " goeswith reparandum conj punct "},
    LeafRule{"goeswith", " "},
    LeafRule{"punct", " punct "},
};

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

template <class Array>
bool contains(const Array& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Reports each cycle once, at its first word; says whether there was one.
void check_cycles(const CheckedTree& tree, CheckReport& report) {
  const Domination domination(tree.heads);
  if (!domination.has_cycle()) return;
  std::vector<bool> is_told(tree.heads.size(), false);
  for (std::int32_t word = 1; word < domination.nodes(); ++word) {
    if (!domination.is_on_cycle(word) || is_told[at(word)]) continue;
    std::size_t length = 0;
    for (std::int32_t step = word; !is_told[at(step)]; step = tree.heads[at(step)], ++length) is_told[at(step)] = true;
    report.found(rule("cycle"), tree.lines[at(word)], fmt::format("a cycle of {} words through word {}", length, word));
  }
}

void check_roots(const CheckedTree& tree, CheckReport& report) {
  std::int32_t first_root = 0;
  bool has_unknown = false;
  for (std::int32_t word = 1; at(word) < tree.heads.size(); ++word) {
    has_unknown = has_unknown || tree.heads[at(word)] == kNoHead;
    if (tree.heads[at(word)] != 0) continue;
    if (first_root == 0) {
      first_root = word;
    } else if (tree.is_universal) {
      report.found(rule("several-roots"), tree.lines[at(word)],
                   fmt::format("word {} hangs from the root, as word {} does", word, first_root));
    }
  }
  if (first_root == 0 && !has_unknown) {
    // Without a root there is a cycle, which the same correction removes.
    const TreeCheck fault = check_heads(tree.heads);
    report.found(rule("no-root"), tree.lines[at(1)],
                 fmt::format("no word has head 0 (a cycle goes through word {})", fault.word));
  } else {
    check_cycles(tree, report);
  }
}

void check_labels(const CheckedTree& tree, CheckReport& report) {
  for (std::size_t word = 1; word < tree.heads.size(); ++word) {
    if (tree.heads[word] == kNoHead) continue;
    const std::string_view label = tree.labels[word];
    if (label == "_") {
      report.found(rule("deprel-missing"), tree.lines[word], "DEPREL is _");
    } else if (tree.is_universal && (universal_part(label) == "root") != (tree.heads[word] == 0)) {
      report.found(rule("root-label"), tree.lines[word],
                   tree.heads[word] == 0 ? fmt::format("HEAD is 0 but DEPREL is {}", label)
                                         : fmt::format("DEPREL is {} but HEAD is {}", label, tree.heads[word]));
    }
  }
}

void check_leaf(const CheckedTree& tree, std::size_t word, std::string_view relation, CheckReport& report) {
  const std::int32_t head = tree.heads[word];
  if (head <= 0) return;
  const std::string_view above = universal_part(tree.labels[at(head)]);
  for (const LeafRule& leaf : kLeafRules) {
    if (leaf.relation != above || leaf.allowed.find(fmt::format(" {} ", relation)) != std::string_view::npos) continue;
    report.found(rule("leaf-function"), tree.lines[word],
                 fmt::format("{} hangs from word {}, which is {}", tree.labels[word], head, tree.labels[at(head)]));
  }
}

}  // namespace

void CheckedTree::clear() {
  heads.assign(1, kNoHead);
  labels.assign(1, {});
  lines.assign(1, 0);
}

bool is_universal_tag(std::string_view upos) noexcept { return contains(kTags, upos); }

std::string_view universal_part(std::string_view deprel) noexcept { return deprel.substr(0, deprel.find(':')); }

void check_tree(const CheckedTree& tree, CheckReport& report) {
  if (tree.heads.size() < 2) return;
  check_roots(tree, report);
  check_labels(tree, report);
}

void check_relations(const CheckedTree& tree, CheckReport& report) {
  if (!tree.is_universal || !report.wants(rule("deprel-unknown"))) return;
  std::vector<std::int32_t> subjects(tree.heads.size(), 0);
  for (std::size_t word = 1; word < tree.heads.size(); ++word) {
    const std::int32_t head = tree.heads[word];
    const std::string_view relation = universal_part(tree.labels[word]);
    if (head == kNoHead || tree.labels[word] == "_") continue;
    if (!contains(kRelations, relation)) {
      report.found(rule("deprel-unknown"), tree.lines[word], fmt::format("'{}' is no universal relation", relation));
    }
    if (head > static_cast<std::int32_t>(word) && contains(kLeftToRight, relation)) {
      report.found(rule("right-to-left"), tree.lines[word],
                   fmt::format("{} before its head {}", tree.labels[word], head));
    }
    check_leaf(tree, word, relation, report);
    const bool is_subject = relation == "nsubj" || relation == "csubj";
    if (!is_subject || tree.labels[word].find(":outer") != std::string_view::npos || head <= 0) continue;
    if (++subjects[at(head)] == 2) {
      report.found(rule("several-subjects"), tree.lines[word],
                   fmt::format("word {} has another subject already", head));
    }
  }
}

}  // namespace espalier::treebank
