// Idea: one pass over each sentence turns strings into ids (hashed once) and adds to sums of whole numbers; all ratios
// are made at the end. Invariant: every field is a sum over sentences, or a set with counts, so accumulators merge by
// adding, in any order and grouping, and the results do not depend on how sentences were shared out between threads.
// Cost: O(words) a sentence, memory by the number of types.
#include "treebank/statistics_accumulator.h"

#include <algorithm>
#include <set>

#include "base/unicode.h"
#include "espalier/dependency.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kRootTag = "ROOT";

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

std::string_view tag_of(const Sentence& sentence, std::int32_t word) {
  if (word == 0) return kRootTag;
  const std::string_view upos = sentence.upos(word);
  return upos.empty() ? sentence.xpos(word) : upos;
}

/// `NP` of `NP-SBJ`, `NP=2`, `NP|<S>`; a label that starts with such a character (`-NONE-`) is whole.
std::string_view bare_category(std::string_view label) {
  const std::size_t end = label.find_first_of("-=|", 1);
  return label.substr(0, end);
}

}  // namespace

void StatisticsAccumulator::add(const Sentence& sentence) {
  ++sums_.sentences;
  add_to(sums_.sentence_lengths, index(sentence.size()));
  sums_.words += index(sentence.size());
  sums_.surface_tokens += index(sentence.size());
  sums_.multiword_tokens += sentence.multiword_tokens().size();
  for (const MultiwordToken& token : sentence.multiword_tokens()) {
    sums_.surface_tokens -= index(token.last - token.first);
  }
  sums_.empty_nodes += sentence.empty_nodes().size();
  add_words(sentence);
  if (sentence.has_dependencies()) add_dependencies(sentence);
  if (!sentence.constituents().empty()) add_constituents(sentence);
}

void StatisticsAccumulator::add_words(const Sentence& sentence) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const std::uint32_t form = forms_.add(sentence.form(word));
    if (base::is_all_punctuation(sentence.form(word))) ++sums_.punctuation;
    if (!sentence.lemma(word).empty()) lemmas_.add(sentence.lemma(word));
    if (!sentence.upos(word).empty()) form_upos_.add(form, upos_.add(sentence.upos(word)));
    if (!sentence.xpos(word).empty()) form_xpos_.add(form, xpos_.add(sentence.xpos(word)));
    if (!sentence.feats(word).empty()) bundles_.add(sentence.feats(word));
  }
}

void StatisticsAccumulator::add_dependencies(const Sentence& sentence) {
  ++arcs_.sentences;
  add_arcs(sentence);
  const std::size_t nonprojective = nonprojective_arcs(sentence.heads()).size();
  arcs_.nonprojective_arcs += nonprojective;
  if (nonprojective > 0) ++arcs_.nonprojective_sentences;
  if (check_heads(sentence.heads()).fault == TreeFault::kNone) {
    add_depths(sentence);
  } else {
    ++arcs_.sentences_with_cycle;
  }
}

void StatisticsAccumulator::add_arcs(const Sentence& sentence) {
  const std::int32_t n = sentence.size();
  children_.assign(index(n) + 1, 0);
  std::uint64_t roots = 0;
  for (std::int32_t word = 1; word <= n; ++word) {
    const std::int32_t head = sentence.head(word);
    if (head < 0 || head > n) continue;
    ++arcs_.arcs;
    ++children_[index(head)];
    if (head == 0) ++roots;
    if (head > 0 && head < word) add_to(arcs_.head_before, index(word - head));
    if (head > word) add_to(arcs_.head_after, index(head - word));
    if (sentence.deprel(word).empty()) continue;
    const std::uint32_t label = labels_.add(sentence.deprel(word));
    const std::uint32_t pair =
        tag_pairs_.add(head_tags_.add(tag_of(sentence, head)), dependent_tags_.add(tag_of(sentence, word)));
    pair_labels_.add(pair, label);
  }
  arcs_.roots += roots;
  if (roots != 1) ++arcs_.sentences_without_one_root;
  for (std::int32_t word = 1; word <= n; ++word) add_to(arcs_.dependents, index(children_[index(word)]));
}

