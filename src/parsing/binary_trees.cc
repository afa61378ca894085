#include "parsing/binary_trees.h"

#include <algorithm>
#include <utility>

#include "espalier/error.h"
#include "treebank/constituents.h"
#include "treebank/markovise.h"

namespace espalier::parsing {
namespace {

void add_once(std::vector<std::int32_t>& list, std::int32_t label) {
  if (std::find(list.begin(), list.end(), label) == list.end()) list.push_back(label);
}

class BinaryTrees {
 public:
  explicit BinaryTrees(const HeadRules& heads) : heads_(heads) {}

  void add(const Sentence& sentence) {
    const Place place{{}, sentence.line(), 0};
    if (sentence.constituents().empty()) throw Error(ErrorKind::kInput, place, "the sentence has no constituents");
    const ConstituentTree tree = treebank::markovised(sentence, {}, &heads_);
    if (!treebank::is_in_word_order(tree)) {
      throw Error(ErrorKind::kInput, place, "a constituent has a gap, which a shift-reduce parser cannot learn");
    }
    number(tree);
  }

  BinaryTreebank finish() {
    made_.rules.labels = reduce_labels(made_.labels.names());
    made_.rules.close();
    return std::move(made_);
  }

 private:
  // A node has a greater index than its parent: from the last to the first is from the bottom up.
  void number(const ConstituentTree& tree) {
    auto& nodes = made_.trees.emplace_back().nodes;
    const auto place = [&](std::int32_t node) { return node < 0 ? node : tree.size() - 1 - node; };
    for (std::int32_t i = tree.size() - 1; i >= 0; --i) {
      const ConstituentTree::Node& node = tree.node(i);
      decoding::BinaryTree::Node& made = nodes.emplace_back();
      if (node.is_leaf()) continue;
      made.label = label_number(node.label);
      made.left = place(node.first_child);
      if (node.first_child == node.last_child) {
        add_once(made_.rules.unary, made.label);
        continue;
      }
      made.right = place(node.last_child);
      made.right_is_head = node.head == node.last_child;
      add_once(made.right_is_head ? made_.rules.right : made_.rules.left, made.label);
    }
    made_.rules.has_bare_words = made_.rules.has_bare_words || tree.size() == 1;
  }

  std::int32_t label_number(const std::string& label) {
    if (treebank::is_temporary(label)) made_.labels.add(treebank::base_of(label));
    return made_.labels.add(label);
  }

  const HeadRules& heads_;
  BinaryTreebank made_;
};

}  // namespace

BinaryTreebank make_binary_treebank(const std::vector<Sentence>& sentences, const HeadRules& heads) {
  BinaryTrees trees(heads);
  for (const Sentence& sentence : sentences) trees.add(sentence);
  return trees.finish();
}

std::vector<decoding::ReduceLabel> reduce_labels(const std::vector<std::string>& names) {
  std::map<std::string_view, std::int32_t> bases;
  LabelSet set;
  for (const std::string& name : names) set.add(name);
  std::vector<decoding::ReduceLabel> labels;
  for (const std::string& name : names) {
    const std::string_view base = treebank::base_of(name);
    decoding::ReduceLabel& label = labels.emplace_back();
    label.base = bases.emplace(base, static_cast<std::int32_t>(bases.size())).first->second;
    label.closer = treebank::is_temporary(name) ? set.find(base) : -1;
    if (treebank::is_temporary(name) && label.closer < 0) {
      throw Error(ErrorKind::kInput, "a temporary label has none that finishes it");
    }
  }
  return labels;
}

ConstituentMaker::ConstituentMaker(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool is_temporary = treebank::is_temporary(name);
    labels_.push_back({treebank::split_chain(is_temporary ? treebank::base_of(name) : name), is_temporary});
  }
}

void ConstituentMaker::make(const decoding::ReduceState& state, ConstituentTree& out,
                            std::vector<Task>& scratch) const {
  out.clear();
  scratch.assign(1, {state.stack(0), ConstituentTree::kNone, false});
  const auto put = [&](Task& task, std::int32_t made) {
    if (task.is_head) out.set_head(task.parent, made);
    task.parent = made;
  };
  while (!scratch.empty()) {
    Task task = scratch.back();
    scratch.pop_back();
    const decoding::ReduceNode& node = state.node(task.node);
    if (node.is_word()) {
      put(task, out.add_leaf(task.parent, node.head));
      continue;
    }
    const Label& label = labels_[static_cast<std::size_t>(node.label)];
    if (!label.is_temporary) {
      for (const std::string& part : label.chain) {
        put(task, out.add(task.parent, part));
        task.is_head = true;
      }
    }
    const bool right_is_head = node.right >= 0 && state.node(node.right).head == node.head;
    if (node.right >= 0) scratch.push_back({node.right, task.parent, task.is_head && right_is_head});
    scratch.push_back({node.left, task.parent, task.is_head && !right_is_head});
  }
}

}  // namespace espalier::parsing
