// Rules on whole trees: roots, cycles, and what Universal Dependencies asks of relations.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "treebank/check_report.h"

namespace espalier::treebank {

/// A sentence's tree with the lines to point to. Position 0 is the root.
struct CheckedTree {
  std::vector<std::int32_t> heads;  ///< kNoHead where the head is missing or wrong (which is reported elsewhere)
  std::vector<std::string_view> labels;
  std::vector<std::size_t> lines;
  bool is_universal = true;  ///< one root, labelled root; universal relations

  void clear();
};

/// Cycles, roots and their labels (level 2).
void check_tree(const CheckedTree& tree, CheckReport& report);

/// Relations: known, in the right direction, on words that may have dependents (level 3).
void check_relations(const CheckedTree& tree, CheckReport& report);

/// One of the 17 universal part-of-speech tags.
bool is_universal_tag(std::string_view upos) noexcept;

/// The relation without its subtype: `nsubj` of `nsubj:pass`.
std::string_view universal_part(std::string_view deprel) noexcept;

}  // namespace espalier::treebank
