// Pseudo-projective trees: lifting, marking, and the way back.
//
// Lifting. Nivre and Nilsson (2005) lift the shortest non-projective arc, one step at a time, until none is left; that
// is one order of many, and costs a search a step. Here the result that such orders aim at is read off at once. Let
// R(a) be the longest run of adjacent words around a that a dominates (projectivity.cc). A run R(a) that meets R(b) is
// inside it or around it: if a dominates b, the run of b is dominated by a, so R(a), being the longest, takes it in
// whole; and two nodes of which neither dominates the other dominate no word in common. So the runs are nested like
// brackets, and the new head of m is the owner of the narrowest run around R(m).
//   It is projective: below a are now exactly the words of R(a), and these are adjacent.
//   It is the least: in any projective tree made by lifting, the words between m and its new head a' are below a',
//   hence
// were below a' before; so m is in R(a'), and the owner of the narrowest run with m is a' or below a'.
//   Nothing moves in a projective tree: R(h) then holds m, and no run lies between.
// Cost O(n): the brackets are followed with a stack.
//
// Marking and its inverse are those of the paper. Words are taken back top-down, in rounds: a word's true head may
// itself have been lifted out from below the word's new head, and is found there only when it is back in place.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "treebank/lift_label.h"
#include "treebank/projectivity.h"

namespace espalier::treebank {
namespace {

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

/// The owner of the narrowest run around that of each word. Openings at one position come widest first.
std::vector<std::int32_t> least_lifting(const std::vector<WordRun>& runs) {
  const auto nodes = static_cast<std::int32_t>(runs.size());
  std::vector<std::int32_t> heads(runs.size(), kNoHead);
  // Owners sorted by (first ascending, last descending) with two passes of counting.
  std::vector<std::int32_t> by_last(runs.size());
  std::vector<std::int32_t> order(runs.size());
  std::vector<std::int32_t> count(runs.size() + 1, 0);
  for (const WordRun& run : runs) ++count[at(nodes - run.last)];
  for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
  for (std::int32_t node = 0; node < nodes; ++node) by_last[at(count[at(nodes - runs[at(node)].last) - 1]++)] = node;
  std::fill(count.begin(), count.end(), 0);
  for (const WordRun& run : runs) ++count[at(run.first) + 1];
  for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
  for (const std::int32_t node : by_last) order[at(count[at(runs[at(node)].first)]++)] = node;

  std::vector<std::int32_t> open;
  for (const std::int32_t node : order) {
    while (!open.empty() && runs[at(open.back())].last < runs[at(node)].first) open.pop_back();
    if (!open.empty()) heads[at(node)] = open.back();
    open.push_back(node);
  }
  return heads;
}

/// The nodes on the ways from true heads up to new heads. Ways overlap; `above_` leads, with shortcuts, to the lowest
/// node above that is on none yet, so that each is met about once (union-find with path halving).
class Paths {
 public:
  explicit Paths(const Domination& domination) : domination_(domination), above_(at(domination.nodes())) {
    std::iota(above_.begin(), above_.end(), 0);
  }

  /// From `low` up to below `high`, a node that dominates it.
  void add(std::int32_t low, std::int32_t high) {
    for (auto node = find(low); node != high && domination_.dominates(high, node); node = find(node)) {
      above_[at(node)] = domination_.parent(node);
    }
  }
  bool contains(std::int32_t node) const { return above_[at(node)] != node; }

 private:
  std::int32_t find(std::int32_t node) {
    while (above_[at(node)] != node) node = above_[at(node)] = above_[at(above_[at(node)])];
    return node;
  }

