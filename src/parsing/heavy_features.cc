#include "parsing/heavy_features.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "features/render.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kMost = 10;            // features of a section or label
constexpr std::size_t kSentences = 2000;     // the most that are gone through
constexpr std::int32_t kLongSentence = 200;  // those longer than this are left out

/// The heaviest features of one kind, heaviest first.
class Shelf {
 public:
  /// `name()` is asked only if the feature is kept.
  template <class Name>
  void offer(std::uint64_t feature, float weight, const Name& name) {
    const float size = std::abs(weight);
    if (size == 0 || (items_.size() == kMost && size <= std::abs(items_.back().weight))) return;
    if (std::any_of(items_.begin(), items_.end(), [&](const Item& item) { return item.feature == feature; })) return;
    const auto lighter = [&](const Item& item) { return std::abs(item.weight) < size; };
    items_.insert(std::find_if(items_.begin(), items_.end(), lighter), {feature, weight, name()});
    if (items_.size() > kMost) items_.pop_back();
  }
  void append_to(std::vector<HeavyFeature>& out, const std::string& section, const std::string& label) const {
    for (const Item& item : items_) out.push_back({section, label, item.text, item.weight});
  }

 private:
  struct Item {
    std::uint64_t feature;
    float weight;
    std::string text;
  };
  std::vector<Item> items_;
};

class Search {
 public:
  Search(const GraphModel& model, const TrainingSet& data, std::span<const decoding::ArcSet> arcs)
      : model_(model), data_(data), arcs_(arcs), labels_(model.labels().size()), row_(model.labels().size()) {}

  std::vector<HeavyFeature> run();

 private:
  bool is_joint() const { return model_.settings().joint != 0; }
  const features::Program& program(GraphSection section) const { return model_.programs().program(section); }
  void prepare(GraphSection section) {
    extractors_[static_cast<std::size_t>(section)].prepare(program(section), data_.encoded[sentence_]);
  }

  /// Calls use(feature, name) for all features at places, name() being the text.
  template <class StateOf, class Use>
  void each(GraphSection section, std::span<const std::int32_t> places, const StateOf& state, const Use& use);
  void offer_parts(GraphSection section, std::span<const std::int32_t> places);
  template <class StateOf>
  void offer_labels(const learning::FrozenRows& rows, GraphSection section, std::span<const std::int32_t> places,
                    const StateOf& state);
  std::string label_text(std::int32_t node) const;

  void visit_arcs();
  void visit_tree();
  void visit_labels();

  const GraphModel& model_;
  const TrainingSet& data_;
  std::span<const decoding::ArcSet> arcs_;
  std::size_t sentence_ = 0;
  std::array<features::Extractor, kGraphSections> extractors_;
  std::array<Shelf, kGraphSections> parts_;
  std::vector<Shelf> labels_;
  std::vector<float> row_;  // of one feature, by label
  LabelScratch scratch_;
  decoding::PartSet set_;
  TreeParts tree_;
};

std::string Search::label_text(std::int32_t node) const {
  if (node < 0) return "<none>";
  const std::int32_t label = scratch_.labels[static_cast<std::size_t>(node)];
  return label < 0 ? "_" : model_.labels()[static_cast<std::size_t>(label)];
}

template <class StateOf, class Use>
void Search::each(GraphSection section, std::span<const std::int32_t> places, const StateOf& state, const Use& use) {
  const auto number = static_cast<std::size_t>(section);
  std::size_t last = program(section).size();
  std::size_t nth = 0;  // of the features of one template
  extractors_[number].visit(places, state, [&](std::size_t at, std::uint64_t feature) {
    nth = at == last ? nth + 1 : 0;
    last = at;
    use(feature, [&] {
      const features::Renderer renderer(graph_schemas()[number], data_.sentences[sentence_], nullptr,
                                        [&](std::uint8_t, std::int32_t node) { return label_text(node); });
      const features::Template& item = model_.programs().sections()[number].templates[program(section).source(at)];
      return renderer.render(item, program(section).slots(), places)[nth];
    });
  });
}

