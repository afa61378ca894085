#include "selection/sifis.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "learning/feature_columns.h"
#include "parsing/graph_problem.h"
#include "parsing/watch.h"
#include "selection/arc_examples.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

/// The structured sparse perceptron on the arcs of a treebank, for one list of templates.
class TreeSelection {
 public:
  TreeSelection(const parsing::TrainingData& data, std::span<const decoding::ArcSet> arcs, const Templates& templates,
                const SifisOptions& options, base::Team& team)
      : options_(options), team_(team), programs_(sections_of(templates)) {
    set_ = parsing::make_training_set(data.train, programs_.encoder(), labels_, true, data.train_columns);
    use_ = parsing::LabelUse(parsing::find_label_use(set_, labels_));
    const decoding::Roots roots =
        options.graph.roots.value_or(set_.many_roots == 0 ? decoding::Roots::kOne : decoding::Roots::kAny);
    problem_ = std::make_unique<parsing::GraphProblem>(programs_, options.graph, roots, set_, arcs, use_, team.size());
  }

  /// `before`: features that are selected from the start and stay so. Returns the wrong heads of the last epoch.
  /// `progress`: passes over the sentences.
  double run(std::span<const std::uint64_t> before, const std::function<void(double)>& progress) {
    const auto sentences = static_cast<double>(std::max<std::size_t>(set_.sentences.size(), 1));
    if (options_.graph.trees.min_updates > 0) problem_->tables()[0]->select(before);
    learning::Trainer trainer(*problem_, options_.graph.trees, team_);
    double loss = 0;
    for (int epoch = 0; epoch < options_.epochs; ++epoch) {
      loss = trainer.epoch([&](std::size_t done) { progress(epoch + static_cast<double>(done) / sentences); }).loss;
    }
    return 100 * loss / static_cast<double>(std::max<std::size_t>(set_.words, 1));
  }

  std::vector<std::uint64_t> selected() const {
    std::vector<std::uint64_t> out;
    problem_->table().visit([&](std::uint64_t feature, std::uint32_t, const learning::TrainingCell& cell) {
      if (cell.updates >= options_.graph.trees.min_updates) out.push_back(feature);
    });
    return out;
  }

 private:
  static std::vector<features::Section> sections_of(const Templates& templates) {
    std::vector<features::Section> sections;
    for (const features::Schema& schema : parsing::graph_schemas()) sections.push_back({schema.name, {}});
    sections[static_cast<std::size_t>(parsing::GraphSection::kArc)].templates = templates;
    return sections;
  }

  const SifisOptions& options_;
  base::Team& team_;
  parsing::GraphPrograms programs_;
  parsing::LabelSet labels_;
  parsing::TrainingSet set_;
  parsing::LabelUse use_;
  std::unique_ptr<parsing::GraphProblem> problem_;
};

/// Looks at the dependent and nowhere else: the same for all heads of a word, so that no tree is preferred for it and
/// no perceptron can select it. What it tells together with others is for decision trees to say.
bool reads_dependent_alone(const features::Template& item) {
  constexpr std::uint8_t kDependent = 1;
  return std::all_of(item.terms.begin(), item.terms.end(), [](const features::Term& term) {
    return std::all_of(term.addresses.begin(), term.addresses.end(),
                       [](const features::Address& address) { return address.anchor == kDependent; });
  });
}

/// By number of the feature: it is one of these, or there was no choosing it.
std::vector<bool> flags_of(const learning::Examples& examples, std::span<const std::uint64_t> features,
                           const Templates& templates) {
  learning::OpenTable<std::uint64_t> known;
  for (const std::uint64_t feature : features) known.insert(feature) = 1;
  std::vector<bool> out(examples.features());
  for (std::uint32_t id = 0; id < examples.features(); ++id) out[id] = known.find(examples.feature(id)) != nullptr;
  for (std::size_t place = 0; place < templates.size(); ++place) {
    if (!reads_dependent_alone(templates[place])) continue;
    for (std::size_t i = 0; i < examples.size(); ++i) out[examples.ids(i)[place]] = true;
  }
  return out;
}