  const Domination& domination_;
  std::vector<std::int32_t> above_;
};

/// Puts marked labels in place of the plain ones. `lifted` are the words that move, `new_heads` where to.
void mark(DependencyTree& tree, const Domination& domination, const std::vector<std::int32_t>& new_heads,
          const std::vector<std::int32_t>& lifted, LiftMarking marking) {
  std::vector<LiftLabel> labels(tree.labels.size());
  Paths paths(domination);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i].label = tree.labels[i];
  for (const std::int32_t word : lifted) {
    const std::int32_t head = tree.heads[at(word)];
    labels[at(word)].is_lifted = true;
    if (marking != LiftMarking::kPath) labels[at(word)].head_label = tree.labels[at(head)];
    if (marking != LiftMarking::kHead) paths.add(head, new_heads[at(word)]);
  }
  for (std::size_t i = 1; i < labels.size(); ++i) {
    labels[i].is_on_path = paths.contains(static_cast<std::int32_t>(i));
    const bool is_marked = labels[i].is_lifted || labels[i].is_on_path;
    if (is_marked || !is_plain_label(tree.labels[i])) tree.labels[i] = encode(labels[i]);
  }
}

/// A tree whose words can be moved about: children in the order of the words, in lists that are cheap to take apart.
class MovableTree {
 public:
  explicit MovableTree(std::vector<std::int32_t>& heads)
      : heads_(heads), first_(heads.size(), kNoHead), next_(heads.size(), kNoHead), previous_(heads.size(), kNoHead) {
    for (auto word = static_cast<std::int32_t>(heads.size()) - 1; word > 0; --word) link(word, kNoHead, parent(word));
  }

  /// Words without a head hang from the root.
  std::int32_t parent(std::int32_t word) const { return has_arc(heads_, word) ? heads_[at(word)] : 0; }
  std::int32_t first_child(std::int32_t node) const { return first_[at(node)]; }
  std::int32_t next_sibling(std::int32_t node) const { return next_[at(node)]; }

  /// Returns the number of children passed over.
  std::size_t move(std::int32_t word, std::int32_t head) {
    const std::int32_t before = previous_[at(word)];
    const std::int32_t after = next_[at(word)];
    (before == kNoHead ? first_[at(parent(word))] : next_[at(before)]) = after;
    if (after != kNoHead) previous_[at(after)] = before;
    heads_[at(word)] = head;
    std::int32_t left = kNoHead;
    std::size_t passed = 0;
    for (auto child = first_child(head); child != kNoHead && child < word; child = next_[at(child)], ++passed)
      left = child;
    link(word, left, head);
    return passed;
  }

 private:
  void link(std::int32_t word, std::int32_t left, std::int32_t head) {
    std::int32_t& from = left == kNoHead ? first_[at(head)] : next_[at(left)];
    next_[at(word)] = from;
    previous_[at(word)] = left;
    if (from != kNoHead) previous_[at(from)] = word;
    from = word;
  }

  std::vector<std::int32_t>& heads_;
  std::vector<std::int32_t> first_;
  std::vector<std::int32_t> next_;
  std::vector<std::int32_t> previous_;
};

/// Finds for each marked word where it was lifted from, as its label tells.
class Lowering {
 public:
  explicit Lowering(DependencyTree& tree) : tree_(tree), movable_(tree.heads) {
    labels_.reserve(tree.labels.size());
    for (const std::string& label : tree.labels) {
      labels_.push_back(decode_lift_label(label));
      has_paths_ = has_paths_ || labels_.back().is_on_path;
    }
  }

  std::size_t run() {
    std::size_t moved = 0;
    std::vector<std::int32_t> waiting = marked_top_down();
    for (std::size_t before = waiting.size() + 1; waiting.size() < before;) {
      before = waiting.size();
      std::erase_if(waiting, [&](std::int32_t word) { return lower(word); });
      moved += before - waiting.size();
    }
    for (std::size_t i = 1; i < labels_.size(); ++i) tree_.labels[i] = std::move(labels_[i].label);
    return moved;
  }

 private:
  // Real sentences need a few visits a lifted word. The bound keeps labels made to hurt (each word marked, each search
  // in vain) from costing the square of the length; past it words stay where they are.
  static constexpr std::size_t kVisits = 20'000'000;

  bool lower(std::int32_t word) {
    const std::int32_t head = find_head(word);
    if (head != kNoHead) visits_ += movable_.move(word, head);
    return head != kNoHead;
  }

  /// Words that hang from a cycle are not reached and stay.
  std::vector<std::int32_t> marked_top_down() const {
    std::vector<std::int32_t> order = {0};
    order.reserve(tree_.heads.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (auto c = movable_.first_child(order[i]); c != kNoHead; c = movable_.next_sibling(c)) order.push_back(c);
    }
    std::erase_if(order,
                  [&](std::int32_t word) { return !labels_[at(word)].is_lifted || !has_arc(tree_.heads, word); });
    return order;
  }

