#include "evaluation/tree_document.h"

#include <algorithm>
#include <limits>

#include "base/unicode.h"

namespace espalier::evaluation {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// `NP-SBJ=2` → `NP`.
std::string_view without_function(std::string_view label) { return label.substr(0, label.find_first_of("-=")); }

// The words that EVALB takes for quotes whose tag may have been confused (with that of a possessive, say).
bool is_quote_word(std::string_view word) { return word == "'" || word == "\"" || word == "/"; }

}  // namespace

Equivalence::Equivalence(const std::vector<std::pair<std::string, std::string>>& pairs) {
  for (const auto& [a, b] : pairs) {
    const std::string first(canonical(a));
    const std::string second(canonical(b));
    for (auto& [text, name] : names_) {
      if (name == second) name = first;
    }
    for (const std::string& text : {a, b}) {
      const bool known =
          std::any_of(names_.begin(), names_.end(), [&](const auto& entry) { return entry.first == text; });
      if (!known) names_.emplace_back(text, first);
    }
  }
}

std::string_view Equivalence::canonical(std::string_view text) const {
  for (const auto& [known, name] : names_) {
    if (known == text) return name;
  }
  return text;
}

void TreeDocument::add(const Sentence& sentence) {
  word_begins_.push_back(words_.size());
  bracket_begins_.push_back(brackets_.size());
  lines_.push_back(sentence.line());
  for (std::int32_t i = 1; i <= sentence.size(); ++i) {
    words_.push_back(own_words_.intern(sentence.form(i)));
    tags_.push_back(own_tags_.intern(sentence.xpos(i)));
  }
  if (!sentence.constituents().empty()) add_brackets(sentence.constituents());
}

// Parents come before their children in the numbering, so one pass backwards gives every node its extent.
void TreeDocument::add_brackets(const ConstituentTree& tree) {
  extents_.assign(static_cast<std::size_t>(tree.size()), {std::numeric_limits<std::int32_t>::max(), -1, 0});
  const auto extent = [this](std::int32_t node) -> Extent& { return extents_[static_cast<std::size_t>(node)]; };
  for (std::int32_t i = tree.size(); i-- > 0;) {
    const ConstituentTree::Node& node = tree.node(i);
    if (node.is_leaf()) extent(i) = {node.word - 1, node.word - 1, 1};
    if (node.parent == ConstituentTree::kNone) continue;
    Extent& parent = extent(node.parent);
    parent.first = std::min(parent.first, extent(i).first);
    parent.last = std::max(parent.last, extent(i).last);
    parent.count += extent(i).count;
  }
  std::vector<std::pair<std::int32_t, std::int32_t>> broken;  // node, its yield
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    if (tree.node(i).is_leaf() || extent(i).count == 0) continue;
    Bracket bracket{own_labels_.intern(tree.node(i).label), extent(i).first, extent(i).last + 1, Bracket::kContinuous};
    if (extent(i).count != bracket.end - bracket.begin) {
      bracket.yield = static_cast<std::int32_t>(yields_.size());
      broken.emplace_back(i, bracket.yield);
      yields_.emplace_back();
    }
    brackets_.push_back(bracket);
  }
  if (broken.empty()) return;
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    if (!tree.node(i).is_leaf()) continue;
    for (std::int32_t up = tree.node(i).parent; up != ConstituentTree::kNone; up = tree.node(up).parent) {
      const auto at = std::lower_bound(broken.begin(), broken.end(), std::pair{up, std::int32_t{0}});
      if (at != broken.end() && at->first == up) {
        yields_[static_cast<std::size_t>(at->second)].push_back(tree.node(i).word - 1);
      }
    }
  }
  for (const auto& [node, yield] : broken) {
    std::sort(yields_[static_cast<std::size_t>(yield)].begin(), yields_[static_cast<std::size_t>(yield)].end());
  }
}

void TreeDocument::adopt(TreeVocabulary& shared) {
  flags_.assign(words_.size(), 0);
  adopt_tags(shared);
  adopt_words(shared);
  adopt_labels(shared);
}

void TreeDocument::adopt_tags(TreeVocabulary& shared) {
  const EvalbParams& params = shared.params;
  std::vector<std::uint32_t> translation(own_tags_.size());
  std::vector<std::uint8_t> flag(own_tags_.size(), 0);
  for (std::uint32_t id = 0; id < translation.size(); ++id) {
    const std::string_view tag = own_tags_.text(id);
    translation[id] = shared.tags.intern(shared.equal_labels.canonical(tag));
    // The empty label in the list means a top without a name; a word without a tag is a word all the same.
    if (!tag.empty() && contains(params.delete_labels, tag)) flag[id] |= kDeleted;
    if (contains(params.delete_labels_for_length, tag)) flag[id] |= kNotInLength;
    if (contains(params.quote_labels, tag)) flag[id] |= kQuote;
  }
  for (std::size_t w = 0; w < tags_.size(); ++w) {
    flags_[w] |= flag[tags_[w]];
    tags_[w] = translation[tags_[w]];
  }
  own_tags_ = base::Interner();
}

void TreeDocument::adopt_words(TreeVocabulary& shared) {
  std::vector<std::uint32_t> translation(own_words_.size());
  std::vector<std::uint8_t> deleted(own_words_.size(), 0);
  std::vector<std::uint8_t> quote(own_words_.size(), 0);
  for (std::uint32_t id = 0; id < translation.size(); ++id) {
    const std::string_view word = own_words_.text(id);
    translation[id] = shared.words.intern(shared.equal_words.canonical(word));
    deleted[id] = shared.params.delete_punctuation_words && base::is_all_punctuation(word) ? kDeleted : 0;
    quote[id] = is_quote_word(word) ? 1 : 0;
  }
  for (std::size_t w = 0; w < words_.size(); ++w) {
    flags_[w] |= deleted[words_[w]];
    if (quote[words_[w]] == 0) flags_[w] &= static_cast<std::uint8_t>(~kQuote);
    words_[w] = translation[words_[w]];
  }
  own_words_ = base::Interner();
}

void TreeDocument::adopt_labels(TreeVocabulary& shared) {
  std::vector<std::string> deleted;
  for (const std::string& label : shared.params.delete_labels)
    deleted.emplace_back(shared.equal_labels.canonical(label));
  std::vector<std::uint32_t> translation(own_labels_.size());
  for (std::uint32_t id = 0; id < translation.size(); ++id) {
    const std::string_view label = shared.equal_labels.canonical(without_function(own_labels_.text(id)));
    translation[id] = shared.labels.intern(label);
    label_deleted_.resize(std::max<std::size_t>(label_deleted_.size(), translation[id] + 1), 0);
    label_deleted_[translation[id]] = contains(deleted, label) ? 1 : 0;
  }
  for (Bracket& bracket : brackets_) bracket.label = translation[bracket.label];
  own_labels_ = base::Interner();
}

TreeDocument load_tree_document(const std::string& path, const ReadOptions& read, const Control& control,
                                std::vector<Error>& skipped) {
  Control quiet = control;  // several files are read at once: their progress would be told out of turn
  quiet.progress = nullptr;
  TreebankReader reader(path, read, quiet);
  TreeDocument document(path);
  Sentence sentence;
  while (reader.next(sentence)) document.add(sentence);
  skipped.insert(skipped.end(), reader.skipped().begin(), reader.skipped().end());
  return document;
}

}  // namespace espalier::evaluation
