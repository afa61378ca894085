// Entropy-guided feature generation: templates from the paths of a decision tree.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "features/template.h"
#include "learning/decision_tree.h"

namespace espalier::selection {

struct InductionOptions {
  std::size_t min_length = 2;  ///< terms of a template
  std::size_t max_length = 4;  ///< a tree needs no more depth than this
  std::size_t most = 0;        ///< so many templates, those that told most; 0: all
  bool pays = false;           ///< a test counts for what it tells beyond what its branches take to write down (MDL)
};

struct InducedTemplate {
  features::Template item;
  double gain = 0;        ///< bits that the last test on the paths told, over all their cases
  double cases = 0;       ///< of training that came to the end of the paths
  std::size_t paths = 0;  ///< that ask for these terms, in whatever order
};

/// A template for each path from the root to a node that asks: the terms of all attributes asked on it. `basic` says
/// what the attributes of the tree are, one template each, of one or more terms. Paths with the same terms are one
/// template, whose terms are in the order of `basic`; those with the terms of one of `known` are left out. By gain, the
/// highest first. Throws Error kUsage for a basic template whose terms may have several values (they are no attribute
/// of one value), and when there are too few basic templates for the tree.
std::vector<InducedTemplate> induce_templates(const learning::DecisionTree& tree,
                                              std::span<const features::Template> basic,
                                              const InductionOptions& options = {},
                                              std::span<const features::Template> known = {});

}  // namespace espalier::selection
