// Bottom-up replacement of subtrees by leaves, on an estimate of errors.
//
// Idea: nodes are numbered breadth first, so that going through them backwards meets children before parents; the cost
// of a subtree is the sum over its children, unless a leaf costs no more. What is left is numbered anew.
// Cost: linear in nodes; the limit of the binomial is found by bisection on the incomplete beta function, once for each
// pair of errors and cases.
// Papers: Quinlan 1993, chapter 4; Lentz 1976 (continued fractions).
#include "learning/tree_pruning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace espalier::learning {
namespace {

/// The continued fraction of the incomplete beta function, by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto or_tiny = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / or_tiny(1 - (a + b) * x / (a + 1));
  double result = d;
  for (int m = 1; m <= 1000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / or_tiny(1 + even * d);
    c = or_tiny(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / or_tiny(1 + odd * d);
    c = or_tiny(1 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1) < 1e-14) break;
  }
  return result;
}

/// I_x(a, b), the regularised incomplete beta function.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  // The fraction is quick on one side only; the other by symmetry.
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double errors_of(const DecisionTree& tree, std::size_t node) {
  return std::max(0.0, tree.node(node).cases - tree.distribution(node)[tree.node(node).label]);
}

/// The tree without the subtrees below the nodes that are to be leaves.
DecisionTree cut(const DecisionTree& tree, const std::vector<bool>& is_leaf) {
  std::vector<TreeNode> nodes{tree.node(0)};
  std::vector<double> distributions;
  std::vector<std::size_t> old{0};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto of_class = tree.distribution(old[i]);
    distributions.insert(distributions.end(), of_class.begin(), of_class.end());
    TreeNode node = nodes[i];
    const std::uint32_t first = std::exchange(node.first_child, static_cast<std::uint32_t>(nodes.size()));
    if (is_leaf[old[i]]) {
      node.attribute = TreeNode::kNone;
      node.children = node.first_child = 0;
      node.gain = 0;
    }
    nodes[i] = node;
    for (std::uint32_t k = 0; k < node.children; ++k) {
      nodes.push_back(tree.node(first + k));
      nodes.back().parent = static_cast<std::uint32_t>(i);
      old.push_back(first + k);
    }
  }
  return {tree.classes(), std::move(nodes), std::move(distributions)};
}

/// cost(node): of a leaf there. A leaf may cost `slack` more than what it replaces.
template <class Cost>
DecisionTree simplify(const DecisionTree& tree, double slack, const Cost& cost) {
  std::vector<double> below(tree.size());  // of the children, as they have become
  std::vector<bool> is_leaf(tree.size());
  for (std::size_t i = tree.size(); i-- > 0;) {
    const double leaf = cost(i);
    is_leaf[i] = tree.node(i).is_leaf() || leaf <= below[i] + slack;
    if (i > 0) below[tree.node(i).parent] += is_leaf[i] ? leaf : below[i];
  }
  return cut(tree, is_leaf);
}

}  // namespace

double upper_error_rate(double errors, double cases, double confidence) {
  if (errors >= cases) return 1;
  if (errors <= 0) return -std::expm1(std::log(confidence) / cases);
  double low = 0;
  double high = 1;
  // The chance of so few errors or fewer falls as the rate rises.
  for (int i = 0; i < 60 && high - low > 1e-12; ++i) {
    const double rate = (low + high) / 2;
    (incomplete_beta(cases - errors, errors + 1, 1 - rate) > confidence ? low : high) = rate;
  }
  return (low + high) / 2;
}

DecisionTree collapse_tree(const DecisionTree& tree) {
  return simplify(tree, 1e-6, [&](std::size_t node) { return errors_of(tree, node); });
}

DecisionTree prune_tree(const DecisionTree& tree, double confidence) {
  std::map<std::pair<double, double>, double> rates;  // most nodes are small, and like many others
  return simplify(tree, 0.1, [&](std::size_t node) {
    const double cases = tree.node(node).cases;
    const double errors = errors_of(tree, node);
    const auto [rate, is_new] = rates.try_emplace({errors, cases});
    if (is_new) rate->second = upper_error_rate(errors, cases, confidence);
    return cases * rate->second;
  });
}

}  // namespace espalier::learning
