#include "selection/cycles.h"

#include <algorithm>
#include <utility>

#include "espalier/error.h"
#include "learning/feature_columns.h"
#include "parsing/watch.h"
#include "selection/terms.h"

namespace espalier::selection {
namespace {

using Templates = CycleProblem::Templates;

/// By number of the feature: it is one of these, or there was no choosing it.
std::vector<bool> flags_of(const learning::Examples& examples, std::span<const std::uint64_t> features,
                           const Templates& templates, const CycleProblem& problem) {
  learning::OpenTable<std::uint64_t> known;
  for (const std::uint64_t feature : features) known.insert(feature) = 1;
  std::vector<bool> out(examples.features());
  for (std::uint32_t id = 0; id < examples.features(); ++id) out[id] = known.find(examples.feature(id)) != nullptr;
  for (std::size_t place = 0; place < templates.size(); ++place) {
    if (!problem.is_beyond_selection(templates[place])) continue;
    for (std::size_t i = 0; i < examples.size(); ++i) out[examples.ids(i)[place]] = true;
  }
  return out;
}

/// The templates of some trees, which differ in what their roots ask for: one tree asks first for what tells most by
/// itself, and never for two things that tell much together unless one of them is that. By gain, the highest first.
std::vector<InducedTemplate> induce(const learning::CategoricalData& columns, const Templates& asked, Templates known,
                                    const CycleOptions& options, base::Team& team, std::size_t& nodes) {
  learning::TreeOptions tree_options = options.tree;
  const auto longest = static_cast<std::uint32_t>(options.induction.max_length);
  if (tree_options.max_depth == 0 || tree_options.max_depth > longest) tree_options.max_depth = longest;
  InductionOptions all = options.induction;
  all.most = 0;
  std::vector<InducedTemplate> out;
  nodes = 0;
  std::vector<std::uint32_t> roots = learning::rank_attributes(columns, tree_options, team);
  if (roots.size() > options.trees) roots.resize(options.trees);
  for (const std::uint32_t root : roots) {
    tree_options.first = root;
    const learning::DecisionTree tree = learning::grow_tree(columns, tree_options, team);
    nodes += tree.size();
    for (InducedTemplate& each : induce_templates(tree, asked, all, known)) {
      known.push_back(each.item);
      out.push_back(std::move(each));
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const InducedTemplate& a, const InducedTemplate& b) { return a.gain > b.gain; });
  if (options.induction.most != 0 && out.size() > options.induction.most) out.resize(options.induction.most);
  return out;
}

/// Rows of the search by gain: with more it finds much the same, later.
constexpr std::size_t kMostRows = 400'000;

std::vector<InducedTemplate> induce_by_gain(CycleProblem& problem, const CycleResult& found,
                                            const CycleOptions& options, base::Team& team, CycleRow& row,
                                            const std::function<void(double)>& tell) {
  Templates there = problem.beside();
  there.insert(there.end(), found.templates.begin(), found.templates.end());
  Templates all = options.asked;
  all.insert(all.end(), there.begin(), there.end());
  const Terms attributes = single_valued_terms(all);
  std::vector<TermSet> known;
  for (const features::Template& each : there) {
    if (auto set = attributes.set_of(each)) known.push_back(std::move(*set));
  }
  const Templates singles = attributes.singles();
  const Choices choices = problem.choices(singles, kMostRows);
  row.examples = choices.groups();
  GainOptions gain;
  if (options.induction.most > 0) gain.most = options.induction.most;
  gain.min_length = options.induction.min_length;
  gain.max_length = options.induction.max_length;
  for (const features::Template& single : singles) gain.wanted.push_back(problem.is_wanted(single));
  const std::vector<GainedTemplate> taken = search_by_gain(choices, known, gain, team, [&](std::size_t done) {
    tell(static_cast<double>(done) / static_cast<double>(gain.most));
  });
  std::vector<InducedTemplate> out;
  out.reserve(taken.size());
  for (const GainedTemplate& each : taken) out.push_back({attributes.item(each.attributes), each.gain});
  return out;
}

/// The induction of a cycle.
std::vector<InducedTemplate> induce(CycleProblem& problem, const CycleResult& found, const CycleOptions& options,
                                    base::Team& team, CycleRow& row, const std::function<void(double)>& tell) {
  if (options.by_gain) return induce_by_gain(problem, found, options, team, row, tell);
  const Templates& asked = options.asked.empty() ? found.templates : options.asked;
  learning::Examples examples =
      problem.has_mistakes() ? problem.mistakes(found.templates, asked, row.wrong) : problem.examples(asked);
  row.examples = examples.size();
  row.features = examples.features();
  if (examples.size() == 0) return {};  // nothing is wrong
  // What is asked for was selected from, or all of it stays.
  const bool compresses = problem.selects() && (options.asked.empty() || options.selects_asked);
  const std::vector<bool> kept =
      compresses ? flags_of(examples, found.selected, asked, problem) : std::vector<bool>(examples.features(), true);
  const learning::CategoricalData columns = learning::to_categorical(examples, problem.classes(), kept, team);
  examples = learning::Examples();
  return induce(columns, asked, found.templates, options, team, row.nodes);
}

/// What features are selected from.
Templates selected_from(const CycleResult& found, const CycleOptions& options) {
  Templates out = found.templates;
  if (!options.selects_asked) return out;
  for (const features::Template& each : options.asked) {
    if (std::find(out.begin(), out.end(), each) == out.end()) out.push_back(each);
  }
  return out;
}

}  // namespace

learning::Examples CycleProblem::mistakes(const Templates& /*templates*/, const Templates& /*asked*/,
                                          double& /*wrong*/) {
  throw Error(ErrorKind::kUsage, "there are no mistakes to learn from");
}

Decisions CycleProblem::decisions(const Templates& /*conditions*/, std::size_t /*most*/) {
  throw Error(ErrorKind::kUsage, "votes of tables are for moves and actions, not for arcs");
}

CycleResult run_cycles(CycleProblem& problem, CycleResult found, const CycleOptions& options, base::Team& team,
                       const CycleHooks& hooks) {
  while (!found.is_over()) {
    const parsing::Stopwatch clock;
    CycleRow row;
    row.cycle = found.cycles.size();
    const auto tell = [&](double passes) {
      if (hooks.progress) hooks.progress(row.cycle, passes);
    };
    tell(0);
    const Templates list = selected_from(found, options);
    if (problem.selects()) row.wrong = problem.select(list, found.selected, tell);
    row.templates = found.templates.size();
    row.kept = found.selected.size();
    std::vector<InducedTemplate> induced;
    const bool induces = row.cycle < options.cycles;
    if (induces) induced = induce(problem, found, options, team, row, tell);
    const bool is_counted = induces && !problem.has_mistakes() && !options.by_gain && options.asked.empty();
    if (options.counts && !is_counted) {
      const learning::Examples examples = problem.examples(list);
      row.examples = examples.size();
      row.features = examples.features();
    }
    row.induced = induced.size();
    row.seconds = clock.seconds();
    for (InducedTemplate& each : induced) found.templates.push_back(std::move(each.item));
    found.cycles.push_back(row);
    if (hooks.watch && !hooks.watch(found)) break;
  }
  return found;
}

}  // namespace espalier::selection
