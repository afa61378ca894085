// libsvm as the learner of local classifiers with a kernel: examples in, support vectors out.
#pragma once

#include <atomic>
#include <cstddef>

#include "learning/examples.h"
#include "learning/kernel_model.h"

namespace espalier::learning {

/// C-SVC with a polynomial kernel. The defaults are those of MaltParser (-s 0 -t 1 -d 2 -g 0.2 -r 0.4 -c 1 -e 0.1).
struct LibsvmOptions {
  PolynomialKernel kernel;
  double C = 1;                  ///< the price of an error
  double eps = 0.1;              ///< when to stop
  std::size_t most = 0;          ///< the first so many examples are learned from; 0: all
  double cache_megabytes = 200;  ///< of kernel values; what does not fit is computed again
};

/// The examples that are learned from.
inline std::size_t learned_from(std::size_t examples, const LibsvmOptions& options) noexcept {
  return options.most == 0 || examples < options.most ? examples : options.most;
}

/// The same examples in the same order give the same model. Time grows at least with the square of the examples, and
/// so do the kernel values that are computed. Throws Error kUsage for options that libsvm refuses, for no examples, and
/// for more than its int numbers can count. Features below the cut-off are not in the model; where only one class
/// occurs there is nothing to learn, and no vector. `stop`: as soon as it is set the call ends with Error kInterrupted;
/// what libsvm was at goes on in a thread that nobody waits for.
KernelModel train_libsvm(const Examples& examples, const LibsvmOptions& options = {},
                         const std::atomic<bool>* stop = nullptr);

}  // namespace espalier::learning