  std::int32_t find_head(std::int32_t word) {
    const std::string& wanted = labels_[at(word)].head_label;
    const auto has_label = [&](std::int32_t node) { return labels_[at(node)].label == wanted; };
    if (!has_paths_) return search(word, false, has_label);
    if (wanted.empty()) return search(word, true, [&](std::int32_t node) { return is_path_end(node, word); });
    const std::int32_t found = search(word, true, has_label);
    return found != kNoHead ? found : search(word, false, has_label);
  }

  bool is_path_end(std::int32_t node, std::int32_t word) {
    for (auto child = movable_.first_child(node); child != kNoHead; child = movable_.next_sibling(child)) {
      ++visits_;
      if (child != word && labels_[at(child)].is_on_path) return false;
    }
    return true;
  }

  /// The first node below the head of `word`, `word` and what is below it left out, that `fits`; kNoHead when none
  /// does.
  template <class Fits>
  std::int32_t search(std::int32_t word, bool along_paths, Fits fits) {
    queue_.assign(1, movable_.parent(word));
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      for (auto child = movable_.first_child(queue_[i]); child != kNoHead; child = movable_.next_sibling(child)) {
        if (++visits_ > kVisits) return kNoHead;
        if (child == word || (along_paths && !labels_[at(child)].is_on_path)) continue;
        if (fits(child)) return child;
        queue_.push_back(child);
      }
    }
    return kNoHead;
  }

  DependencyTree& tree_;
  MovableTree movable_;
  std::vector<LiftLabel> labels_;
  bool has_paths_ = false;
  std::size_t visits_ = 0;
  std::vector<std::int32_t> queue_;
};

}  // namespace
}  // namespace espalier::treebank

namespace espalier {

LiftMarking lift_marking_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, LiftMarking>, 4> kNames = {{{"none", LiftMarking::kNone},
                                                                               {"head", LiftMarking::kHead},
                                                                               {"path", LiftMarking::kPath},
                                                                               {"head+path", LiftMarking::kHeadPath}}};
  for (const auto& [known, marking] : kNames) {
    if (known == name) return marking;
  }
  throw Error(ErrorKind::kUsage, "unknown marking '" + std::string(name) + "'" +
                                     did_you_mean(name, {"none", "head", "path", "head+path"}) +
                                     "; there are none, head, path, head+path");
}

std::size_t projectivize(DependencyTree& tree, LiftMarking marking) {
  const treebank::Domination domination(tree.heads);
  if (domination.has_cycle()) throw Error(ErrorKind::kInput, "the heads form a cycle: nothing to lift to");
  const std::vector<std::int32_t> heads = treebank::least_lifting(own_runs(domination));
  std::vector<std::int32_t> lifted;
  for (std::int32_t word = 1; word < domination.nodes(); ++word) {
    const bool moves = heads[treebank::at(word)] != domination.parent(word);
    if (moves && treebank::has_arc(tree.heads, word)) lifted.push_back(word);
  }
  if (marking != LiftMarking::kNone) treebank::mark(tree, domination, heads, lifted, marking);
  for (const std::int32_t word : lifted) tree.heads[treebank::at(word)] = heads[treebank::at(word)];
  return lifted.size();
}

std::size_t deprojectivize(DependencyTree& tree) { return treebank::Lowering(tree).run(); }

std::size_t projectivize(Sentence& sentence, LiftMarking marking) {
  DependencyTree tree = sentence.dependencies();
  std::size_t moved = 0;
  try {
    moved = projectivize(tree, marking);
  } catch (const Error& error) {
    throw Error(error.kind(), Place{"", sentence.line(), 0}, error.reason());
  }
  sentence.set_dependencies(tree);
  return moved;
}

std::size_t deprojectivize(Sentence& sentence) {
  DependencyTree tree = sentence.dependencies();
  const std::size_t moved = deprojectivize(tree);
  sentence.set_dependencies(tree);
  return moved;
}

}  // namespace espalier
