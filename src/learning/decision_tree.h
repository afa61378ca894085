// Decision trees over categorical attributes: a node asks for one attribute and has a branch for each value seen there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/team.h"
#include "learning/categorical.h"

namespace espalier::learning {

struct TreeOptions {
  static constexpr std::uint32_t kBest = 0xFFFFFFFF;

  std::uint32_t first = kBest;  ///< the attribute that the root asks for
  std::uint32_t max_depth = 0;  ///< tests from the root to a leaf; 0: any number
  double min_cases = 2;         ///< C4.5's -m: a test has two branches of so many cases at least
  bool collapse = false;        ///< C4.5's: a subtree that makes no fewer errors in training than a leaf becomes one
  double confidence = 0;        ///< of the pessimistic estimate that prunes: below 1, small prunes more; 0: not pruned
};

struct TreeNode {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::uint32_t parent = kNone;
  std::uint32_t value = 0;          ///< the branch of the parent that leads here
  std::uint32_t attribute = kNone;  ///< what is asked; kNone: a leaf
  std::uint32_t first_child = 0;    ///< children lie beside each other, by value
  std::uint32_t children = 0;
  std::uint32_t label = 0;  ///< the most frequent class; of several the lowest
  double cases = 0;         ///< of training, shares and weights added up
  double gain = 0;          ///< information in bits that the test gave, over all cases

  bool is_leaf() const noexcept { return attribute == kNone; }
};

/// How things are called in the text of a tree.
struct TreeNames {
  std::function<std::string(std::uint32_t attribute)> attribute;
  std::function<std::string(std::uint32_t attribute, std::uint32_t value)> value;
  std::function<std::string(std::uint32_t label)> label;
};

/// Nodes are numbered breadth first, 0 is the root.
class DecisionTree {
 public:
  /// `distributions`: the cases of each class, by node. REQUIRES nodes as numbered above.
  DecisionTree(std::uint32_t classes, std::vector<TreeNode> nodes, std::vector<double> distributions);

  std::uint32_t classes() const noexcept { return classes_; }
  std::size_t size() const noexcept { return nodes_.size(); }
  const TreeNode& node(std::size_t index) const noexcept { return nodes_[index]; }
  /// Cases of training by class.
  std::span<const double> distribution(std::size_t index) const noexcept {
    return std::span(distributions_).subspan(index * classes_, classes_);
  }
  std::size_t leaves() const noexcept;
  /// Tests on the longest path.
  std::uint32_t depth() const;

  /// Probabilities of the classes for an example, by its values of all attributes. A value that the node has no branch
  /// for ends the way there; a missing one goes all ways, each with the share of its cases.
  std::vector<double> probabilities(std::span<const std::uint32_t> values) const;
  /// The most probable class; of several the lowest.
  std::uint32_t classify(std::span<const std::uint32_t> values) const;

  /// A line a leaf and a line a branch above it, as C4.5 prints them: `outlook = sunny:`, `|   windy = true: no (2.0)`;
  /// in brackets the cases of training and, after a stroke, those of other classes.
  std::string to_text(const TreeNames& names) const;

 private:
  std::uint32_t child(const TreeNode& node, std::uint32_t value) const noexcept;

  std::uint32_t classes_;
  std::vector<TreeNode> nodes_;
  std::vector<double> distributions_;  // by node, then class
};

/// The attributes that a root could ask for, the best first: as grow_tree() would choose them, each if those before it
/// were not there. Throws as grow_tree() does.
std::vector<std::uint32_t> rank_attributes(const CategoricalData& data, const TreeOptions& options, base::Team& team);

/// C4.5: at each node the attribute with the best gain ratio, of those whose gain is at least the average of those that
/// gain; missing values by fractional cases. The same on any number of threads; of equal attributes the first is taken.
/// `progress(depth, nodes so far)` now and then; throw from it to stop. Throws as CategoricalData::check(), and Error
/// kUsage for options that make no sense.
DecisionTree grow_tree(const CategoricalData& data, const TreeOptions& options, base::Team& team,
                       const std::function<void(std::uint32_t depth, std::size_t nodes)>& progress = {});

}  // namespace espalier::learning
