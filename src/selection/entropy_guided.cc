// Paths of a decision tree as sets of terms.
//
// Idea: a tree that lowers the entropy of the decision asks together what tells together; which values lead on from a
// node does not matter, only what was asked (Fernandes, dos Santos and Milidiú). Terms are numbered in the order of the
// basic templates; the set of a node is that of its parent and the terms of its own attribute.
// Invariant: nodes are numbered breadth first, so that a parent's set is there before its children's.
// Cost: a lookup of a short set a node that asks; nodes below a set that is too long are not looked at.
// Papers: dos Santos and Milidiú 2009 (entropy-guided transformation learning); Fernandes and Milidiú 2012.
#include "selection/entropy_guided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "espalier/error.h"
#include "selection/terms.h"

namespace espalier::selection {
namespace {

/// The terms of the basic templates, each once.
class BasicTerms : public Terms {
 public:
  explicit BasicTerms(std::span<const features::Template> basic) {
    for (const features::Template& item : basic) {
      if (std::any_of(item.terms.begin(), item.terms.end(), features::has_several_values)) {
        throw Error(ErrorKind::kUsage, fmt::format("basic template {} has several values in one place: a decision "
                                                   "tree asks for attributes of one value",
                                                   sets_.size() + 1));
      }
      for (const features::Term& term : item.terms) add(term);
      sets_.push_back(*set_of(item));
    }
  }

  /// By basic template.
  const std::vector<TermSet>& sets() const noexcept { return sets_; }

 private:
  std::vector<TermSet> sets_;
};

struct Tally {
  double gain = 0;
  double cases = 0;
  std::size_t paths = 0;
};

TermSet joined(const TermSet& a, const TermSet& b) {
  TermSet out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

/// In bits, as Rissanen has it: half a logarithm of the cases for every number that the branches add.
double price(const learning::DecisionTree& tree, std::size_t index) {
  const learning::TreeNode& node = tree.node(index);
  const double numbers = (static_cast<double>(node.children) - 1) * (static_cast<double>(tree.classes()) - 1);
  return numbers * std::log2(std::max(node.cases, 1.0)) / 2;
}

/// What is asked on the way to each node that asks, up to a length.
std::map<TermSet, Tally> path_sets(const learning::DecisionTree& tree, const BasicTerms& terms,
                                   const InductionOptions& options) {
  using Entry = std::map<TermSet, Tally>::value_type;
  std::map<TermSet, Tally> out;
  const Entry empty;
  std::vector<const Entry*> of_node(tree.size(), nullptr);  // null: too long, or a leaf
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const learning::TreeNode& node = tree.node(i);
    const Entry* above = i == 0 ? &empty : of_node[node.parent];
    if (node.is_leaf() || above == nullptr) continue;
    TermSet set = joined(above->first, terms.sets()[node.attribute]);
    if (set.size() > options.max_length) continue;
    Entry& entry = *out.try_emplace(std::move(set)).first;
    entry.second.gain += options.pays ? std::max(0.0, node.gain - price(tree, i)) : node.gain;
    entry.second.cases += node.cases;
    ++entry.second.paths;
    of_node[i] = &entry;
  }
  return out;
}

void require_enough(const learning::DecisionTree& tree, std::size_t basic) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.node(i).is_leaf() || tree.node(i).attribute < basic) continue;
    throw Error(ErrorKind::kUsage,
                fmt::format("the decision tree asks for attribute {}, and there are {} basic templates",
                            tree.node(i).attribute + 1, basic));
  }
}

}  // namespace

std::vector<InducedTemplate> induce_templates(const learning::DecisionTree& tree,
                                              std::span<const features::Template> basic,
                                              const InductionOptions& options,
                                              std::span<const features::Template> known) {
  require_enough(tree, basic.size());
  const BasicTerms terms(basic);
  std::map<TermSet, Tally> sets = path_sets(tree, terms, options);
  for (const features::Template& item : known) {
    if (const auto set = terms.set_of(item)) sets.erase(*set);
  }
  std::vector<InducedTemplate> out;
  for (const auto& [set, tally] : sets) {
    if (set.size() < options.min_length || (options.pays && tally.gain <= 0)) continue;
    out.push_back({terms.item(set), tally.gain, tally.cases, tally.paths});
  }
  // Equal ones stay in the order of their terms.
  std::stable_sort(out.begin(), out.end(),
                   [](const InducedTemplate& a, const InducedTemplate& b) { return a.gain > b.gain; });
  if (options.most != 0 && out.size() > options.most) out.resize(options.most);
  return out;
}

}  // namespace espalier::selection
