// Takes empty elements and functions out of constituents. One bottom-up pass counts what is left below each node, one
// top-down pass copies the nodes that keep something; words are renumbered through one table. O(words + nodes).
#include <algorithm>
#include <vector>

#include "espalier/constituency.h"
#include "treebank/head_rules.h"
#include "treebank/nesting.h"

namespace espalier {
namespace {

constexpr std::int32_t kNone = ConstituentTree::kNone;
constexpr std::int32_t kGone = 0;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

bool holds(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// The new number of every word, kGone for those that go. Returns how many stay.
std::int32_t number_words(const Sentence& sentence, const CleanOptions& options, const treebank::LabelScheme& scheme,
                          std::vector<std::int32_t>& numbers) {
  numbers.assign(at(sentence.size()) + 1, kGone);
  std::int32_t last = 0;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const std::string_view tag = scheme.category(treebank::tag_of(sentence, word));
    const bool is_empty = holds(options.empty_tags, tag) || holds(options.empty_words, sentence.form(word));
    if (!is_empty) numbers[at(word)] = ++last;
  }
  return last;
}

ConstituentTree kept_nodes(const ConstituentTree& tree, const std::vector<std::int32_t>& numbers) {
  std::vector<bool> stays(at(tree.size()), false);
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    const ConstituentTree::Node& node = tree.node(i);
    if (node.is_leaf()) stays[at(i)] = numbers[at(node.word)] != kGone;
    if (stays[at(i)] && node.parent != kNone) stays[at(node.parent)] = true;
  }
  ConstituentTree kept;
  std::vector<std::int32_t> made(at(tree.size()), kNone);
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    if (!stays[at(i)]) continue;
    const ConstituentTree::Node& node = tree.node(i);
    const std::int32_t parent = node.parent == kNone ? kNone : made[at(node.parent)];
    made[at(i)] = node.is_leaf() ? kept.add_leaf(parent, numbers[at(node.word)]) : kept.add(parent, node.label);
    if (parent != kNone && tree.node(node.parent).head == i) kept.set_head(parent, made[at(i)]);
  }
  return kept;
}

/// Without the constituents that are the only child of one with the same label: once functions and empty elements are
/// gone,
/// `(NP (NP …))` says nothing that `(NP …)` does not.
ConstituentTree without_repeats(const ConstituentTree& tree) {
  ConstituentTree kept;
  std::vector<std::int32_t> made(at(tree.size()), kNone);
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const ConstituentTree::Node& node = tree.node(i);
    const std::int32_t parent = node.parent == kNone ? kNone : made[at(node.parent)];
    if (node.is_leaf()) {
      made[at(i)] = kept.add_leaf(parent, node.word);
    } else {
      const bool is_repeat = parent != kNone &&
                             tree.node(node.parent).last_child == tree.node(node.parent).first_child &&
                             tree.node(node.parent).label == node.label;
      made[at(i)] = is_repeat ? parent : kept.add(parent, node.label);
    }
    if (made[at(i)] != parent && parent != kNone && tree.node(node.parent).head == i)
      kept.set_head(parent, made[at(i)]);
  }
  return kept;
}

/// The new head of a word: that of the nearest ancestor that stays. A cycle of words that go has no end, hence the
/// count.
std::int32_t kept_head(const Sentence& sentence, std::int32_t word, const std::vector<std::int32_t>& numbers) {
  std::int32_t head = sentence.head(word);
  for (std::int32_t steps = 0; head > 0 && head <= sentence.size() && steps <= sentence.size(); ++steps) {
    if (numbers[at(head)] != kGone) return numbers[at(head)];
    head = sentence.head(head);
  }
  return head == 0 ? 0 : kNoHead;
}

void copy_multiword_tokens(const Sentence& from, const std::vector<std::int32_t>& numbers, Sentence& to) {
  for (MultiwordToken token : from.multiword_tokens()) {
    std::int32_t first = 0, last = 0;
    for (std::int32_t word = token.first; word <= token.last; ++word) {
      if (numbers[at(word)] == kGone) continue;
      if (first == 0) first = numbers[at(word)];
      last = numbers[at(word)];
    }
    if (first == 0) continue;
    to.multiword_tokens().push_back({first, last, to.add_text(from.text(token.form)),
                                     to.add_text(from.text(token.feats)), to.add_text(from.text(token.misc))});
  }
}

Sentence without_words(const Sentence& from, const std::vector<std::int32_t>& numbers, std::int32_t count) {
  Sentence to;
  to.set_line(from.line());
  for (const Text comment : from.comments()) to.add_comment(from.text(comment));
  to.resize(count);
  for (std::int32_t word = 1; word <= from.size(); ++word) {
    const std::int32_t number = numbers[at(word)];
    if (number == kGone) continue;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const auto column = static_cast<Column>(c);
      if (column != Column::kDeps) to.set(number, column, from.get(word, column));
    }
    to.set_head(number, kept_head(from, word, numbers));
  }
  copy_multiword_tokens(from, numbers, to);
  to.constituents() = kept_nodes(from.constituents(), numbers);
  return to;
}

void strip_functions(Sentence& sentence, const treebank::LabelScheme& scheme) {
  ConstituentTree& tree = sentence.constituents();
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const ConstituentTree::Node& node = tree.node(i);
    if (!node.is_leaf()) {
      tree.set_label(i, std::string(scheme.category(node.label)));
      continue;
    }
    const std::string tag(scheme.category(sentence.xpos(node.word)));
    if (tag != sentence.xpos(node.word)) sentence.set(node.word, Column::kXpos, tag);
  }
}

const HeadRules& default_rules() {
  static const HeadRules rules = HeadRules::parse(HeadRules::text("default"), "default");
  return rules;
}

}  // namespace

bool clean(Sentence& sentence, const CleanOptions& options, const HeadRules* rules) {
  if (sentence.constituents().empty()) return !sentence.empty();
  treebank::require_constituents(sentence);
  const treebank::LabelScheme& scheme = (rules != nullptr ? *rules : default_rules()).table().scheme();
  if (options.remove_empty) {
    std::vector<std::int32_t> numbers;
    const std::int32_t count = number_words(sentence, options, scheme, numbers);
    if (count < sentence.size()) sentence = without_words(sentence, numbers, count);
  }
  if (options.strip_functions) strip_functions(sentence, scheme);
  if (options.merge_repeats) sentence.constituents() = without_repeats(sentence.constituents());
  return !sentence.empty();
}

}  // namespace espalier
