#include "selection/sifis.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "parsing/graph_problem.h"
#include "selection/arc_examples.h"
#include "selection/gain_induction.h"
#include "selection/part_places.h"

namespace espalier::selection {
namespace {

using Templates = CycleProblem::Templates;

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

/// The true and the found arc of each word whose head was not found. `share`: of such words, in percent.
std::vector<decoding::ArcSet> wrong_arcs(std::span<const Sentence> sentences,
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

class ArcProblem final : public CycleProblem {
 public:
  ArcProblem(const parsing::TrainingData& data, std::vector<decoding::ArcSet> arcs, SifisOptions options,
             base::Team& team)
      : data_(data), arcs_(std::move(arcs)), options_(std::move(options)), team_(team) {}

  std::uint32_t classes() const override { return 2; }
  bool selects() const override { return options_.graph.trees.min_updates > 0; }

  double select(const Templates& templates, std::vector<std::uint64_t>& selected,
                const std::function<void(double)>& progress) override {
    TreeSelection selection(data_, arcs_, templates, options_, team_);
    const double wrong = selection.run(selected, progress);
    selected = selection.selected();
    return wrong;
  }

  learning::Examples examples(const Templates& templates) override { return examples_of(arcs_, templates); }

  Choices choices(const Templates& attributes, std::size_t most) override {
    return choose_heads({data_.train, data_.train_columns}, arcs_, parsing::GraphSection::kArc, attributes, most);
  }

  bool has_mistakes() const override { return options_.find_heads != nullptr; }
  learning::Examples mistakes(const Templates& templates, const Templates& asked, double& wrong) override {
    return examples_of(wrong_arcs(data_.train, options_.find_heads(templates), wrong), asked);
  }

  /// What looks at the dependent and nowhere else is the same for all heads of a word, so that no tree is preferred for
  /// it. What it tells together with others is for decision trees to say.
  bool is_beyond_selection(const features::Template& item) const override {
    constexpr std::uint8_t kDependent = 1;
    return std::all_of(item.terms.begin(), item.terms.end(), [](const features::Term& term) {
      return std::all_of(term.addresses.begin(), term.addresses.end(),
                         [](const features::Address& address) { return address.anchor == kDependent; });
    });
  }

 private:
  learning::Examples examples_of(std::span<const decoding::ArcSet> arcs, const Templates& templates) const {
    return ArcExamples({data_.train, data_.train_columns}, arcs).examples(templates);
  }

  const parsing::TrainingData& data_;
  std::vector<decoding::ArcSet> arcs_;
  SifisOptions options_;
  base::Team& team_;
};

class PartProblem final : public CycleProblem {
 public:
  PartProblem(const parsing::TrainingData& data, std::vector<decoding::ArcSet> arcs, parsing::GraphSection section,
              const Templates& arcs_too)
      : data_({data.train, data.train_columns}), arcs_(std::move(arcs)), section_(section) {
    for (const features::Template& item : arcs_too) beside_.push_back(from_arc(item, section));
  }

  std::uint32_t classes() const override { return 2; }
  bool selects() const override { return false; }
  double select(const Templates&, std::vector<std::uint64_t>&, const std::function<void(double)>&) override {
    return 0;
  }
  learning::Examples examples(const Templates& templates) override {
    return ArcExamples(data_, arcs_, section_).examples(templates);
  }
  Choices choices(const Templates& attributes, std::size_t most) override {
    return choose_heads(data_, arcs_, section_, attributes, most);
  }
  /// What does not look at the sibling or the grandparent is for [arc] to say.
  bool is_wanted(const features::Template& single) const override {
    const std::uint8_t third = section_ == parsing::GraphSection::kSibling ? 2 : 0;
    return std::ranges::any_of(single.terms.front().addresses,
                               [&](const features::Address& address) { return address.anchor == third; });
  }
  Templates beside() const override { return beside_; }

 private:
  SentenceSet data_;
  std::vector<decoding::ArcSet> arcs_;
  parsing::GraphSection section_;
  Templates beside_;
};

}  // namespace

std::unique_ptr<CycleProblem> make_part_problem(const parsing::TrainingData& data, std::vector<decoding::ArcSet> arcs,
                                                parsing::GraphSection section, const Templates& arcs_too) {
  return std::make_unique<PartProblem>(data, std::move(arcs), section, arcs_too);
}

std::unique_ptr<CycleProblem> make_arc_problem(const parsing::TrainingData& data, std::vector<decoding::ArcSet> arcs,
                                               SifisOptions options, base::Team& team) {
  return std::make_unique<ArcProblem>(data, std::move(arcs), std::move(options), team);
}

}  // namespace espalier::selection
