// Smaller trees that do as well: subtrees become leaves.
#pragma once

#include "learning/decision_tree.h"

namespace espalier::learning {

/// The error rate that `errors` in `cases` make too low to believe in at this confidence: the upper limit of the
/// binomial (Clopper and Pearson 1934), Quinlan's U_CF(errors, cases). Numbers need not be whole. REQUIRES 0 ≤ errors ≤
/// cases, cases > 0, 0 < confidence < 1.
double upper_error_rate(double errors, double cases, double confidence);

/// Subtrees that make no fewer errors on their own cases of training than a leaf become leaves.
DecisionTree collapse_tree(const DecisionTree& tree);

/// C4.5's pessimistic pruning: a leaf instead of a subtree, where the errors that it must be expected to make are at
/// most a tenth of an error more than those of the subtree's leaves. (C4.5 may also put the largest branch in its
/// place, which needs the cases again; that is not done here.)
DecisionTree prune_tree(const DecisionTree& tree, double confidence);

}  // namespace espalier::learning
