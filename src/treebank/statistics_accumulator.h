// Counts sentences one by one; two accumulators make one. Internal to this room.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "espalier/statistics.h"
#include "treebank/counting.h"

namespace espalier::treebank {

class StatisticsAccumulator {
 public:
  void add(const Sentence& sentence);
  /// As if all sentences of the other had been added here.
  void merge(const StatisticsAccumulator& other);
  /// All but file, format and skipped. `known` may be null: nothing is then said of unseen things.
  TreebankStatistics finish(const StatisticsAccumulator* known) const;

 private:
  void add_words(const Sentence& sentence);
  void add_dependencies(const Sentence& sentence);
  void add_arcs(const Sentence& sentence);
  void add_depths(const Sentence& sentence);
  void add_constituents(const Sentence& sentence);
  void add_spans(const ConstituentTree& tree);
  void merge_arcs(const StatisticsAccumulator& other);
  void merge_nodes(const StatisticsAccumulator& other);
  void finish_features(TreebankStatistics& out) const;
  UnseenStatistics unseen_in(const StatisticsAccumulator& known) const;
  DependencyStatistics finish_dependencies() const;
  ConstituentStatistics finish_constituents() const;

  // The plain sums; distributions and types are filled in by finish().
  TreebankStatistics sums_;
  DependencyStatistics arcs_;
  ConstituentStatistics nodes_;

  TextCounter forms_, lemmas_, upos_, xpos_, bundles_, labels_, categories_;
  PairCounter form_upos_, form_xpos_;
  TextCounter head_tags_, dependent_tags_;  ///< UPOS, or XPOS where a word has no UPOS
  PairCounter tag_pairs_;                   ///< (head tag, dependent tag)
  PairCounter pair_labels_;                 ///< (id of the pair, label)

  // Reused for each sentence.
  std::vector<std::int32_t> depth_, path_, children_, first_, last_, leaves_;
};

}  // namespace espalier::treebank
