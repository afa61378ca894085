#include "parsing/local_model.h"

#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "parsing/local_options.h"
#include "parsing/model_output.h"

namespace espalier::parsing {
namespace {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

// The margin of a move without a rival.
constexpr float kSure = 16;

}  // namespace

LocalPrograms compile_local(std::string_view features, std::uint8_t split, const std::string& where) {
  auto sections = features::parse_features(features, transition_schemas(), where);
  if (sections[0].templates.empty()) throw Error(ErrorKind::kUsage, "the feature file has no templates in [move]");
  if (!sections[1].templates.empty()) {
    throw Error(ErrorKind::kUsage,
                "a local parser chooses labels with its moves: it has no use for templates in [label]");
  }
  LocalPrograms out;
  features::ColumnSet columns;
  if (split != 0) out.split = columns.add(features::find_attribute(kSplits[split])->id);
  out.programs = TransitionPrograms(std::move(sections), PairUse::kWithTheRest, std::move(columns));
  return out;
}

template <class System>
LocalModel::Choice LocalModel::choose(const Configuration& c, MoveSet legal, std::span<const float> scores) const {
  Choice best{legal.first(), -1, 0, kSure};
  std::int32_t found = -1;
  float rival = 0;
  bool has_rival = false;
  for (const Move move : legal) {
    const bool on_root = makes_arc(move) && arc_of<System>(c, move).head == 0;
    std::int32_t own = -1;  // the best of this move
    for (const std::uint16_t item : choices_.of(move, on_root)) {
      if (own < 0 || scores[item] > scores[static_cast<std::size_t>(own)]) own = item;
    }
    if (own < 0) continue;
    const float score = scores[static_cast<std::size_t>(own)];
    if (found < 0 || score > best.score) {
      if (found >= 0 && (!has_rival || best.score > rival)) rival = best.score;
      has_rival = has_rival || found >= 0;
      found = own;
      best = {move, -1, score, kSure};
    } else {
      rival = has_rival ? std::max(rival, score) : score;
      has_rival = true;
    }
  }
  if (has_rival) best.margin = best.score - rival;
  if (found >= 0 && classes_[static_cast<std::size_t>(found)].label != LocalClass::kNoLabel) {
    best.label = classes_[static_cast<std::size_t>(found)].label;
  }
  return best;
}

template <class System>
void LocalModel::make_moves(LocalWorkspace& workspace) const {
  Configuration& c = workspace.configuration;
  c.reset(workspace.encoded.words(), settings_.roots());
  while (!System::is_final(c)) {
    const MoveSet legal = System::legal(c);
    ++workspace.counts.configurations;
    if (is_forced(legal)) {
      System::apply(c, legal.first());
      continue;
    }
    ++workspace.counts.decisions;
    const Choice choice = choose<System>(c, legal, workspace.scorer.score(c));
    workspace.score += static_cast<double>(choice.score);
    const std::int32_t dependent = makes_arc(choice.move) ? arc_of<System>(c, choice.move).dependent : -1;
    System::apply(c, choice.move);
    if (dependent < 0) continue;
    c.set_label(dependent, choice.label);
    workspace.margins[static_cast<std::size_t>(dependent)] = choice.margin;
  }
  System::finish(c);
  // Pairs that Covington's systems pass over are configurations, too.
  workspace.counts.configurations += static_cast<std::uint64_t>(c.pairs().seen - c.pairs().permissible);
}

void LocalModel::label_the_rest(LocalWorkspace& workspace) const {
  Configuration& c = workspace.configuration;
  for (std::int32_t word = 1; word <= c.words(); ++word) {
    if (c.node(word).label >= 0) continue;
    const std::uint32_t usual = parts_[workspace.scorer.part_at(word)].label;
    c.set_label(word, static_cast<std::int32_t>(c.node(word).head == 0 ? settings_.root_label : usual));
  }
}

void LocalModel::find_tree(const Sentence& sentence, const ParseOptions& options, LocalWorkspace& workspace) const {
  if (options.constraints) throw Error(ErrorKind::kUsage, "local parsers cannot keep given heads (--constraints)");
  encoder().encode(sentence, workspace.encoded, workspace.columns);
  workspace.margins.assign(static_cast<std::size_t>(sentence.size()) + 1, 0.0F);
  workspace.score = 0;
  workspace.scorer.prepare(programs_.programs, workspace.encoded, weights_);
  const decoding::SystemKind kind = options.crossing ? settings_.kind() : without_crossing(settings_.kind());
  decoding::with_system(kind, [&](auto system) { make_moves<decltype(system)>(workspace); });
  label_the_rest(workspace);
  workspace.counts.lookups += workspace.scorer.lookups();
}

void LocalModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<LocalWorkspace&>(any);
  if (sentence.empty()) return;
  find_tree(sentence, options, workspace);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const decoding::NodeState& node = workspace.configuration.node(word);
    sentence.set_head(word, node.head);
    sentence.set(word, Column::kDeprel, labels_[static_cast<std::size_t>(node.label)]);
  }
  sentence.clear_deps();
  if (settings_.unlifts != 0) undo_lifting(sentence, options.crossing);
}

std::vector<ParsedTree> LocalModel::parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                               Workspace& any) const {
  auto& workspace = static_cast<LocalWorkspace&>(any);
  if (sentence.empty() || k == 0) return {};
  find_tree(sentence, options, workspace);
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> labels;
  for (std::int32_t node = 0; node <= sentence.size(); ++node) {
    heads.push_back(workspace.configuration.node(node).head);
    labels.push_back(workspace.configuration.node(node).label);
  }
  std::vector<ParsedTree> best;
  add_best(best, workspace.score, heads, labels, labels_, settings_.unlifts != 0, options.crossing);
  return best;
}

std::vector<float> LocalModel::arc_confidence(const ParseOptions&, Workspace& any) const {
  const auto& workspace = static_cast<const LocalWorkspace&>(any);
  std::vector<float> out;
  out.reserve(workspace.margins.size());
  for (const float margin : workspace.margins) out.push_back(1 / (1 + std::exp(-margin)));
  return out;
}

std::vector<std::pair<std::string, std::size_t>> LocalModel::sizes() const {
  std::vector<std::pair<std::string, std::size_t>> sizes = template_counts(programs_.programs.sections());
  sizes.emplace_back("labels", labels_.size());
  sizes.emplace_back("classifiers", parts_.size());
  sizes.emplace_back("classes", classes_.size());
  if (weights_.kernel != nullptr) {
    sizes.emplace_back("features", kernel_.features());
    sizes.emplace_back("support vectors", kernel_.vectors());
    sizes.emplace_back("coefficients", kernel_.coefficients());
  } else {
    sizes.emplace_back("features", rows_.features());
    sizes.emplace_back("weights", rows_.weights());
  }
  return sizes;
}

std::string LocalModel::feature_text() const {
  return features::to_text(programs_.programs.sections(), transition_schemas());
}

}  // namespace espalier::parsing
