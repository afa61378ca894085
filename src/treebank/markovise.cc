// A constituent A with children c1 … ck and head ch is taken apart from the outside: the rightmost child is split off
// as long as it is not the head, then the leftmost. What is left of A at each step is a temporary symbol. So, read
// bottom-up, a head takes its left sisters first, the nearest first, then its right ones, as a parser that goes from
// left to right would (Collins 2003; Crabbé 2014). k children make k - 2 temporary symbols. A chain of constituents
// with one child each becomes one node; tags stay, so a constituent over one word keeps that unary step.
//
// The code of labels:
//     NP          a constituent
//     S+VP+NP     a chain of unary constituents, the top one first
//     NP:         temporary, order 0
//     NP:JJ,DT    temporary, order 2: the last two children taken in, the latest first (labels of constituents, tags of
//     words)
// In each label that is put in there, `\` goes before `+`, `:`, `\` (and in a memory before `,`). Unlabelled tops are
// empty labels: `+S`. The inverse dissolves temporary nodes into their parents and unfolds the chains; it looks at
// nothing else, which is why it is exact for every tree, whatever its heads, its labels or its gaps.
//
// Both directions use an explicit stack and are linear in the size of the result.
#include "treebank/markovise.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "treebank/head_rules.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

constexpr std::int32_t kNone = ConstituentTree::kNone;
constexpr char kChain = '+';
constexpr char kTemporary = ':';
constexpr char kSister = ',';
constexpr std::string_view kInLabel = "\\+:";
constexpr std::string_view kInMemory = "\\+:,";
/// Labels of unlimited order grow with the square of the number of children; beyond this something is amiss.
constexpr std::size_t kMostMemory = std::size_t{64} << 20;

void append_escaped(std::string& out, std::string_view label, std::string_view specials) {
  for (const char c : label) {
    if (specials.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

/// The position of `c` in `text` where no backslash protects it, or npos.
std::size_t find_plain(std::string_view text, char c) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == c) {
      return i;
    }
  }
  return std::string_view::npos;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

class Markovisation {
 public:
  Markovisation(const Sentence& sentence, const BinarizeOptions& options, const HeadRules* rules)
      : sentence_(sentence), tree_(sentence.constituents()), options_(options), rules_(rules) {}

  ConstituentTree run() {
    tasks_.push_back({0, kNone, false, false, {}});
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (task.is_temporary) {
        const std::int32_t made = out_.add(task.parent, temporary_label(task.span));
        link(task, made);
        split(task.span, made);
      } else {
        whole(task);
      }
    }
    return std::move(out_);
  }

 private:
  /// Children first..last of a node, by their places in children_, around the head.
  struct Span {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t head = 0;
    std::int32_t node = kNone;
  };
  /// A node to be put below `parent`: one of the tree's, or what is left of one.
  struct Task {
    std::int32_t node;
    std::int32_t parent;
    bool is_head;
    bool is_temporary;
    Span span;
  };

  void link(const Task& task, std::int32_t made) {
    if (task.is_head && options_.mark_heads) out_.set_head(task.parent, made);
  }

  void whole(const Task& task) {
    const ConstituentTree::Node& node = tree_.node(task.node);
    if (node.is_leaf()) return link(task, out_.add_leaf(task.parent, node.word));
    std::int32_t at = task.node;
    std::vector<std::string> chain = {tree_.node(at).label};
    std::int32_t only = only_child(at);
    while (only != kNone && !tree_.node(only).is_leaf()) {
      chain.push_back(tree_.node(only).label);
      at = only;
      only = only_child(at);
    }
    const std::int32_t made = out_.add(task.parent, join_chain(chain));
    link(task, made);
    if (only != kNone) {
      tasks_.push_back({only, made, true, false, {}});
    } else {
      split(children_of(at), made);
    }
  }

  /// Puts the children first..last below `made`: the outermost one, and the rest.
  void split(const Span& span, std::int32_t made) {
    const bool right = span.last > span.head;
    Span rest = span;
    const std::size_t outer = right ? rest.last-- : rest.first++;
    const Task sister{children_[outer], made, false, false, {}};
    const Task core{rest.first == rest.last ? children_[rest.head] : span.node, made, true, rest.first != rest.last,
                    rest};
    tasks_.push_back(right ? sister : core);
    tasks_.push_back(right ? core : sister);
  }

  std::int32_t only_child(std::int32_t i) const {
    const ConstituentTree::Node& node = tree_.node(i);
    return node.first_child == node.last_child ? node.first_child : kNone;
  }

  Span children_of(std::int32_t i) {
    std::int32_t head = tree_.node(i).head;
    if (head == kNone) head = rules_ != nullptr ? rules_->table().find(sentence_, i) : tree_.node(i).first_child;
    Span span{children_.size(), children_.size(), children_.size(), i};
    for (const std::int32_t child : tree_.children(i)) {
      if (child == head) span.head = children_.size();
      children_.push_back(child);
    }
    span.last = children_.size() - 1;
    return span;
  }

  std::string temporary_label(const Span& span) {
    std::string label;
    append_escaped(label, tree_.node(span.node).label, kInLabel);
    label += kTemporary;
    Span left = span;
    for (int order = options_.order; order > 0; --order) {
      const bool is_last = left.first == left.last;
      const std::size_t latest = is_last ? left.head : left.last > left.head ? left.last-- : left.first++;
      append_escaped(label, label_of(sentence_, children_[latest]), kInMemory);
      if (is_last) break;
      if (order > 1) label += kSister;
    }
    memory_ += label.size();
    if (memory_ > kMostMemory) {
      throw Error(ErrorKind::kInput, Place{"", sentence_.line(), 0},
                  "constituents have too many children for temporary symbols of this order");
    }
    return label;
  }

  const Sentence& sentence_;
  const ConstituentTree& tree_;
  const BinarizeOptions& options_;
  const HeadRules* rules_;
  ConstituentTree out_;
  std::vector<Task> tasks_;
  std::vector<std::int32_t> children_;
  std::size_t memory_ = 0;
};

