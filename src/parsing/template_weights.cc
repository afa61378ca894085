#include "parsing/template_weights.h"

#include "espalier/constituency.h"
#include "parsing/binary_trees.h"
#include "parsing/heavy_features.h"
#include "parsing/heavy_moves.h"
#include "parsing/heavy_reductions.h"
#include "parsing/token_model.h"

namespace espalier::parsing {
namespace {

/// The arcs of the trees, and no others.
std::vector<decoding::ArcSet> arcs_of(const TrainingSet& data) {
  std::vector<decoding::ArcSet> sets(data.heads.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    sets[i].start(static_cast<std::int32_t>(data.heads[i].size()) - 1);
    for (std::size_t word = 1; word < data.heads[i].size(); ++word) {
      if (data.heads[i][word] >= 0) sets[i].add_head(data.heads[i][word]);
      sets[i].end_word();
    }
  }
  return sets;
}

/// By sentence; of trees that the grammar cannot make none. Heads are marked in what a parser made: any rules will do.
std::vector<std::vector<decoding::Action>> derivations_of(const ConstituencyModel& model,
                                                          const std::vector<Sentence>& sentences) {
  LabelSet known;
  for (const std::string& label : model.labels()) known.add(label);
  BinaryTreebank treebank = make_binary_treebank(sentences, HeadRules::load("default"));
  std::vector<std::vector<decoding::Action>> derivations(treebank.trees.size());
  for (std::size_t i = 0; i < derivations.size(); ++i) {
    bool is_known = true;
    for (decoding::BinaryTree::Node& node : treebank.trees[i].nodes) {
      if (node.label < 0) continue;
      node.label = known.find(treebank.labels.names()[static_cast<std::size_t>(node.label)]);
      is_known = is_known && node.label >= 0;
    }
    if (!is_known || !derive(treebank.trees[i], model.grammar(), derivations[i])) derivations[i].clear();
  }
  return derivations;
}

}  // namespace

TemplateTally weigh_templates(const ParserModel& model, std::vector<Sentence> sentences,
                              std::span<const features::ExtraColumns> columns) {
  LabelSet labels;
  for (const std::string& label : model.labels()) labels.add(label);
  const TrainingSet data = make_training_set(std::move(sentences), model.encoder(), labels, false, columns);
  TemplateTally tally;
  if (const auto* graph = dynamic_cast<const GraphModel*>(&model)) {
    weigh_templates(*graph, data, arcs_of(data), tally);
  } else if (const auto* transition = dynamic_cast<const TransitionModel*>(&model)) {
    weigh_templates(*transition, data, tally);
  } else if (const auto* local = dynamic_cast<const LocalModel*>(&model)) {
    weigh_templates(*local, data, tally);
  } else if (const auto* token = dynamic_cast<const TokenModel*>(&model)) {
    token->weigh_templates(data, tally);
  } else if (const auto* constituency = dynamic_cast<const ConstituencyModel*>(&model)) {
    weigh_templates(*constituency, data, derivations_of(*constituency, data.sentences), tally);
  }
  return tally;
}

}  // namespace espalier::parsing
