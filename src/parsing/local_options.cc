#include "parsing/local_options.h"

#include <algorithm>

#include "parsing/recipe_use.h"

namespace espalier::parsing {

LocalOptions local_options(const Recipe& recipe, std::uint64_t seed) {
  LocalOptions options;
  static_cast<TreeOptions&>(options) = tree_options(recipe);
  options.system = decoding::find_system(recipe.get("system"))->kind;
  options.learner.solver = static_cast<int>(recipe.number("solver"));
  options.learner.C = recipe.number("cost");
  options.learner.eps = recipe.number("eps");
  options.learner.seed = static_cast<std::uint32_t>(seed);
  options.has_kernel = recipe.get("kernel") == "polynomial";
  options.kernel.kernel = {static_cast<std::uint32_t>(recipe.number("degree")), recipe.number("gamma"),
                           recipe.number("coef0")};
  options.kernel.C = recipe.number("cost");
  if (recipe.number("eps") > 0) options.kernel.eps = recipe.number("eps");
  options.kernel.most = static_cast<std::size_t>(recipe.number("most-examples"));
  options.cutoff = static_cast<std::uint32_t>(recipe.number("cutoff"));
  const auto split = std::find(kSplits.begin(), kSplits.end(), recipe.get("split"));
  options.split = static_cast<std::uint8_t>(split - kSplits.begin());
  options.split_least = static_cast<std::size_t>(recipe.number("split-least"));
  return options;
}

}  // namespace espalier::parsing
