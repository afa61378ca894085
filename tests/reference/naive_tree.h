// C4.5 by the book, for small data: every number from the definition, in floating point, cases copied from node to
// node.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "learning/categorical.h"
#include "learning/decision_tree.h"

namespace espalier::tests {

struct NaiveCase {
  std::size_t example;
  double share;
};

/// What an attribute says at a node, per case.
struct NaiveScore {
  double gain = 0;
  double split = 0;
  std::size_t large_branches = 0;
  std::map<std::uint32_t, double> branches;  // known cases, by value
  double missing = 0;
};

class NaiveTree {
 public:
  NaiveTree(const learning::CategoricalData& data, double min_cases) : data_(data), min_cases_(min_cases) {}

  std::vector<NaiveCase> all() const {
    std::vector<NaiveCase> out;
    for (std::size_t i = 0; i < data_.size(); ++i) out.push_back({i, data_.weights.empty() ? 1 : data_.weights[i]});
    return out;
  }

  NaiveScore score(const std::vector<NaiveCase>& cases, std::size_t attribute) const {
    NaiveScore out;
    std::map<std::uint32_t, std::vector<NaiveCase>> parts;
    for (const NaiveCase& each : cases) parts[data_.columns[attribute][each.example]].push_back(each);
    std::vector<NaiveCase> known;
    std::vector<double> sizes;
    double after = 0;
    for (const auto& [value, part] : parts) {
      const double size = total(part);
      sizes.push_back(size);
      if (value == learning::kMissing) {
        out.missing = size;
        continue;
      }
      out.branches[value] = size;
      if (size >= min_cases_ - 1e-6) ++out.large_branches;
      after += size * entropy(of_class(part));
      known.insert(known.end(), part.begin(), part.end());
    }
    const double share = total(known) / total(cases);
    if (!known.empty()) out.gain = share * (entropy(of_class(known)) - after / total(known));
    out.split = entropy(sizes);
    return out;
  }

  /// The cases of a branch, those with a missing value in part.
  std::vector<NaiveCase> branch(const std::vector<NaiveCase>& cases, std::size_t attribute, std::uint32_t value) const {
    const NaiveScore scored = score(cases, attribute);
    const double known = total(cases) - scored.missing;
    std::vector<NaiveCase> out;
    for (const NaiveCase& each : cases) {
      const std::uint32_t its = data_.columns[attribute][each.example];
      if (its == value) out.push_back(each);
      if (its == learning::kMissing) out.push_back({each.example, each.share * scored.branches.at(value) / known});
    }
    return out;
  }

  std::vector<double> of_class(const std::vector<NaiveCase>& cases) const {
    std::vector<double> out(data_.classes);
    for (const NaiveCase& each : cases) out[data_.labels[each.example]] += each.share;
    return out;
  }

  static double total(const std::vector<NaiveCase>& cases) {
    double sum = 0;
    for (const NaiveCase& each : cases) sum += each.share;
    return sum;
  }

  static double entropy(const std::vector<double>& parts) {
    double all = 0;
    for (const double part : parts) all += part;
    double out = 0;
    for (const double part : parts) {
      if (part > 0) out -= part / all * std::log2(part / all);
    }
    return out;
  }

 private:
  const learning::CategoricalData& data_;
  double min_cases_;
};

/// The probabilities that a tree gives, by recursion.
inline std::vector<double> naive_probabilities(const learning::DecisionTree& tree,
                                               std::span<const std::uint32_t> values, std::size_t at = 0) {
  const learning::TreeNode& node = tree.node(at);
  std::vector<double> out(tree.distribution(at).begin(), tree.distribution(at).end());
  for (double& each : out) each /= node.cases;
  if (node.is_leaf()) return out;
  const std::uint32_t value = values[node.attribute];
  if (value == learning::kMissing) std::fill(out.begin(), out.end(), 0.0);
  for (std::uint32_t k = 0; k < node.children; ++k) {
    const std::size_t child = node.first_child + k;
    if (tree.node(child).value == value) return naive_probabilities(tree, values, child);
    if (value != learning::kMissing) continue;
    const std::vector<double> part = naive_probabilities(tree, values, child);
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += part[c] * tree.node(child).cases / node.cases;
  }
  return out;
}

}  // namespace espalier::tests