/// The true and the found arc of each word whose head was not found. `share`: of such words, in percent.
std::vector<decoding::ArcSet> mistakes(std::span<const Sentence> sentences,
                                       const std::vector<std::vector<std::int32_t>>& found, double& share) {
  std::vector<decoding::ArcSet> out(sentences.size());
  std::size_t words = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Sentence& sentence = sentences[i];
    out[i].start(sentence.size());
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::int32_t truth = sentence.head(word);
      const std::int32_t head = found[i][static_cast<std::size_t>(word)];
      if (truth >= 0 && head != truth) {
        out[i].add_head(std::min(head, truth));
        out[i].add_head(std::max(head, truth));
        ++wrong;
      }
      words += truth >= 0 ? 1U : 0U;
      out[i].end_word();
    }
  }
  share = 100 * static_cast<double>(wrong) / static_cast<double>(std::max<std::size_t>(words, 1));
  return out;
}

/// The templates of some trees, which differ in what their roots ask for: one tree asks first for what tells most by
/// itself, and never for two things that tell much together unless one of them is that. By gain, the highest first.
std::vector<InducedTemplate> induce(const learning::CategoricalData& columns, const Templates& asked, Templates known,
                                    const SifisOptions& options, base::Team& team, std::size_t& nodes) {
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

/// The induction of a cycle.
std::vector<InducedTemplate> induce(const parsing::TrainingData& data, std::span<const decoding::ArcSet> arcs,
                                    const SifisResult& found, const SifisOptions& options, base::Team& team,
                                    SifisCycle& cycle) {
  const Templates& asked = options.asked.empty() ? found.templates : options.asked;
  std::vector<decoding::ArcSet> wrong;
  if (options.find_heads) wrong = mistakes(data.train, options.find_heads(found.templates), cycle.loss);
  learning::Examples examples =
      ArcExamples({data.train, data.train_columns}, options.find_heads ? wrong : arcs).examples(asked);
  cycle.arcs = examples.size();
  cycle.features = examples.features();
  // What is asked for is one of the templates, or it was not selected from.
  const bool compresses = options.graph.trees.min_updates > 0 && options.asked.empty();
  const std::vector<bool> kept =
      compresses ? flags_of(examples, found.selected, asked) : std::vector<bool>(examples.features(), true);
  const learning::CategoricalData columns = learning::to_categorical(examples, 2, kept, team);
  examples = learning::Examples();
  return induce(columns, asked, found.templates, options, team, cycle.nodes);
}

}  // namespace

SifisResult run_sifis(const parsing::TrainingData& data, std::span<const decoding::ArcSet> arcs, Templates basic,
                      const SifisOptions& options, base::Team& team,
                      const std::function<void(const SifisCycle&)>& watch) {
  SifisResult start;
  start.templates = std::move(basic);
  SifisHooks hooks;
  hooks.watch = [&](const SifisResult& found) {
    if (watch) watch(found.cycles.back());
    return true;
  };
  return continue_sifis(data, arcs, std::move(start), options, team, hooks);
}

SifisResult continue_sifis(const parsing::TrainingData& data, std::span<const decoding::ArcSet> arcs, SifisResult found,
                           const SifisOptions& options, base::Team& team, const SifisHooks& hooks) {
  const bool selects = options.graph.trees.min_updates > 0;
  while (!found.is_over()) {
    const parsing::Stopwatch clock;
    SifisCycle cycle;
    cycle.cycle = found.cycles.size();
    const auto tell = [&](double passes) {
      if (hooks.progress) hooks.progress(cycle.cycle, passes);
    };
    tell(0);
    // Without selection every value stays, and there is nothing to train before the last list.
    if (selects) {
      TreeSelection selection(data, arcs, found.templates, options, team);
      cycle.loss = selection.run(found.selected, tell);
      found.selected = selection.selected();
    }
    cycle.templates = found.templates.size();
    cycle.kept = found.selected.size();
    std::vector<InducedTemplate> induced;
    if (cycle.cycle < options.cycles) induced = induce(data, arcs, found, options, team, cycle);
    const bool is_counted = cycle.cycle < options.cycles && !options.find_heads && options.asked.empty();
    if (options.counts && !is_counted) {
      const auto examples = ArcExamples({data.train, data.train_columns}, arcs).examples(std::span(found.templates));
      cycle.arcs = examples.size();
      cycle.features = examples.features();
    }
    cycle.induced = induced.size();
    cycle.seconds = clock.seconds();
    for (InducedTemplate& each : induced) found.templates.push_back(std::move(each.item));
    found.cycles.push_back(cycle);
    if (hooks.watch && !hooks.watch(found)) break;
  }
  return found;
}

}  // namespace espalier::selection
