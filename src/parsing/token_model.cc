#include "parsing/token_model.h"

#include <fmt/format.h>

#include "decoding/k_best.h"
#include "espalier/error.h"
#include "parsing/arc_filter.h"
#include "parsing/heavy_search.h"
#include "parsing/model_output.h"
#include "parsing/tree_links.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kHeaviest = 10;  // features of a label

}  // namespace

const std::vector<features::Schema>& token_schemas() {
  static const std::vector<features::Schema> kSchemas = {label_schema()};
  return kSchemas;
}

TokenPrograms::TokenPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  label_ = features::Program(token_schemas()[0], sections_[0].templates, columns);
  encoder_ = features::Encoder(std::move(columns));
}

void TokenModel::find_tree(const Sentence& sentence, const ParseOptions& options, TokenWorkspace& workspace) const {
  if (workspace.heads.answers == nullptr) {
    throw Error(ErrorKind::kUsage, "a token parser needs predictors of heads, and there are none");
  }
  if (options.constraints && !options.crossing && sentence.size() > kChartWords) {
    throw Error(ErrorKind::kInput, Place{{}, sentence.line(), 0},
                fmt::format("given heads can be kept in projective trees of up to {} words only", kChartWords));
  }
  encoder().encode(sentence, workspace.encoded, workspace.columns);
  workspace.given.clear();
  if (options.constraints) workspace.given.read(sentence, labels_);
  fill_arcs(sentence.size(), workspace.arcs, workspace.given.heads);
  if (options.constraints) decoding::restrict_arcs(workspace.arcs, workspace.given.heads, {}, workspace.restriction);
  const decoding::ArcSet& arcs = options.constraints ? workspace.restriction.arcs : workspace.arcs;
  workspace.worth.score(*workspace.heads.classes, *workspace.heads.answers, arcs);
  workspace.parts.build(arcs, 1);
  workspace.tree.resize(static_cast<std::size_t>(sentence.size()) + 1);
  workspace.counts.arcs += static_cast<std::uint64_t>(arcs.size());
  const decoding::PartScores scores = {workspace.worth.scores(), {}, {}, {}};
  if (workspace.decoder.best(workspace.parts, scores, settings_.roots(), options.crossing, workspace.tree)) return;
  // All arcs hold a tree of any kind: it is the constraints that leave none.
  throw Error(
      ErrorKind::kInput, Place{{}, sentence.line(), 0},
      options.crossing ? "no tree agrees with the heads given" : "no projective tree agrees with the heads given");
}

void TokenModel::label(TokenWorkspace& workspace) const {
  assign_labels(programs_.label(), workspace.encoded, workspace.tree, label_rows_, use_, workspace.labels,
                workspace.given.labels);
}

void TokenModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TokenWorkspace&>(any);
  if (sentence.empty()) return;
  find_tree(sentence, options, workspace);
  label(workspace);
  write_tree(sentence, workspace.tree, workspace.labels.labels, labels_, options.constraints);
}

std::vector<ParsedTree> TokenModel::parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                               Workspace& any) const {
  auto& workspace = static_cast<TokenWorkspace&>(any);
  std::vector<ParsedTree> result;
  if (sentence.empty() || k == 0) return result;
  find_tree(sentence, options, workspace);
  const decoding::PartScores scores = {workspace.worth.scores(), {}, {}, {}};
  const std::vector<decoding::ScoredTree> trees =
      options.crossing ? decoding::k_best_trees(workspace.parts.arcs(), scores.arcs, settings_.roots(), k)
                       : decoding::k_best_projective(workspace.parts, scores, settings_.roots(), k);
  for (const decoding::ScoredTree& tree : trees) {
    workspace.tree = tree.heads;
    label(workspace);
    add_best(result, tree.score, tree.heads, workspace.labels.labels, labels_, false, options.crossing);
  }
  return result;
}

std::vector<float> TokenModel::arc_confidence(const ParseOptions&, Workspace& any) const {
  const auto& workspace = static_cast<const TokenWorkspace&>(any);
  const decoding::ArcSet& arcs = workspace.parts.arcs();
  std::vector<float> result(workspace.tree.size(), 0);
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    const auto at = static_cast<std::size_t>(word);
    // A tree too long for a chart may have been made projective by an arc that is no candidate.
    const std::int32_t arc = arcs.find(workspace.tree[at], word);
    if (arc >= 0) result[at] = workspace.worth.share(arcs, arc, word);
  }
  return result;
}

std::vector<std::pair<std::string, std::size_t>> TokenModel::sizes() const {
  std::vector<std::pair<std::string, std::size_t>> sizes = template_counts(programs_.sections());
  sizes.emplace_back("labels", labels_.size());
  sizes.emplace_back("features of labels", label_rows_.features());
  return sizes;
}

std::vector<HeavyFeature> TokenModel::find_heaviest(const TrainingSet& data) const {
  return search_labels(data, nullptr);
}

void TokenModel::weigh_templates(const TrainingSet& data, TemplateTally& tally) const { search_labels(data, &tally); }

std::vector<HeavyFeature> TokenModel::search_labels(const TrainingSet& data, TemplateTally* tally) const {
  HeavyLabels<learning::FrozenLabels> labels(programs_.sections()[0], token_schemas()[0], programs_.label(),
                                             label_rows_, labels_, kHeaviest, tally);
  visit_sample(data, [&](std::size_t sentence) { labels.visit(data, sentence); });
  std::vector<HeavyFeature> result;
  labels.append_to(result);
  return result;
}

}  // namespace espalier::parsing
