// Decision tables with back-off: the weak learners of boosting, trained by counting.
//
// Idea: a table has a cell for every value of a template; what it says there is the class that weighs most among the
// decisions of the cell. A group of templates is asked from the longest down: the first whose cell was met by enough
// other decisions answers, the menu's own table at last. A decision is never told by itself: its own weight is taken
// off before the heaviest class is looked for, so that a table of rare values is worth no more than it will be on other
// sentences.
// Invariant: menus are part of every value, so a table says nothing that is not possible.
// Cost: that of ValueBlocks and two passes over the decisions, a template. What a template says by itself can be kept
// for all groups that it is in; a group then costs its longest template and a look at the others.
// Papers: Kohavi 1995 (decision tables); Zhu, Zou, Rosset and Hastie 2009 (what boosting wants of them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "selection/decisions.h"
#include "selection/value_blocks.h"

namespace espalier::selection {

inline constexpr std::uint16_t kNotTold = 0xFFFF;
/// What a table says of every decision; kNotTold where its cell was met too rarely.
using TableAnswers = std::vector<std::uint16_t>;
/// By template.
using KnownTables = std::map<TermSet, TableAnswers>;

/// Counts tables, one after the other. One a thread.
class TableCounter {
 public:
  /// The decisions must outlive it.
  explicit TableCounter(const Decisions& decisions)
      : decisions_(decisions), blocks_(decisions), sums_(decisions.classes()) {}

  /// What the group says of every decision, learned from all others with these weights; tables that are known with the
  /// same weights are not counted again. Good until the next call.
  std::span<const std::uint32_t> predict(std::span<const TermSet> group, std::span<const double> weights,
                                         const KnownTables& known = {});
  /// REQUIRES less than kNotTold classes.
  TableAnswers table(const TermSet& item, std::span<const double> weights);

 private:
  void answer(const TermSet& item, std::span<const double> weights, std::size_t least);
  void answer_cell(std::span<const std::uint32_t> cell, std::span<const double> weights);

  const Decisions& decisions_;
  ValueBlocks blocks_;
  std::vector<double> sums_;  // of a cell, by class; 0 between two cells
  std::vector<std::uint32_t> said_;
};

}  // namespace espalier::selection
