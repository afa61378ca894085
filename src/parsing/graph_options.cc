#include "parsing/graph_options.h"

#include "espalier/error.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {
namespace {

void check(const GraphOptions& options) {
  if (options.partial == PartialRule::kKnown && options.joint) {
    throw Error(ErrorKind::kUsage,
                "partial = known is for labels = after only: arcs are learned with their labels else");
  }
}

GraphFilter filter_of(std::string_view name) {
  if (name == "no") return GraphFilter::kNone;
  if (name == "hard") return GraphFilter::kHard;
  if (name == "keep-vn") return GraphFilter::kKeepVerbsAndNouns;
  return name == "soft" ? GraphFilter::kSoft : GraphFilter::kArcs;
}

}  // namespace

GraphOptions graph_options(const Recipe& recipe, std::uint64_t seed) {
  GraphOptions options;
  static_cast<EpochOptions&>(options) = epoch_options(recipe, seed);
  options.order = static_cast<int>(recipe.number("order"));
  options.crossing = recipe.get("decoder") == "mst";
  options.joint = recipe.get("labels") == "joint";
  options.filtered = filter_of(recipe.get("filter"));
  options.filters_by_truth = recipe.get("filter-by") == "truth";
  options.filter.keep = recipe.number("keep");
  options.filter.most = static_cast<std::int32_t>(recipe.number("most"));
  options.filter.seed = seed;
  options.trees = learner_options(recipe, seed);
  options.cutoff = static_cast<std::uint32_t>(recipe.number("cutoff"));
  options.partial = recipe.get("partial") == "known" ? PartialRule::kKnown : PartialRule::kLatent;
  options.refills = static_cast<int>(recipe.number("refills"));
  check(options);
  return options;
}

}  // namespace espalier::parsing
