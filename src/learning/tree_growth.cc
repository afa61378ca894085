// C4.5's decision trees, grown level by level.
//
// Idea: all nodes of a level are open together; for one attribute after the other (on any thread) the values at every
// open node are counted, so that the column of the attribute stays in the cache while all of its cases are looked at,
// however they are scattered over nodes. Then every node takes its attribute, and its cases go to its branches.
// Invariant: the cases of a level lie by node, then class, then example number; numbers of nodes and places of cases
// are given out in order by one thread, so that nothing depends on the number of threads.
// The choice is Quinlan's: of the attributes that tell something and have two branches of `min_cases` cases, those with
// at least the average gain compete by gain ratio; attributes with very many values (three for ten examples or more) do
// not raise the average, unless all are such. An attribute asked above is constant here and never passes.
// Cost: a level reads each column once, its cases in order; at most depth · examples · attributes. Memory: two levels
// of case numbers, and scores of a batch of nodes.
// Paper: Quinlan, C4.5: Programs for Machine Learning, 1993; Improved use of continuous attributes, 1996 (penalties).
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "espalier/error.h"
#include "learning/decision_tree.h"
#include "learning/split_score.h"
#include "learning/tree_division.h"
#include "learning/tree_pruning.h"

namespace espalier::learning {
namespace {

// Nodes whose scores are held at the same time; many enough that reading the columns anew for each batch is little.
constexpr std::size_t kBatch = 8192;
constexpr double kManyValues = 0.3;
// Cases of other classes below this are rounding of shares.
constexpr double kPure = 1e-9;

/// Open nodes and their cases.
struct Level {
  struct Open {
    std::uint32_t node;
    std::size_t begin;  // of its cases
  };
  std::vector<Open> open;
  std::vector<std::uint32_t> bounds;  // classes + 1 a node, from its begin
  std::vector<std::uint32_t> examples;
  std::vector<double> shares;  // beside the examples, or empty: all count 1

  NodeCases cases(std::size_t index, std::uint32_t classes) const {
    const std::size_t begin = open[index].begin;
    return {examples.data() + begin, shares.empty() ? nullptr : shares.data() + begin,
            std::span(bounds).subspan(index * (classes + 1), classes + 1)};
  }
};

/// A node of the batch that is split.
struct Split {
  std::size_t index;  // in the level
  std::uint32_t attribute;
  double gain;
  Division division;
};

class TreeGrower {
 public:
  using Progress = std::function<void(std::uint32_t, std::size_t)>;

  TreeGrower(const CategoricalData& data, const TreeOptions& options, base::Team& team, const Progress& progress)
      : data_(data), options_(options), team_(team), progress_(progress), classes_(data.classes) {
    const auto workers = static_cast<std::size_t>(team.size());
    scorers_.assign(workers, SplitScorer(classes_, options.min_cases));
    dividers_.assign(workers, Divider(classes_));
    for (const CategoricalColumn& column : data.columns) {
      has_many_values_.push_back(column.domain() >= kManyValues * static_cast<double>(data.size()));
    }
    if (std::find(has_many_values_.begin(), has_many_values_.end(), false) == has_many_values_.end()) {
      has_many_values_.assign(has_many_values_.size(), false);
    }
  }

  std::vector<std::uint32_t> rank() {
    open_root();
    std::vector<std::uint32_t> out;
    if (level_.open.empty()) return out;
    score(0, 1);
    while (const auto best = best_attribute(0, 1)) {
      out.push_back(*best);
      scores_[*best] = SplitScore();
    }
    return out;
  }

  DecisionTree grow() {
    open_root();
    for (std::uint32_t depth = 0; !level_.open.empty(); ++depth) {
      const bool is_last = options_.max_depth != 0 && depth + 1 >= options_.max_depth;
      next_ = Level();
      for (std::size_t begin = 0; begin < level_.open.size(); begin += kBatch) {
        grow_batch(begin, std::min(begin + kBatch, level_.open.size()), is_last);
        if (progress_) progress_(depth, nodes_.size());
      }
      level_ = std::move(next_);
    }
    return {classes_, std::move(nodes_), std::move(distributions_)};
  }

