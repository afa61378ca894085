#include "selection/ifis.h"

#include <utility>

#include "espalier/error.h"
#include "learning/feature_columns.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

/// Those that show a kept feature in one example at least.
Templates used_templates(const Templates& templates, const learning::Examples& examples,
                         const std::vector<bool>& kept) {
  std::vector<bool> is_used(templates.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const auto ids = examples.ids(i);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      if (kept[ids[t]]) is_used[t] = true;
    }
  }
  Templates out;
  for (std::size_t t = 0; t < templates.size(); ++t) {
    if (is_used[t]) out.push_back(templates[t]);
  }
  return out;
}

}  // namespace

Choices ExampleSource::choices(std::span<const features::Template> /*attributes*/, std::size_t /*most*/) {
  throw Error(ErrorKind::kUsage, "there are no choices to search by gain");
}

Decisions ExampleSource::decisions(std::span<const features::Template> /*conditions*/, std::size_t /*most*/) {
  throw Error(ErrorKind::kUsage, "there are no decisions here that tables could vote on");
}

IfisResult run_ifis(ExampleSource& source, Templates basic, const IfisOptions& options, base::Team& team,
                    const std::function<void(const IfisCycle&)>& watch) {
  Templates templates = std::move(basic);
  learning::TreeOptions tree_options = options.tree;
  const auto longest = static_cast<std::uint32_t>(options.induction.max_length);
  if (tree_options.max_depth == 0 || tree_options.max_depth > longest) tree_options.max_depth = longest;
  IfisResult out;
  IfisCycle cycle;
  std::vector<std::uint64_t> selected;
  for (;;) {
    const learning::Examples examples = source.examples(templates);
    const learning::SparseSelection selection =
        learning::select_features(examples, source.classes(), options.selection, selected);
    cycle.templates = templates.size();
    cycle.features = examples.features();
    cycle.kept = selection.size();
    cycle.mistakes = selection.mistakes.empty() ? 0 : selection.mistakes.back();
    out.cycles.push_back(cycle);
    if (watch) watch(cycle);

    std::vector<InducedTemplate> induced;
    ++cycle.cycle;
    if (cycle.cycle <= options.cycles) {
      const learning::CategoricalData data = learning::to_categorical(examples, source.classes(), selection.kept, team);
      const learning::DecisionTree tree = learning::grow_tree(data, tree_options, team);
      induced = induce_templates(tree, templates, options.induction, templates);
      cycle.nodes = tree.size();
      cycle.induced = induced.size();
    }
    if (induced.empty()) {
      out.templates = used_templates(templates, examples, selection.kept);
      out.examples = learning::keep_features(examples, selection.kept);
      return out;
    }
    selected = learning::kept_features(examples, selection.kept);
    for (InducedTemplate& each : induced) templates.push_back(std::move(each.item));
  }
}

}  // namespace espalier::selection
