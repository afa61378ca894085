#include "selection/class_cycles.h"

#include <algorithm>

#include "learning/feature_columns.h"

namespace espalier::selection {

double ClassProblem::select(const Templates& templates, std::vector<std::uint64_t>& selected,
                            const std::function<void(double)>& progress) {
  const learning::Examples examples = source_->examples(templates);
  const learning::SparseSelection found = learning::select_features(
      examples, classes(), selection_, selected, [&](std::uint32_t epochs) { progress(static_cast<double>(epochs)); });
  selected = learning::kept_features(examples, found.kept);
  const double mistakes = found.mistakes.empty() ? 0 : static_cast<double>(found.mistakes.back());
  return 100 * mistakes / static_cast<double>(std::max<std::size_t>(examples.size(), 1));
}

}  // namespace espalier::selection
