#include "parsing/graph_scorer.h"

#include <algorithm>

namespace espalier::parsing {

bool find_parts(const decoding::PartSet& parts, std::span<const std::int32_t> heads, TreeParts& out) {
  const decoding::ArcSet& arcs = parts.arcs();
  const auto nodes = heads.size();
  const auto words = static_cast<std::int32_t>(nodes) - 1;
  for (auto* list : {&out.arc, &out.sibling, &out.grandparent, &out.grand}) list->assign(nodes, -1);
  for (std::int32_t m = 1; m <= words; ++m) {
    const std::int32_t arc = arcs.find(heads[static_cast<std::size_t>(m)], m);
    if (arc < 0) return false;
    out.arc[static_cast<std::size_t>(m)] = arc;
  }
  if (parts.order() < 2) return true;
  // The modifier met last on each side of a head, walking away from it, is the inner sibling of the next.
  std::vector<std::int32_t>& last = out.grand;  // free until the end
  const auto visit = [&](std::int32_t m) {
    const auto h = static_cast<std::size_t>(heads[static_cast<std::size_t>(m)]);
    const std::int32_t sibling = last[h] < 0 ? static_cast<std::int32_t>(h) : last[h];
    out.sibling[static_cast<std::size_t>(m)] = parts.find_sibling(out.arc[static_cast<std::size_t>(m)], sibling);
    last[h] = m;
  };
  for (std::int32_t m = 1; m <= words; ++m) {
    if (heads[static_cast<std::size_t>(m)] < m) visit(m);
  }
  last.assign(nodes, -1);
  for (std::int32_t m = words; m >= 1; --m) {
    if (heads[static_cast<std::size_t>(m)] > m) visit(m);
  }
  last.assign(nodes, -1);
  if (parts.order() < 3) return true;
  for (std::size_t m = 1; m < nodes; ++m) {
    const std::int32_t h = heads[m];
    if (h == 0) continue;
    const std::int32_t k = out.arc[static_cast<std::size_t>(h)] - arcs.begin(h);
    out.grandparent[m] = parts.grandparent_begin(out.arc[m]) + k;
    out.grand[m] = parts.grand_begin(out.sibling[m]) + k;
  }
  return true;
}

void GraphScorer::prepare(const GraphPrograms& programs, const features::Encoded& sentence, int order) {
  order_ = order;
  extractor(GraphSection::kArc).prepare(programs.program(GraphSection::kArc), sentence);
  if (order >= 2) extractor(GraphSection::kSibling).prepare(programs.program(GraphSection::kSibling), sentence);
  if (order < 3) return;
  extractor(GraphSection::kGrandparent).prepare(programs.program(GraphSection::kGrandparent), sentence);
  extractor(GraphSection::kGrandSibling).prepare(programs.program(GraphSection::kGrandSibling), sentence);
}

void GraphScorer::start(const decoding::PartSet& parts) {
  scores_.arcs.resize(static_cast<std::size_t>(parts.arcs().size()));
  scores_.siblings.resize(static_cast<std::size_t>(parts.siblings()));
  scores_.grandparents.resize(static_cast<std::size_t>(parts.grandparents()));
  scores_.grands.resize(static_cast<std::size_t>(parts.grands()));
}

namespace {

double sum_of(const std::vector<std::int32_t>& parts, const std::vector<float>& scores) {
  double sum = 0;
  for (const std::int32_t part : parts) {
    if (part >= 0) sum += static_cast<double>(scores[static_cast<std::size_t>(part)]);
  }
  return sum;
}

}  // namespace

double GraphScorer::tree_score(const TreeParts& tree) const {
  return sum_of(tree.arc, scores_.arcs) + part_score(tree);
}

double GraphScorer::part_score(const TreeParts& tree) const {
  return sum_of(tree.sibling, scores_.siblings) + sum_of(tree.grandparent, scores_.grandparents) +
         sum_of(tree.grand, scores_.grands);
}

void GraphScorer::add(std::span<const std::uint64_t> features, float amount,
                      std::vector<learning::Change>& changes) const {
  for (const std::uint64_t feature : features) changes.push_back({feature, 0, amount});
}

void GraphScorer::add_changes(const decoding::PartSet& parts, const TreeParts& tree, const TreeParts& other,
                              float amount, bool with_arcs, std::vector<learning::Change>& changes) {
  const decoding::ArcSet& arcs = parts.arcs();
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    const auto at = static_cast<std::size_t>(m);
    const std::int32_t h = arcs.head(tree.arc[at]);
    if (with_arcs && tree.arc[at] != other.arc[at]) add(arc_features(h, m), amount, changes);
    if (order_ < 2) continue;
    const std::int32_t s = parts.sibling(tree.sibling[at]) == h ? -1 : parts.sibling(tree.sibling[at]);
    if (tree.sibling[at] != other.sibling[at]) {
      const std::int32_t triple[] = {h, m, s};
      add(extractor(GraphSection::kSibling).features(triple), amount, changes);
    }
    if (order_ < 3 || h == 0) continue;
    const std::int32_t g = arcs.head(tree.arc[static_cast<std::size_t>(h)]);
    if (tree.grandparent[at] != other.grandparent[at]) {
      const std::int32_t chain[] = {g, h, m};
      add(extractor(GraphSection::kGrandparent).features(chain), amount, changes);
    }
    if (tree.grand[at] != other.grand[at]) {
      const std::int32_t all[] = {g, h, m, s};
      add(extractor(GraphSection::kGrandSibling).features(all), amount, changes);
    }
  }
}

}  // namespace espalier::parsing
