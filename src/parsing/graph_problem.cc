#include "parsing/graph_problem.h"

#include <algorithm>

#include "decoding/loss.h"

namespace espalier::parsing {
namespace {

bool is_known(std::span<const std::int32_t> heads) {
  return std::none_of(heads.begin() + 1, heads.end(), [](std::int32_t head) { return head < 0; });
}

/// Words whose known head was not found.
std::int32_t wrong_heads(std::span<const std::int32_t> found, std::span<const std::int32_t> known) {
  std::int32_t wrong = 0;
  for (std::size_t m = 1; m < known.size(); ++m) wrong += known[m] >= 0 && found[m] != known[m] ? 1 : 0;
  return wrong;
}

}  // namespace

GraphProblem::GraphProblem(const GraphPrograms& programs, const GraphOptions& options, decoding::Roots roots,
                           const TrainingSet& data, std::span<const decoding::ArcSet> arcs, const LabelUse& use,
                           int workers)
    : programs_(programs),
      options_(options),
      roots_(roots),
      data_(data),
      arcs_(arcs),
      use_(use),
      table_(1, options.trees.min_updates),
      rows_(std::max<std::uint32_t>(use.classes(), 2), options.trees.min_updates),
      feasible_(data.sentences.size(), 1),
      scratch_(static_cast<std::size_t>(workers)) {
  GraphScratch& scratch = scratch_.front();
  decoding::Branching branching;
  std::vector<float> zeros;
  for (std::size_t i = 0; i < data_.sentences.size(); ++i) {
    if (is_known(data_.heads[i])) continue;
    decoding::restrict_arcs(arcs_[i], data_.heads[i], {}, scratch.restriction);
    zeros.assign(static_cast<std::size_t>(scratch.restriction.arcs.size()), 0);
    scratch.heads.resize(data_.heads[i].size());
    feasible_[i] = branching.best(scratch.restriction.arcs, zeros, roots_, scratch.heads) ? 1 : 0;
  }
  if (options_.cutoff > 1) count_features();
}

std::vector<learning::TrainingTable*> GraphProblem::tables() {
  if (options_.joint) return {&table_, &rows_};
  return {&table_};
}

void GraphProblem::count_features() {
  GraphScratch& scratch = scratch_.front();
  std::vector<learning::Change> changes;
  TreeParts none;
  for (std::size_t i = 0; i < data_.sentences.size(); ++i) {
    if (!is_known(data_.heads[i])) continue;
    scratch.scorer.prepare(programs_, data_.encoded[i], options_.order);
    scratch.parts.build(arcs_[i], options_.order);
    if (!find_parts(scratch.parts, data_.heads[i], scratch.true_parts)) continue;
    for (auto* list : {&none.arc, &none.sibling, &none.grandparent, &none.grand}) {
      list->assign(data_.heads[i].size(), -2);
    }
    changes.clear();
    scratch.scorer.add_changes(scratch.parts, scratch.true_parts, none, 1, true, changes);
    for (const learning::Change& change : changes) ++counts_.insert(change.feature);
  }
}

void GraphProblem::drop_rare(std::vector<learning::Change>& changes) const {
  if (options_.cutoff <= 1) return;
  std::erase_if(changes, [&](const learning::Change& change) {
    const std::uint64_t* count = counts_.find(change.feature);
    return count == nullptr || *count < options_.cutoff;
  });
}

void GraphProblem::score(std::size_t index, GraphScratch& scratch) const {
  scratch.scorer.prepare(programs_, data_.encoded[index], options_.order);
  scratch.parts.build(arcs_[index], options_.order);
  scratch.scorer.start(scratch.parts);
  if (options_.joint) {
    scratch.joint.prepare(programs_, data_.encoded[index]);
    scratch.joint.score(arcs_[index], rows_, use_);
    scratch.joint.reduce(scratch.scorer.arc_scores());
  } else {
    scratch.scorer.score_arcs(scratch.parts, table_);
  }
  scratch.scorer.score_parts(scratch.parts, table_);
  scratch.heads.resize(data_.heads[index].size());
}

bool GraphProblem::find_truth(std::size_t index, GraphScratch& scratch) const {
  const auto& known = data_.heads[index];
  scratch.truth.assign(known.begin(), known.end());
  if (is_known(known)) return true;
  decoding::restrict_arcs(arcs_[index], known, {}, scratch.restriction);
  decoding::restrict_parts(scratch.parts, scratch.scorer.scores(), scratch.restriction, scratch.restricted);
  // Known arcs may cross even where the parser's trees may not.
  return scratch.decoder.best(scratch.restricted.parts, scratch.restricted.scores.view(), roots_, options_.crossing,
                              scratch.truth) ||
         scratch.decoder.best(scratch.restricted.parts, scratch.restricted.scores.view(), roots_, true, scratch.truth);
}

bool GraphProblem::decode(GraphScratch& scratch) const {
  if (options_.joint && scratch.joint.has_runtime()) {
    return scratch.joint.best_at_runtime(scratch.parts.arcs(), rows_, roots_, scratch.scorer.arc_scores(),
                                         scratch.heads);
  }
  return scratch.decoder.best(scratch.parts, scratch.scorer.scores(), roots_, options_.crossing, scratch.heads);
}

void GraphProblem::label_truth(std::size_t index, GraphScratch& scratch) const {
  const decoding::ArcSet& arcs = arcs_[index];
  scratch.true_labels.assign(data_.labels[index].begin(), data_.labels[index].end());
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    std::int32_t& label = scratch.true_labels[static_cast<std::size_t>(m)];
    if (label < 0) label = scratch.joint.label_of(arcs.find(scratch.truth[static_cast<std::size_t>(m)], m));
  }
}

void GraphProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  if (!is_feasible(index)) return;
  GraphScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
  const auto cost = static_cast<float>(options_.trees.margin);
  score(index, scratch);
  const bool ignores_unknown = options_.partial == PartialRule::kKnown && !is_known(data_.heads[index]);
  if (ignores_unknown) {
    scratch.truth.assign(data_.heads[index].begin(), data_.heads[index].end());
  } else if (!find_truth(index, scratch) || !find_parts(scratch.parts, scratch.truth, scratch.true_parts)) {
    return;
  }
  if (options_.joint) {
    label_truth(index, scratch);
    scratch.joint.add_loss(arcs_[index], data_.heads[index], scratch.true_labels, cost);
    scratch.joint.reduce(scratch.scorer.arc_scores());
  } else {
    // Only known heads cost: what was filled in is the model's own guess, which a margin would only harden.
    decoding::add_loss(arcs_[index], data_.heads[index], cost, scratch.scorer.arc_scores());
  }
  // Trees too long for a chart are made projective, by arcs that need not be candidates.
  if (!decode(scratch) || !find_parts(scratch.parts, scratch.heads, scratch.found_parts)) return;
  if (ignores_unknown) {
    compare_known(index, scratch, out);
  } else if (options_.joint) {
    compare_joint(index, scratch, out);
  } else {
    compare(index, scratch, out);
  }
  for (auto& changes : out.changes) drop_rare(changes);
}

void GraphProblem::compare(std::size_t index, GraphScratch& scratch, learning::Outcome& out) const {
  out.loss = wrong_heads(scratch.heads, data_.heads[index]);
  if (scratch.heads == scratch.truth) return;
  // The loss stands in the arc scores already, and true arcs have none.
  out.violation = scratch.scorer.tree_score(scratch.found_parts) - scratch.scorer.tree_score(scratch.true_parts);
  scratch.scorer.add_changes(scratch.parts, scratch.true_parts, scratch.found_parts, 1, true, out.changes[0]);
  scratch.scorer.add_changes(scratch.parts, scratch.found_parts, scratch.true_parts, -1, true, out.changes[0]);
}

double GraphProblem::add_labelled(GraphScratch& scratch, std::int32_t head, std::int32_t word, std::int32_t label,
                                  float amount, std::vector<learning::Change>& changes) const {
  const auto number = static_cast<std::uint32_t>(label);
  double score = 0;
  const auto add = [&](std::span<const std::uint64_t> features) {
    for (const std::uint64_t feature : features) changes.push_back({feature, number, amount});
  };
  add(scratch.scorer.arc_features(head, word));
  score += static_cast<double>(scratch.joint.score_of(scratch.parts.arcs().find(head, word), label));
  if (scratch.joint.has_runtime()) {
    const auto features = scratch.joint.runtime_features(head, word, scratch.heads, scratch.labels);
    add(features);
    std::vector<float> row(rows_.classes());
    rows_.add_scores(features, row.data());
    score += static_cast<double>(row[number]);
  }
  return score * static_cast<double>(amount);
}

void GraphProblem::compare_joint(std::size_t index, GraphScratch& scratch, learning::Outcome& out) const {
  const decoding::ArcSet& arcs = scratch.parts.arcs();
  scratch.labels.assign(scratch.heads.size(), -1);
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    const auto at = static_cast<std::size_t>(m);
    scratch.labels[at] = scratch.joint.label_of(arcs.find(scratch.heads[at], m));
  }
  double gain = 0;
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    const auto at = static_cast<std::size_t>(m);
    if (scratch.heads[at] == scratch.truth[at] && scratch.labels[at] == scratch.true_labels[at]) continue;
    out.loss += data_.heads[index][at] >= 0 ? 1 : 0;
    gain += add_labelled(scratch, scratch.truth[at], m, scratch.true_labels[at], 1, out.changes[1]);
    gain += add_labelled(scratch, scratch.heads[at], m, scratch.labels[at], -1, out.changes[1]);
  }
  if (out.changes[1].empty()) return;
  out.violation = -gain;
  if (options_.order == 1) {
    // With [runtime] the best tree of the chart need not be the best there is; the paper updates all the same.
    if (scratch.joint.has_runtime()) out.violation = std::max(out.violation, 0.0);
    return;
  }
  out.violation += scratch.scorer.part_score(scratch.found_parts) - scratch.scorer.part_score(scratch.true_parts);
  scratch.scorer.add_changes(scratch.parts, scratch.true_parts, scratch.found_parts, 1, false, out.changes[0]);
  scratch.scorer.add_changes(scratch.parts, scratch.found_parts, scratch.true_parts, -1, false, out.changes[0]);
}

void GraphProblem::compare_known(std::size_t index, GraphScratch& scratch, learning::Outcome& out) const {
  const decoding::ArcSet& arcs = arcs_[index];
  const auto scores = scratch.scorer.arc_scores();
  for (std::int32_t m = 1; m <= arcs.words(); ++m) {
    const std::int32_t truth = data_.heads[index][static_cast<std::size_t>(m)];
    const std::int32_t found = scratch.heads[static_cast<std::size_t>(m)];
    if (truth < 0 || truth == found) continue;
    out.loss += 1;
    out.violation += static_cast<double>(scores[static_cast<std::size_t>(arcs.find(found, m))] -
                                         scores[static_cast<std::size_t>(arcs.find(truth, m))]);
    for (const std::uint64_t feature : scratch.scorer.arc_features(truth, m)) out.changes[0].push_back({feature, 0, 1});
    for (const std::uint64_t feature : scratch.scorer.arc_features(found, m))
      out.changes[0].push_back({feature, 0, -1});
  }
  // One head may be worse than the truth for the sake of the rest of the tree.
  out.violation = std::max(out.violation, 0.0);
}

}  // namespace espalier::parsing
