#include "parsing/heavy_features.h"

#include <algorithm>
#include <array>

#include "parsing/heavy_search.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kMost = 10;  // features of a section or label

class Search {
 public:
  Search(const GraphModel& model, const TrainingSet& data, std::span<const decoding::ArcSet> arcs, TemplateTally* tally)
      : model_(model),
        data_(data),
        arcs_(arcs),
        tally_(tally),
        parts_(kGraphSections, HeavyShelf(kMost)),
        arc_labels_(model.labels().size(), kMost),
        labels_(section(GraphSection::kLabel), graph_schema(GraphSection::kLabel), program(GraphSection::kLabel),
                model.label_rows(), model.labels(), kMost, tally) {
    for (std::size_t i = 0; i < kGraphSections; ++i) {
      const auto at = static_cast<GraphSection>(i);
      named_[i] = NamedFeatures(graph_schema(at), section(at).templates, program(at));
    }
  }

  std::vector<HeavyFeature> run();

 private:
  bool is_joint() const { return model_.settings().joint != 0; }
  const features::Section& section(GraphSection at) const {
    return model_.programs().sections()[static_cast<std::size_t>(at)];
  }
  const features::Program& program(GraphSection at) const { return model_.programs().program(at); }
  void prepare(GraphSection at) { named_[static_cast<std::size_t>(at)].prepare(data_, sentence_); }

  template <class Use>
  void each(GraphSection at, std::span<const std::int32_t> places, const Use& use) {
    named_[static_cast<std::size_t>(at)].each(places, features::NoState(), {}, use);
  }
  void weigh(GraphSection at, float weight) {
    if (tally_ != nullptr) tally_->add(section(at).name, named_[static_cast<std::size_t>(at)].source(), weight);
  }
  void offer_parts(GraphSection at, std::span<const std::int32_t> places);
  void offer_labels(std::span<const std::int32_t> places);

  void visit_arcs();
  void visit_tree();

  const GraphModel& model_;
  const TrainingSet& data_;
  std::span<const decoding::ArcSet> arcs_;
  TemplateTally* tally_;
  std::size_t sentence_ = 0;
  std::array<NamedFeatures, kGraphSections> named_;
  std::vector<HeavyShelf> parts_;
  HeavyClasses arc_labels_;                   // where labels are joint
  HeavyLabels<learning::FrozenRows> labels_;  // where they are not
  decoding::PartSet set_;
  TreeParts tree_;
};

void Search::offer_parts(GraphSection at, std::span<const std::int32_t> places) {
  each(at, places, [&](std::uint64_t feature, const auto& name) {
    const float weight = model_.weights().weight(feature);
    parts_[static_cast<std::size_t>(at)].offer(feature, weight, name);
    weigh(at, std::abs(weight));
  });
}

void Search::offer_labels(std::span<const std::int32_t> places) {
  each(GraphSection::kArc, places, [&](std::uint64_t feature, const auto& name) {
    arc_labels_.read(model_.arc_rows(), feature);
    arc_labels_.offer(feature, name);
    weigh(GraphSection::kArc, arc_labels_.spread());
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
        offer_labels(places);
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

std::vector<HeavyFeature> Search::run() {
  visit_sample(data_, [&](std::size_t sentence) {
    sentence_ = sentence;
    visit_arcs();
    visit_tree();
    if (!is_joint()) labels_.visit(data_, sentence);
  });
  std::vector<HeavyFeature> result;
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].append_to(result, graph_schemas()[i].name, {});
  if (is_joint()) {
    arc_labels_.append_to(result, graph_schema(GraphSection::kArc).name, model_.labels());
  } else {
    labels_.append_to(result);
  }
  return result;
}

}  // namespace

std::vector<HeavyFeature> find_heaviest(const GraphModel& model, const TrainingSet& data,
                                        std::span<const decoding::ArcSet> arcs) {
  return Search(model, data, arcs, nullptr).run();
}

void weigh_templates(const GraphModel& model, const TrainingSet& data, std::span<const decoding::ArcSet> arcs,
                     TemplateTally& tally) {
  Search(model, data, arcs, &tally).run();
}

}  // namespace espalier::parsing