void StatisticsAccumulator::add_depths(const Sentence& sentence) {
  depth_.assign(index(sentence.size()) + 1, -1);
  depth_[0] = 0;
  std::int32_t deepest = 0;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    // Up to a node whose depth is known, then down again: every node is walked over twice in all.
    path_.clear();
    std::int32_t at = word;
    while (depth_[index(at)] < 0 && sentence.head(at) >= 0) {
      path_.push_back(at);
      at = sentence.head(at);
    }
    // A word whose head is not known starts a tree of its own.
    if (depth_[index(at)] < 0) depth_[index(at)] = 1;
    std::int32_t depth = depth_[index(at)];
    for (auto i = path_.rbegin(); i != path_.rend(); ++i) depth_[index(*i)] = ++depth;
    add_to(arcs_.word_depth, index(depth_[index(word)]));
    deepest = std::max(deepest, depth_[index(word)]);
  }
  add_to(arcs_.tree_depth, index(deepest));
}

void StatisticsAccumulator::add_constituents(const Sentence& sentence) {
  const ConstituentTree& tree = sentence.constituents();
  ++nodes_.sentences;
  children_.assign(index(tree.size()), 0);
  depth_.assign(index(tree.size()), 0);
  std::int32_t deepest = 0;
  // Parents have smaller numbers than their children: a walk in order of number meets them first.
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const auto& node = tree.node(i);
    const bool has_parent = node.parent != ConstituentTree::kNone;
    if (has_parent) ++children_[index(node.parent)];
    depth_[index(i)] = (has_parent ? depth_[index(node.parent)] : 0) + (node.is_leaf() ? 0 : 1);
    deepest = std::max(deepest, depth_[index(i)]);
    if (node.is_leaf()) continue;
    ++nodes_.nodes;
    if (!node.label.empty()) categories_.add(node.label);
  }
  add_to(nodes_.depth, index(deepest));
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const auto& node = tree.node(i);
    if (node.is_leaf()) continue;
    add_to(nodes_.children, index(children_[index(i)]));
    if (children_[index(i)] != 1) continue;
    ++(tree.node(node.first_child).is_leaf() ? nodes_.unary_over_word : nodes_.unary_over_category);
  }
  add_spans(tree);
}

void StatisticsAccumulator::add_spans(const ConstituentTree& tree) {
  first_.assign(index(tree.size()), 0);
  last_.assign(index(tree.size()), 0);
  leaves_.assign(index(tree.size()), 0);
  bool any = false;
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    const auto& node = tree.node(i);
    if (node.is_leaf()) {
      first_[index(i)] = last_[index(i)] = node.word;
      leaves_[index(i)] = 1;
    } else if (leaves_[index(i)] > 0 && last_[index(i)] - first_[index(i)] + 1 != leaves_[index(i)]) {
      ++nodes_.discontinuous_nodes;
      any = true;
    }
    if (node.parent == ConstituentTree::kNone || leaves_[index(i)] == 0) continue;
    const std::size_t parent = index(node.parent);
    first_[parent] = leaves_[parent] == 0 ? first_[index(i)] : std::min(first_[parent], first_[index(i)]);
    last_[parent] = std::max(last_[parent], last_[index(i)]);
    leaves_[parent] += leaves_[index(i)];
  }
  if (any) ++nodes_.discontinuous_sentences;
}

void StatisticsAccumulator::merge(const StatisticsAccumulator& other) {
  sums_.sentences += other.sums_.sentences;
  sums_.words += other.sums_.words;
  sums_.surface_tokens += other.sums_.surface_tokens;
  sums_.multiword_tokens += other.sums_.multiword_tokens;
  sums_.empty_nodes += other.sums_.empty_nodes;
  sums_.punctuation += other.sums_.punctuation;
  merge_into(sums_.sentence_lengths, other.sums_.sentence_lengths);
  const auto forms = forms_.merge(other.forms_);
  lemmas_.merge(other.lemmas_);
  form_upos_.merge(other.form_upos_, forms, upos_.merge(other.upos_));
  form_xpos_.merge(other.form_xpos_, forms, xpos_.merge(other.xpos_));
  bundles_.merge(other.bundles_);
  merge_arcs(other);
  merge_nodes(other);
}