 private:
  void open_root() {
    std::vector<double> all(classes_);
    std::vector<std::uint32_t> bounds(classes_ + 1);
    for (std::size_t i = 0; i < data_.size(); ++i) {
      all[data_.labels[i]] += data_.weights.empty() ? 1.0 : data_.weights[i];
      ++bounds[data_.labels[i] + 1];
    }
    std::partial_sum(bounds.begin(), bounds.end(), bounds.begin());
    add_node(TreeNode(), all);
    if (!may_split(0) || data_.columns.empty()) return;
    level_.open = {{0, 0}};
    level_.bounds = bounds;
    level_.examples.resize(data_.size());
    if (!data_.weights.empty()) level_.shares.resize(data_.size());
    for (std::size_t i = 0; i < data_.size(); ++i) {
      const std::uint32_t at = bounds[data_.labels[i]]++;
      level_.examples[at] = static_cast<std::uint32_t>(i);
      if (!data_.weights.empty()) level_.shares[at] = data_.weights[i];
    }
  }

  void add_node(TreeNode node, std::span<const double> of_class) {
    node.label = static_cast<std::uint32_t>(std::max_element(of_class.begin(), of_class.end()) - of_class.begin());
    node.cases = std::accumulate(of_class.begin(), of_class.end(), 0.0);
    nodes_.push_back(node);
    distributions_.insert(distributions_.end(), of_class.begin(), of_class.end());
  }

  bool may_split(std::size_t node) const {
    const double most = distributions_[node * classes_ + nodes_[node].label];
    return nodes_[node].cases >= 2 * options_.min_cases - kPure && nodes_[node].cases - most > kPure;
  }

  void grow_batch(std::size_t begin, std::size_t end, bool is_last) {
    score(begin, end);
    std::vector<Split> splits = choose(begin, end);
    team_.run(splits.size(), [&](std::size_t i, int worker) {
      splits[i].division = dividers_[static_cast<std::size_t>(worker)].divide(data_.columns[splits[i].attribute],
                                                                              level_.cases(splits[i].index, classes_));
    });
    bool has_shares = !level_.shares.empty() || !next_.shares.empty();
    for (Split& split : splits) has_shares |= add_branches(split, is_last);
    if (is_last) return;
    if (has_shares) next_.shares.resize(next_.examples.size(), 1.0);
    const CaseSink sink{next_.examples.data(), has_shares ? next_.shares.data() : nullptr};
    team_.run(splits.size(), [&](std::size_t i, int worker) {
      dividers_[static_cast<std::size_t>(worker)].distribute(
          data_.columns[splits[i].attribute], level_.cases(splits[i].index, classes_), splits[i].division, sink);
    });
  }

  void score(std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    scores_.resize(data_.columns.size() * count);
    team_.run(data_.columns.size(), [&](std::size_t attribute, int worker) {
      SplitScorer& scorer = scorers_[static_cast<std::size_t>(worker)];
      for (std::size_t i = 0; i < count; ++i) {
        scores_[attribute * count + i] =
            scorer.score(data_.columns[attribute], level_.cases(begin + i, classes_), information_);
      }
    });
  }

  std::vector<Split> choose(std::size_t begin, std::size_t end) const {
    std::vector<Split> out;
    for (std::size_t index = begin; index < end; ++index) {
      auto best = best_attribute(index - begin, end - begin);
      if (!best) continue;
      if (level_.open[index].node == 0 && options_.first < data_.columns.size() && scores_[options_.first].gain > 0) {
        best = options_.first;
      }
      const SplitScore& score = scores_[*best * (end - begin) + index - begin];
      out.push_back({index, *best, static_cast<double>(score.gain) / InformationTable::kUnit, {}});
    }
    return out;
  }

