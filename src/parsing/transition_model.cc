#include "parsing/transition_model.h"

#include <algorithm>
#include <cmath>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "parsing/model_output.h"

namespace espalier::parsing {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

namespace {

constexpr std::size_t kWidestBeam = 10'000;
constexpr float kLogUnit = 1.0F / 1024;

/// Scores that compare the moves of one configuration become logarithms of probabilities, in units of kLogUnit: sums of
/// these can be compared with one another.
void normalise(MoveSet legal, float scale, MoveScores<std::int32_t>& scores) {
  std::int32_t best = scores[static_cast<std::size_t>(legal.first())];
  for (const Move move : legal) best = std::max(best, scores[static_cast<std::size_t>(move)]);
  const auto behind = [&](Move move) {
    return static_cast<float>(scores[static_cast<std::size_t>(move)] - best) * scale;
  };
  float sum = 0;
  for (const Move move : legal) sum += std::exp(behind(move));
  const float log_sum = std::log(sum);
  for (const Move move : legal) {
    scores[static_cast<std::size_t>(move)] =
        static_cast<std::int32_t>(std::lround((behind(move) - log_sum) / kLogUnit));
  }
}

}  // namespace

template <class System>
void TransitionModel::find_tree(TransitionWorkspace& workspace) const {
  const TrainedMoves table{moves_};
  Configuration& c = workspace.configuration;
  c.reset(workspace.encoded.words(), settings_.roots());
  workspace.scorer.prepare(programs_, workspace.encoded, table);
  while (!System::is_final(c)) {
    const MoveSet legal = System::legal(c);
    ++workspace.counts.configurations;
    Move next = legal.first();
    if (legal.size() > 1) {
      ++workspace.counts.decisions;
      const MoveScores<std::int32_t> scores = workspace.scorer.score(c, table);
      for (const Move move : legal) {
        if (scores[classes_.of(move)] > scores[classes_.of(next)]) next = move;
      }
    }
    System::apply(c, next);
  }
  System::finish(c);
  keep_heads(c, workspace);
}

template <class System>
void TransitionModel::find_trees(TransitionWorkspace& workspace, std::int32_t width) const {
  const TrainedMoves table{moves_};
  auto& beam = workspace.beam;
  workspace.scorer.prepare(programs_, workspace.encoded, table);
  workspace.memo.start();
  beam.start<System>(workspace.encoded.words(), settings_.roots(), width);
  const bool is_global = settings_.beam > 1;
  const auto scorer = [&](const Configuration& c, MoveSet legal) {
    MoveScores<std::int32_t> by_move{};
    ++workspace.counts.configurations;
    // Greedy training never sees configurations without a choice.
    if (legal.size() == 1 && !is_global) return by_move;
    const MoveScores<std::int32_t> scores = workspace.memo.score(programs_, c, workspace.scorer, table);
    for (const Move move : legal) by_move[static_cast<std::size_t>(move)] = scores[classes_.of(move)];
    if (!is_global) normalise(legal, moves_.scale(), by_move);
    return by_move;
  };
  while (beam.step<System>(scorer)) {
  }
  workspace.counts.decisions += workspace.memo.scored();
  for (const auto& item : beam.items()) System::finish(beam.configuration(item));
}

void TransitionModel::keep_heads(const Configuration& c, TransitionWorkspace& workspace) const {
  workspace.heads.resize(static_cast<std::size_t>(c.words()) + 1);
  for (std::int32_t node = 0; node <= c.words(); ++node) {
    workspace.heads[static_cast<std::size_t>(node)] = c.node(node).head;
  }
}

void TransitionModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  if (sentence.empty()) return;
  programs_.encoder().encode(sentence, workspace.encoded);
  decoding::with_system(settings_.kind(), [&](auto system) {
    using System = decltype(system);
    if (width(options) == 1) return find_tree<System>(workspace);
    find_trees<System>(workspace, width(options));
    keep_heads(workspace.beam.configuration(workspace.beam.items()[0]), workspace);
  });
  assign_labels(programs_.label(), workspace.encoded, workspace.heads, label_rows_, use_, workspace.labels);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const auto at = static_cast<std::size_t>(word);
    sentence.set_head(word, workspace.heads[at]);
    sentence.set(word, Column::kDeprel, labels_[static_cast<std::size_t>(workspace.labels.labels[at])]);
    sentence.set(word, Column::kDeps, Text{});
  }
  if (options.confidence) write_confidence(sentence, arc_confidence(options, workspace), calibration_.get());
  if (settings_.unlifts != 0) deprojectivize(sentence);
}

std::vector<ParsedTree> TransitionModel::parse_best(const Sentence& sentence, std::size_t k,
                                                    const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  std::vector<ParsedTree> result;
  if (sentence.empty() || k == 0) return result;
  programs_.encoder().encode(sentence, workspace.encoded);
  const std::int32_t wide = std::max(width(options), static_cast<std::int32_t>(std::min(k, kWidestBeam)));
  decoding::with_system(settings_.kind(), [&](auto system) { find_trees<decltype(system)>(workspace, wide); });
  for (const auto& item : workspace.beam.items()) {
    if (result.size() == k) break;
    keep_heads(workspace.beam.configuration(item), workspace);
    // Several sequences of moves may make the same tree.
    const auto same = [&](const ParsedTree& tree) { return tree.heads == workspace.heads; };
    if (std::any_of(result.begin(), result.end(), same)) continue;
    assign_labels(programs_.label(), workspace.encoded, workspace.heads, label_rows_, use_, workspace.labels);
    ParsedTree& tree = result.emplace_back();
    tree.score = item.score * static_cast<double>(settings_.beam > 1 ? moves_.scale() : kLogUnit);
    tree.heads = workspace.heads;
    tree.labels.resize(tree.heads.size());
    for (std::size_t m = 1; m < tree.heads.size(); ++m) {
      tree.labels[m] = labels_[static_cast<std::size_t>(workspace.labels.labels[m])];
    }
  }
  return result;
}

std::vector<float> TransitionModel::arc_confidence(const ParseOptions&, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  return std::vector<float>(workspace.heads.size(), 1.0F);
}

std::vector<std::pair<std::string, std::size_t>> TransitionModel::sizes() const {
  std::vector<std::pair<std::string, std::size_t>> sizes = template_counts(programs_.sections());
  sizes.emplace_back("labels", labels_.size());
  sizes.emplace_back("features of moves", moves_.features());
  sizes.emplace_back("features of labels", label_rows_.features());
  sizes.emplace_back("weights of labels", label_rows_.weights());
  return sizes;
}

std::string TransitionModel::feature_text() const {
  return features::to_text(programs_.sections(), transition_schemas());
}

}  // namespace espalier::parsing