void StatisticsAccumulator::merge_arcs(const StatisticsAccumulator& other) {
  arcs_.sentences += other.arcs_.sentences;
  arcs_.arcs += other.arcs_.arcs;
  arcs_.roots += other.arcs_.roots;
  arcs_.sentences_without_one_root += other.arcs_.sentences_without_one_root;
  arcs_.sentences_with_cycle += other.arcs_.sentences_with_cycle;
  arcs_.nonprojective_arcs += other.arcs_.nonprojective_arcs;
  arcs_.nonprojective_sentences += other.arcs_.nonprojective_sentences;
  merge_into(arcs_.head_before, other.arcs_.head_before);
  merge_into(arcs_.head_after, other.arcs_.head_after);
  merge_into(arcs_.dependents, other.arcs_.dependents);
  merge_into(arcs_.word_depth, other.arcs_.word_depth);
  merge_into(arcs_.tree_depth, other.arcs_.tree_depth);
  const auto labels = labels_.merge(other.labels_);
  const auto heads = head_tags_.merge(other.head_tags_);
  const auto dependents = dependent_tags_.merge(other.dependent_tags_);
  pair_labels_.merge(other.pair_labels_, tag_pairs_.merge(other.tag_pairs_, heads, dependents), labels);
}

void StatisticsAccumulator::merge_nodes(const StatisticsAccumulator& other) {
  nodes_.sentences += other.nodes_.sentences;
  nodes_.nodes += other.nodes_.nodes;
  nodes_.unary_over_category += other.nodes_.unary_over_category;
  nodes_.unary_over_word += other.nodes_.unary_over_word;
  nodes_.discontinuous_nodes += other.nodes_.discontinuous_nodes;
  nodes_.discontinuous_sentences += other.nodes_.discontinuous_sentences;
  merge_into(nodes_.children, other.nodes_.children);
  merge_into(nodes_.depth, other.nodes_.depth);
  categories_.merge(other.categories_);
}

void StatisticsAccumulator::finish_features(TreebankStatistics& out) const {
  // Bundles are few; taking them apart once here is cheaper than taking FEATS apart at every word.
  TextCounter features;
  TextCounter names;
  for (std::uint32_t id = 0; id < bundles_.size(); ++id) {
    std::string_view rest = bundles_.text(id);
    while (!rest.empty()) {
      const std::string_view feature = rest.substr(0, rest.find('|'));
      rest.remove_prefix(std::min(rest.size(), feature.size() + 1));
      if (feature.empty()) continue;
      features.add(feature, bundles_.count(id));
      names.add(feature.substr(0, feature.find('=')));
    }
  }
  out.features = features.sorted();
  out.feature_names = names.size();
  out.feature_bundles = bundles_.size();
}

DependencyStatistics StatisticsAccumulator::finish_dependencies() const {
  DependencyStatistics out = arcs_;
  out.labels = labels_.sorted();
  out.labels_of_tags = pair_labels_.ambiguity(tag_pairs_.entries().size());
  return out;
}

ConstituentStatistics StatisticsAccumulator::finish_constituents() const {
  ConstituentStatistics out = nodes_;
  out.categories = categories_.sorted();
  std::set<std::string_view> bare;
  for (const NamedCount& category : out.categories) bare.insert(bare_category(category.name));
  out.bare_categories = bare.size();
  return out;
}

UnseenStatistics StatisticsAccumulator::unseen_in(const StatisticsAccumulator& known) const {
  UnseenStatistics out;
  out.forms = forms_.unseen_in(known.forms_);
  out.lemmas = lemmas_.unseen_in(known.lemmas_);
  out.upos = upos_.unseen_in(known.upos_);
  out.xpos = xpos_.unseen_in(known.xpos_);
  out.labels = labels_.unseen_in(known.labels_);
  out.categories = categories_.unseen_in(known.categories_);
  return out;
}

TreebankStatistics StatisticsAccumulator::finish(const StatisticsAccumulator* known) const {
  TreebankStatistics out = sums_;
  out.forms = forms_.size();
  for (std::uint32_t id = 0; id < forms_.size(); ++id) out.hapaxes += forms_.count(id) == 1 ? 1 : 0;
  out.lemmas = lemmas_.size();
  out.lemma_tokens = lemmas_.total();
  out.upos = upos_.sorted();
  out.xpos = xpos_.sorted();
  finish_features(out);
  out.upos_of_form = form_upos_.ambiguity(forms_.size());
  out.xpos_of_form = form_xpos_.ambiguity(forms_.size());
  if (arcs_.sentences > 0) out.dependencies = finish_dependencies();
  if (nodes_.sentences > 0) out.constituents = finish_constituents();
  if (known != nullptr) out.unseen = unseen_in(*known);
  return out;
}

}  // namespace espalier::treebank
