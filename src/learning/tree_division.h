// How the cases of a node fall into the branches of a test.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/categorical.h"
#include "learning/split_score.h"

namespace espalier::learning {

/// Cases by class, as numbers of entries and as what they weigh.
struct ClassCases {
  std::vector<std::uint32_t> entries;
  std::vector<double> weights;
};

/// The branches of one test, by value.
struct Division {
  std::vector<std::uint32_t> values;
  ClassCases known;    ///< by branch, then class
  ClassCases missing;  ///< by class: entries whose value is not known
  /// By branch, then class: the next free entry of a sink; kNowhere: nobody asks for these cases.
  std::vector<std::size_t> cursors;

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// The share of the known cases that each branch has; of a case with a missing value it gets so much.
  std::vector<double> shares() const;
};

/// Where cases go, all branches of all nodes.
struct CaseSink {
  std::uint32_t* examples = nullptr;
  double* shares = nullptr;  ///< null: all count 1
};

/// One a thread: its tables by code are reused.
class Divider {
 public:
  explicit Divider(std::uint32_t classes) : classes_(classes) {}

  Division divide(const CategoricalColumn& column, const NodeCases& node);
  /// Copies the cases to their branches, in the order they have; those with a missing value to all branches.
  void distribute(const CategoricalColumn& column, const NodeCases& node, Division& division, const CaseSink& sink);

 private:
  static constexpr std::uint32_t kNoBranch = 0xFFFFFFFF;

  void make_room(const CategoricalColumn& column);
  void number_branches(const CategoricalColumn& column, const NodeCases& node, Division& out);

  std::uint32_t classes_;
  std::vector<std::uint32_t> branch_;  // by code; kNoBranch between calls
};

}  // namespace espalier::learning