class Unmarkovisation {
 public:
  Unmarkovisation(const ConstituentTree& tree, bool keep_heads) : tree_(tree), keep_heads_(keep_heads) {}

  ConstituentTree run() {
    if (!tree_.empty()) tasks_.push_back({0, kNone, false});
    std::vector<std::int32_t> children;
    while (!tasks_.empty()) {
      Task task = tasks_.back();
      tasks_.pop_back();
      const std::int32_t node = task.node;
      const std::int32_t head = tree_.node(node).head;
      const bool is_dissolved = task.parent != kNone && is_temporary(tree_.node(node).label);
      const bool is_head = task.is_head;
      if (!is_dissolved) put(task);
      children.clear();
      for (const std::int32_t child : tree_.children(node)) children.push_back(child);
      for (const std::int32_t child : std::ranges::reverse_view(children)) {
        tasks_.push_back({child, task.parent, head == child && (!is_dissolved || is_head)});
      }
    }
    return std::move(out_);
  }

 private:
  /// A node to be put below `parent`, or to be dissolved into it.
  struct Task {
    std::int32_t node;
    std::int32_t parent;
    bool is_head;
  };

  /// Adds what the node stands for, one below the other; the lowest is the parent from then on.
  void put(Task& task) {
    const ConstituentTree::Node& node = tree_.node(task.node);
    if (node.is_leaf()) return below(task, out_.add_leaf(task.parent, node.word));
    const std::string_view label = node.label;
    for (const std::string& part : split_chain(label.substr(0, find_plain(label, kTemporary)))) {
      below(task, out_.add(task.parent, part));
      task.is_head = node.head != kNone;  // the upper nodes of a chain have marks when the lowest has one
    }
  }

  void below(Task& task, std::int32_t made) {
    if (task.is_head && keep_heads_) out_.set_head(task.parent, made);
    task.parent = made;
  }

  const ConstituentTree& tree_;
  bool keep_heads_;
  ConstituentTree out_;
  std::vector<Task> tasks_;
};

}  // namespace

bool is_temporary(std::string_view label) noexcept { return find_plain(label, kTemporary) != std::string_view::npos; }

std::string_view base_of(std::string_view label) noexcept {
  label = label.substr(0, find_plain(label, kTemporary));
  for (std::size_t plus; (plus = find_plain(label, kChain)) != std::string_view::npos;) label.remove_prefix(plus + 1);
  return label;
}

std::string join_chain(const std::vector<std::string>& chain) {
  std::string label;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (i > 0) label += kChain;
    append_escaped(label, chain[i], kInLabel);
  }
  return label;
}

std::vector<std::string> split_chain(std::string_view label) {
  std::vector<std::string> chain;
  for (std::size_t plus; (plus = find_plain(label, kChain)) != std::string_view::npos; label.remove_prefix(plus + 1)) {
    chain.push_back(unescaped(label.substr(0, plus)));
  }
  chain.push_back(unescaped(label));
  return chain;
}

ConstituentTree markovised(const Sentence& sentence, const BinarizeOptions& options, const HeadRules* rules) {
  require_constituents(sentence);
  return Markovisation(sentence, options, rules).run();
}

ConstituentTree unmarkovised(const ConstituentTree& tree, bool keep_heads) {
  return Unmarkovisation(tree, keep_heads).run();
}

}  // namespace espalier::treebank
