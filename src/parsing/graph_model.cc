#include "parsing/graph_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "decoding/tree_score.h"
#include "espalier/error.h"
#include "parsing/model_output.h"

namespace espalier::parsing {

bool GraphModel::decode(const features::Encoded& sentence, const decoding::ArcSet& arcs, bool crossing,
                        GraphWorkspace& workspace) const {
  GraphScratch& scratch = workspace.graph;
  scratch.scorer.prepare(programs_, sentence, settings_.order);
  scratch.parts.build(arcs, settings_.order);
  scratch.scorer.start(scratch.parts);
  scratch.heads.resize(static_cast<std::size_t>(sentence.words()) + 1);
  workspace.counts.arcs += static_cast<std::uint64_t>(arcs.size());
  workspace.counts.parts +=
      static_cast<std::uint64_t>(scratch.parts.siblings() + scratch.parts.grandparents() + scratch.parts.grands());
  if (settings_.joint != 0) {
    scratch.joint.prepare(programs_, sentence);
    scratch.joint.score(arcs, arc_rows_, use_);
    if (scratch.joint.has_runtime()) {
      return scratch.joint.best_at_runtime(arcs, arc_rows_, settings_.roots(), scratch.scorer.arc_scores(),
                                           scratch.heads);
    }
    scratch.joint.reduce(scratch.scorer.arc_scores());
  } else {
    scratch.scorer.score_arcs(scratch.parts, weights_);
  }
  scratch.scorer.score_parts(scratch.parts, weights_);
  return scratch.decoder.best(scratch.parts, scratch.scorer.scores(), settings_.roots(), crossing, scratch.heads);
}

void GraphModel::label(const features::Encoded& sentence, GraphWorkspace& workspace,
                       std::span<const std::int32_t> forced) const {
  const auto& heads = workspace.graph.heads;
  if (settings_.joint == 0) {
    assign_labels(programs_.program(GraphSection::kLabel), sentence, heads, label_rows_, use_, workspace.labels,
                  forced);
    return;
  }
  auto& labels = workspace.labels.labels;
  labels.assign(heads.size(), -1);
  const decoding::ArcSet& arcs = workspace.graph.parts.arcs();
  for (std::size_t m = 1; m < heads.size(); ++m) {
    const auto word = static_cast<std::int32_t>(m);
    const std::int32_t arc = arcs.find(heads[m], word);
    if (!forced.empty() && forced[m] >= 0) {
      labels[m] = forced[m];
    } else if (arc >= 0) {
      labels[m] = workspace.graph.joint.label_of(arc);
    } else {
      // A tree too long for a chart was made projective by an arc that is no candidate.
      std::vector<float> row = use_.start(heads[m]);
      arc_rows_.add_scores(workspace.graph.scorer.arc_features(heads[m], word), row.data());
      labels[m] = static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin());
    }
  }
}

const decoding::ArcSet& GraphModel::candidates(const Sentence& sentence, const ParseOptions& options,
                                               GraphWorkspace& workspace) const {
  workspace.given.clear();
  if (options.constraints) workspace.given.read(sentence, labels_);
  const GraphFilter filter = settings_.filter();
  if (filters_by_heads(filter) && workspace.heads.answers != nullptr) {
    workspace.head_filter.filter(*workspace.heads.classes, *workspace.heads.answers,
                                 head_filter(filter, settings_.keep), settings_.roots(), workspace.arcs,
                                 workspace.given.heads);
  } else if (filter == GraphFilter::kArcs) {
    filter_.filter(programs_.program(GraphSection::kPrune), programs_.tags(), workspace.encoded, workspace.graph.filter,
                   workspace.arcs, workspace.given.heads);
  } else {
    fill_arcs(sentence.size(), workspace.arcs, workspace.given.heads);
  }
  if (!options.constraints) return workspace.arcs;
  decoding::restrict_arcs(workspace.arcs, workspace.given.heads, {}, workspace.restriction);
  return workspace.restriction.arcs;
}

void GraphModel::find_tree(const Sentence& sentence, const ParseOptions& options, GraphWorkspace& workspace) const {
  if (options.constraints && !crossing(options) && sentence.size() > kChartWords) {
    throw Error(ErrorKind::kInput, Place{{}, sentence.line(), 0},
                fmt::format("given heads can be kept in projective trees of up to {} words only", kChartWords));
  }
  encoder().encode(sentence, workspace.encoded, workspace.columns);
  if (decode(workspace.encoded, candidates(sentence, options, workspace), crossing(options), workspace)) return;
  // Without constraints the filter always leaves a tree; with them all arcs are looked at before giving up.
  fill_arcs(sentence.size(), workspace.arcs, workspace.given.heads);
  decoding::restrict_arcs(workspace.arcs, workspace.given.heads, {}, workspace.restriction);
  if (decode(workspace.encoded, workspace.restriction.arcs, crossing(options), workspace)) return;
  throw Error(
      ErrorKind::kInput, Place{{}, sentence.line(), 0},
      crossing(options) ? "no tree agrees with the heads given" : "no projective tree agrees with the heads given");
}

void GraphModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<GraphWorkspace&>(any);
  if (sentence.empty()) return;
  find_tree(sentence, options, workspace);
  label(workspace.encoded, workspace, workspace.given.labels);
  write_tree(sentence, workspace.graph.heads, workspace.labels.labels, labels_, options.constraints);
  if (settings_.unlifts != 0) undo_lifting(sentence, options.crossing);
}

bool GraphModel::find_marginals(GraphWorkspace& workspace, const ParseOptions& options) const {
  GraphScratch& scratch = workspace.graph;
  const decoding::ArcSet& arcs = scratch.parts.arcs();
  const auto scores = scratch.scorer.scores();
  workspace.probabilities.assign(static_cast<std::size_t>(arcs.size()), 0);
  if (arcs.words() > kChartWords) {
    // Too long for a chart or a matrix: each word by itself.
    for (std::int32_t m = 1; m <= arcs.words(); ++m) {
      double total = 0;
      const auto begin = static_cast<std::size_t>(arcs.begin(m));
      const auto end = static_cast<std::size_t>(arcs.end(m));
      const float most = *std::max_element(scores.arcs.begin() + arcs.begin(m), scores.arcs.begin() + arcs.end(m));
      for (std::size_t arc = begin; arc < end; ++arc) total += std::exp(static_cast<double>(scores.arcs[arc] - most));
      for (std::size_t arc = begin; arc < end; ++arc) {
        workspace.probabilities[arc] =
            static_cast<float>(std::exp(static_cast<double>(scores.arcs[arc] - most)) / total);
      }
    }
    return true;
  }
  return crossing(options) && settings_.order == 1
             ? workspace.marginals.all_trees(arcs, scores.arcs, settings_.roots(), workspace.probabilities)
             : workspace.marginals.projective(scratch.parts, scores, settings_.roots(), workspace.probabilities);
}

std::vector<float> GraphModel::arc_confidence(const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<GraphWorkspace&>(any);
  const GraphScratch& scratch = workspace.graph;
  std::vector<float> result(scratch.heads.size(), 0);
  if (!find_marginals(workspace, options)) return result;
  for (std::size_t m = 1; m < result.size(); ++m) {
    const std::int32_t arc = scratch.parts.arcs().find(scratch.heads[m], static_cast<std::int32_t>(m));
    if (arc >= 0) result[m] = workspace.probabilities[static_cast<std::size_t>(arc)];
  }
  return result;
}

std::vector<ParsedTree> GraphModel::parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                               Workspace& any) const {
  auto& workspace = static_cast<GraphWorkspace&>(any);
  std::vector<ParsedTree> result;
  if (sentence.empty() || k == 0) return result;
  find_tree(sentence, options, workspace);
  GraphScratch& scratch = workspace.graph;
  const auto scores = scratch.scorer.scores();
  const bool exact = crossing(options) && settings_.order == 1;
  std::vector<decoding::ScoredTree> trees =
      exact ? decoding::k_best_trees(scratch.parts.arcs(), scores.arcs, settings_.roots(), k)
            : decoding::k_best_projective(scratch.parts, scores, settings_.roots(), k);
  // The tree that climbing found may cross, and is then not among the projective ones.
  const auto same = [&](const decoding::ScoredTree& tree) { return tree.heads == scratch.heads; };
  if (std::none_of(trees.begin(), trees.end(), same)) {
    trees.insert(trees.begin(), {decoding::tree_score(scratch.parts, scores, scratch.heads), scratch.heads});
    std::stable_sort(trees.begin(), trees.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    if (trees.size() > k) trees.resize(k);
  }
  for (const decoding::ScoredTree& tree : trees) {
    scratch.heads = tree.heads;
    label(workspace.encoded, workspace, workspace.given.labels);
    add_best(result, tree.score, tree.heads, workspace.labels.labels, labels_, settings_.unlifts != 0,
             options.crossing);
  }
  return result;
}

std::vector<std::pair<std::string, std::size_t>> GraphModel::sizes() const {
  std::vector<std::pair<std::string, std::size_t>> sizes = template_counts(programs_.sections());
  sizes.emplace_back("labels", labels_.size());
  sizes.emplace_back("weights of parts", weights_.features());
  const learning::FrozenRows& rows = settings_.joint != 0 ? arc_rows_ : label_rows_;
  sizes.emplace_back("features of labels", rows.features());
  sizes.emplace_back("weights of labels", rows.weights());
  return sizes;
}

std::string GraphModel::feature_text() const { return features::to_text(programs_.sections(), graph_schemas()); }

}  // namespace espalier::parsing