void Search::offer_parts(GraphSection section, std::span<const std::int32_t> places) {
  each(section, places, features::NoState(), [&](std::uint64_t feature, const auto& name) {
    parts_[static_cast<std::size_t>(section)].offer(feature, model_.weights().weight(feature), name);
  });
}

template <class StateOf>
void Search::offer_labels(const learning::FrozenRows& rows, GraphSection section, std::span<const std::int32_t> places,
                          const StateOf& state) {
  each(section, places, state, [&](std::uint64_t feature, const auto& name) {
    std::fill(row_.begin(), row_.end(), 0.0F);
    rows.add_scores({&feature, 1}, row_.data());
    for (std::size_t label = 0; label < row_.size(); ++label) {
      labels_[label].offer(feature, std::max(row_[label], 0.0F), name);
    }
  });
}

void Search::visit_arcs() {
  prepare(GraphSection::kArc);
  const decoding::ArcSet& arcs = arcs_[sentence_];
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    for (const std::int32_t h : arcs.heads(m)) {
      const std::int32_t places[] = {h, m};
      if (!is_joint()) {
        offer_parts(GraphSection::kArc, places);
      } else if (data_.heads[sentence_][static_cast<std::size_t>(m)] == h) {
        offer_labels(model_.arc_rows(), GraphSection::kArc, places, features::NoState());
      }
    }
  }
}

void Search::visit_tree() {
  const auto& heads = data_.heads[sentence_];
  const int order = model_.settings().order;
  if (order < 2 || std::find(heads.begin() + 1, heads.end(), -1) != heads.end()) return;
  set_.build(arcs_[sentence_], order);
  if (!find_parts(set_, heads, tree_)) return;
  for (const GraphSection section : {GraphSection::kSibling, GraphSection::kGrandparent, GraphSection::kGrandSibling}) {
    prepare(section);
  }
  for (std::size_t at = 1; at < heads.size(); ++at) {
    const auto m = static_cast<std::int32_t>(at);
    const std::int32_t h = heads[at];
    const std::int32_t s = set_.sibling(tree_.sibling[at]) == h ? -1 : set_.sibling(tree_.sibling[at]);
    const std::int32_t g = heads[static_cast<std::size_t>(h)];
    const std::int32_t all[] = {g, h, m, s};
    offer_parts(GraphSection::kSibling, std::span(all).subspan(1));
    if (order < 3 || h == 0) continue;
    offer_parts(GraphSection::kGrandparent, std::span(all).first(3));
    offer_parts(GraphSection::kGrandSibling, all);
  }
}

void Search::visit_labels() {
  const auto& heads = data_.heads[sentence_];
  const features::Program& labelling = program(GraphSection::kLabel);
  prepare(GraphSection::kLabel);
  start_labels(labelling, data_.encoded[sentence_], heads, scratch_);
  for (const std::int32_t word : scratch_.order) {
    const auto at = static_cast<std::size_t>(word);
    scratch_.links.resolve(labelling, heads[at], word, scratch_.places);
    offer_labels(model_.label_rows(), GraphSection::kLabel, scratch_.places, LabelState{scratch_.labels});
    scratch_.labels[at] = data_.labels[sentence_][at];
  }
}

std::vector<HeavyFeature> Search::run() {
  const std::size_t step = (data_.sentences.size() + kSentences - 1) / kSentences;
  for (sentence_ = 0; sentence_ < data_.sentences.size(); sentence_ += step) {
    if (data_.sentences[sentence_].size() > kLongSentence) continue;
    visit_arcs();
    visit_tree();
    if (!is_joint()) visit_labels();
  }
  std::vector<HeavyFeature> result;
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].append_to(result, graph_schemas()[i].name, {});
  const auto section = static_cast<std::size_t>(is_joint() ? GraphSection::kArc : GraphSection::kLabel);
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    labels_[i].append_to(result, graph_schemas()[section].name, model_.labels()[i]);
  }
  return result;
}

}  // namespace

std::vector<HeavyFeature> find_heaviest(const GraphModel& model, const TrainingSet& data,
                                        std::span<const decoding::ArcSet> arcs) {
  return Search(model, data, arcs).run();
}

}  // namespace espalier::parsing
