// Constituents to dependencies and back, and the small verbs of espalier/constituency.h.
//
// To dependencies: the head word of a node is that of its head child, so one bottom-up pass finds all; every other
// child's head word then depends on its mother's. To constituents: each word is put among its dependents, in the order
// of the sentence; the leaves come out as 1, 2, 3, … exactly when the tree is projective. Both are O(words + nodes).
#include "espalier/constituency.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "treebank/head_rules.h"
#include "treebank/markovise.h"
#include "treebank/nesting.h"

namespace espalier {
namespace {

constexpr std::int32_t kNone = ConstituentTree::kNone;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

[[noreturn]] void refuse(const Sentence& sentence, const std::string& reason) {
  treebank::fail_to_write(sentence, reason);
}

std::string relation_of(const Sentence& sentence, std::int32_t node, const HeadRules& rules) {
  const std::string_view label = treebank::label_of(sentence, node);
  const std::string_view function = rules.function(label);
  if (!function.empty()) return std::string(function);
  const std::string_view relation = rules.table().relation(label);
  if (!relation.empty()) return std::string(relation);
  const std::int32_t mother = sentence.constituents().node(node).parent;
  return fmt::format("{}|{}", rules.category(treebank::label_of(sentence, mother)), rules.category(label));
}

std::string root_relation(const Sentence& sentence, const std::vector<std::int32_t>& head_children,
                          const HeadRules& rules) {
  const std::string_view top = treebank::label_of(sentence, 0);
  std::string_view function = rules.function(top);
  if (treebank::is_top_label(top) && head_children[0] != kNone) {
    function = rules.function(treebank::label_of(sentence, head_children[0]));
  }
  return function.empty() ? "root" : std::string(function);
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kPhrases = {{
    {"NOUN", "NP"},
    {"PROPN", "NP"},
    {"PRON", "NP"},
    {"VERB", "VP"},
    {"AUX", "VP"},
    {"ADJ", "AP"},
    {"ADV", "ADVP"},
    {"ADP", "PP"},
    {"DET", "DP"},
    {"NUM", "NUMP"},
    {"CCONJ", "CONJP"},
    {"SCONJ", "SP"},
    {"PART", "PRTP"},
    {"INTJ", "INTJP"},
}};

std::string phrase_of(const Sentence& sentence, std::int32_t word) {
  const std::string_view upos = sentence.upos(word);
  const auto* phrase =
      std::find_if(kPhrases.begin(), kPhrases.end(), [upos](const auto& p) { return p.first == upos; });
  if (phrase != kPhrases.end()) return std::string(phrase->second);
  const std::string_view tag = upos.empty() ? sentence.xpos(word) : upos;
  return (tag.empty() ? "X" : std::string(tag)) + "P";
}

class Projection {
 public:
  Projection(const Sentence& sentence, const ProjectionOptions& options) : sentence_(sentence), options_(options) {
    check();
    sort_dependents();
  }

  ConstituentTree run() {
    const std::int32_t top = tree_.add(kNone, "ROOT");
    push_children(0, top);
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (task.is_leaf) {
        leaf(task);
      } else {
        project(task);
      }
    }
    tree_.set_head(top, tree_.node(top).first_child);
    return std::move(tree_);
  }

 private:
  struct Task {
    std::int32_t word;
    std::int32_t parent;
    bool is_leaf;  ///< the word itself, and not what it projects
  };

  void check() const {
    const auto heads = sentence_.heads();
    for (std::int32_t word = 1; word <= sentence_.size(); ++word) {
      if (heads[at(word)] == kNoHead) refuse(sentence_, fmt::format("word {} has no head", word));
    }
    const TreeCheck result = check_heads(heads);
    if (result.fault == TreeFault::kOutOfRange) {
      refuse(sentence_, fmt::format("the head of word {} is out of range", result.word));
    }
    if (result.fault == TreeFault::kCycle) refuse(sentence_, fmt::format("word {} is on a cycle", result.word));
  }

  void sort_dependents() {
    first_.assign(at(sentence_.size()) + 2, 0);
    for (std::int32_t word = 1; word <= sentence_.size(); ++word) ++first_[at(sentence_.head(word)) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    dependents_.resize(at(sentence_.size()));
    std::vector<std::size_t> next(first_);
    for (std::int32_t word = 1; word <= sentence_.size(); ++word) dependents_[next[at(sentence_.head(word))]++] = word;
  }

  bool has_dependents(std::int32_t word) const { return first_[at(word)] < first_[at(word) + 1]; }

  // Last first, since tasks are taken from the back; the word itself goes between its left and its right dependents.
  void push_children(std::int32_t word, std::int32_t node) {
    bool is_placed = word == 0;
    for (std::size_t i = first_[at(word) + 1]; i > first_[at(word)]; --i) {
      const std::int32_t dependent = dependents_[i - 1];
      if (!is_placed && dependent < word) {
        tasks_.push_back({word, node, true});
        is_placed = true;
      }
      tasks_.push_back({dependent, node, !has_dependents(dependent) && !options_.functions});
    }
    if (!is_placed) tasks_.push_back({word, node, true});
  }

  void project(const Task& task) {
    std::string label = phrase_of(sentence_, task.word);
    if (options_.functions && !sentence_.deprel(task.word).empty()) {
      label.append("-").append(sentence_.deprel(task.word));
    }
    push_children(task.word, tree_.add(task.parent, label));
  }

  void leaf(const Task& task) {
    if (task.word != ++last_) refuse(sentence_, fmt::format("tree is not projective at word {}", last_));
    const std::int32_t made = tree_.add_leaf(task.parent, task.word);
    if (has_dependents(task.word) || options_.functions) tree_.set_head(task.parent, made);
  }

  const Sentence& sentence_;
  const ProjectionOptions& options_;
  ConstituentTree tree_;
  std::vector<std::size_t> first_;  // where in dependents_ those of a word start
  std::vector<std::int32_t> dependents_;
  std::vector<Task> tasks_;
  std::int32_t last_ = 0;
};

}  // namespace

void mark_heads(Sentence& sentence, const HeadRules& rules) {
  ConstituentTree& tree = sentence.constituents();
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    if (!tree.node(i).is_leaf()) tree.set_head(i, rules.head_child(sentence, i));
  }
}

void to_dependencies(Sentence& sentence, const HeadRules& rules) {
  treebank::require_constituents(sentence);
  const ConstituentTree& tree = sentence.constituents();
  std::vector<std::int32_t> head_children(at(tree.size()), kNone);
  std::vector<std::int32_t> words(at(tree.size()), 0);
  for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
    const ConstituentTree::Node& node = tree.node(i);
    if (!node.is_leaf()) head_children[at(i)] = rules.head_child(sentence, i);
    words[at(i)] = node.is_leaf() ? node.word : words[at(head_children[at(i)])];
  }
  sentence.set_head(words[0], 0);
  sentence.set(words[0], Column::kDeprel, root_relation(sentence, head_children, rules));
  for (std::int32_t i = 1; i < tree.size(); ++i) {
    const std::int32_t mother = tree.node(i).parent;
    if (head_children[at(mother)] == i) continue;
    sentence.set_head(words[at(i)], words[at(mother)]);
    sentence.set(words[at(i)], Column::kDeprel, relation_of(sentence, i, rules));
  }
}

void to_constituents(Sentence& sentence, const ProjectionOptions& options) {
  if (sentence.empty()) refuse(sentence, "sentence has no words");
  sentence.constituents() = Projection(sentence, options).run();
}

void binarize(Sentence& sentence, const BinarizeOptions& options, const HeadRules* rules) {
  sentence.constituents() = treebank::markovised(sentence, options, rules);
}

void unbinarize(Sentence& sentence, bool keep_heads) {
  sentence.constituents() = treebank::unmarkovised(sentence.constituents(), keep_heads);
}

}  // namespace espalier
