// LIBLINEAR as the learner of local classifiers: examples in, plain weights out.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/examples.h"
#include "learning/frozen_rows.h"

namespace espalier::learning {

struct LiblinearOptions {
  /// LIBLINEAR's numbers. 0 L2 logistic regression, 1 L2 L2-loss SVM (dual), 2 the same (primal), 3 L2 L1-loss SVM
  /// (dual), 4 multi-class SVM of Crammer and Singer, 5 L1 L2-loss SVM, 6 L1 logistic regression, 7 L2 logistic
  /// regression (dual). 5 and 6 leave most weights at zero.
  int solver = 4;
  double C = 0.1;          ///< the price of an error; small: simpler models
  double eps = 0;          ///< when to stop; 0: LIBLINEAR's choice for the solver
  double bias = -1;        ///< the value of a feature that every example has; negative: none
  std::uint32_t seed = 1;  ///< of the order in which examples are visited
};

/// A class's score is its bias and the weights of the example's features. Of two classes, unless the solver is 4, the
/// lower has no weights: LIBLINEAR learns one decision, which is here the score of the higher one.
struct LinearModel {
  std::vector<std::uint32_t> classes;  ///< those seen in training, ascending; all others have no say, not score 0
  std::vector<RowWeight> weights;      ///< by feature, then class; none is zero. FrozenRows::freeze() takes them
  std::vector<float> bias;             ///< beside `classes`

  /// The scores of `classes`, in that order. For a look at a model; frozen tables are made for speed.
  std::vector<double> scores(std::span<const std::uint64_t> features) const;
};

/// The same examples in the same order give the same model. Throws Error kUsage for options that LIBLINEAR refuses, for
/// no examples, and for more than its int numbers can count. Calls from several threads wait for each other: LIBLINEAR
/// has globals. Features below the cut-off are not in the model; where only one class occurs there is nothing to learn,
/// and no weight. `stop`: as soon as it is set the call ends with Error kInterrupted; what LIBLINEAR was at goes on in
/// a thread that nobody waits for but the next call.
LinearModel train_liblinear(const Examples& examples, const LiblinearOptions& options = {},
                            const std::atomic<bool>* stop = nullptr);

}  // namespace espalier::learning
