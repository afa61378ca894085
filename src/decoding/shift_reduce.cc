// Children stand before their parents in a tree, but need not stand in the order of a derivation, so the nodes are
// visited depth-first, by an explicit stack.
#include "decoding/shift_reduce.h"

#include <utility>

namespace espalier::decoding {

bool derive(const BinaryTree& tree, const ReduceGrammar& grammar, std::vector<Action>& out) {
  out.clear();
  if (tree.nodes.empty()) return true;
  struct Task {
    std::int32_t node;
    bool is_open;  // its children are done
  };
  std::vector<Task> tasks{{static_cast<std::int32_t>(tree.nodes.size()) - 1, false}};
  bool is_covered = false;  // a label comes over the word that was shifted last
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const BinaryTree::Node& node = tree.nodes[to_index(task.node)];
    if (node.label < 0) {
      out.push_back(Action::kShift);
      if (!std::exchange(is_covered, false)) out.push_back(Action::kGhost);
    } else if (!task.is_open) {
      tasks.push_back({task.node, true});
      if (node.right >= 0) tasks.push_back({node.right, false});
      tasks.push_back({node.left, false});
      is_covered = node.right < 0;
    } else {
      const ActionKind kind = node.right < 0       ? ActionKind::kUnary
                              : node.right_is_head ? ActionKind::kRight
                                                   : ActionKind::kLeft;
      if (!grammar.find(kind, node.label, out.emplace_back())) return false;
    }
  }
  return true;
}

}  // namespace espalier::decoding