  std::optional<std::uint32_t> best_attribute(std::size_t at, std::size_t stride) const {
    double sum = 0;
    std::size_t gaining = 0;
    for (std::size_t a = 0; a < has_many_values_.size(); ++a) {
      const std::int64_t gain = scores_[a * stride + at].gain;
      if (gain == 0 || has_many_values_[a]) continue;
      sum += static_cast<double>(gain);
      ++gaining;
    }
    const double least = (gaining == 0 ? 0 : sum / static_cast<double>(gaining)) - static_cast<double>(kLeastGain);
    std::optional<std::uint32_t> best;
    double best_ratio = 0;
    for (std::size_t a = 0; a < has_many_values_.size(); ++a) {
      const SplitScore& score = scores_[a * stride + at];
      if (score.gain == 0 || static_cast<double>(score.gain) < least) continue;
      const double ratio = static_cast<double>(score.gain) / static_cast<double>(score.split);
      if (ratio <= best_ratio) continue;
      best = static_cast<std::uint32_t>(a);
      best_ratio = ratio;
    }
    return best;
  }

  /// New nodes for the branches, and room in the next level for those that stay open. True if cases become shares.
  bool add_branches(Split& split, bool is_last) {
    Division& division = split.division;
    const std::size_t branches = division.values.size();
    const std::uint32_t parent = level_.open[split.index].node;
    nodes_[parent].attribute = split.attribute;
    nodes_[parent].gain = split.gain;
    nodes_[parent].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[parent].children = static_cast<std::uint32_t>(branches);
    const bool has_missing = std::any_of(division.missing.entries.begin(), division.missing.entries.end(),
                                         [](std::uint32_t entries) { return entries > 0; });
    const std::vector<double> shares = has_missing ? division.shares() : std::vector<double>(branches);
    division.cursors.assign(branches * classes_, Division::kNowhere);
    std::vector<double> of_class(classes_);
    for (std::size_t k = 0; k < branches; ++k) {
      for (std::uint32_t c = 0; c < classes_; ++c) {
        of_class[c] = division.known.weights[k * classes_ + c] + division.missing.weights[c] * shares[k];
      }
      TreeNode node;
      node.parent = parent;
      node.value = division.values[k];
      add_node(node, of_class);
      if (!is_last && may_split(nodes_.size() - 1)) open_branch(division, k);
    }
    return has_missing;
  }

  void open_branch(Division& division, std::size_t branch) {
    const std::size_t begin = next_.examples.size();
    next_.open.push_back({static_cast<std::uint32_t>(nodes_.size() - 1), begin});
    std::uint32_t at = 0;
    for (std::uint32_t c = 0; c < classes_; ++c) {
      const std::size_t cell = branch * classes_ + c;
      next_.bounds.push_back(at);
      division.cursors[cell] = begin + at;
      at += division.known.entries[cell] + division.missing.entries[c];
    }
    next_.bounds.push_back(at);
    next_.examples.resize(begin + at);
  }

  const CategoricalData& data_;
  const TreeOptions& options_;
  base::Team& team_;
  const Progress& progress_;
  std::uint32_t classes_;
  InformationTable information_;
  std::vector<bool> has_many_values_;  // by attribute
  std::vector<SplitScorer> scorers_;   // by worker
  std::vector<Divider> dividers_;      // by worker
  std::vector<SplitScore> scores_;     // of a batch: by attribute, then node
  Level level_;
  Level next_;
  std::vector<TreeNode> nodes_;
  std::vector<double> distributions_;
};

void check(const CategoricalData& data, const TreeOptions& options) {
  data.check();
  if (!(options.min_cases > 0) || !(options.confidence >= 0 && options.confidence < 1)) {
    throw Error(ErrorKind::kUsage, "a decision tree needs a minimum of cases above 0 and a confidence from 0 to 1");
  }
}

}  // namespace

std::vector<std::uint32_t> rank_attributes(const CategoricalData& data, const TreeOptions& options, base::Team& team) {
  check(data, options);
  return TreeGrower(data, options, team, {}).rank();
}

DecisionTree grow_tree(const CategoricalData& data, const TreeOptions& options, base::Team& team,
                       const std::function<void(std::uint32_t, std::size_t)>& progress) {
  check(data, options);
  DecisionTree tree = TreeGrower(data, options, team, progress).grow();
  if (options.collapse) tree = collapse_tree(tree);
  if (options.confidence > 0) tree = prune_tree(tree, options.confidence);
  return tree;
}

}  // namespace espalier::learning
