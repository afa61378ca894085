#include "parsing/transition_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "espalier/error.h"
#include "parsing/model_output.h"

namespace espalier::parsing {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

namespace {

constexpr std::size_t kWidestBeam = 10'000;
constexpr float kLogUnit = 1.0F / 1024;
constexpr std::int32_t kLost = -(1 << 20);  // what a move costs for each given head that it loses

/// By how much the best of the moves beats the next one.
std::int32_t margin_of(const MoveScores<std::int32_t>& scores, const MoveClasses& classes, MoveSet moves, Move best) {
  std::int32_t margin = std::numeric_limits<std::int32_t>::max();
  for (const Move move : moves) {
    if (move != best) margin = std::min(margin, scores[classes.of(best)] - scores[classes.of(move)]);
  }
  return margin;
}

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

/// Moves that lose given heads, more than they must, lose the beam, too.
template <class System>
void punish_lost(decoding::Oracle& oracle, const Configuration& c, MoveSet legal, MoveScores<std::int32_t>& scores) {
  if constexpr (decoding::kHasCosts<System>) {
    const MoveSet kept = oracle.cheapest_moves<System>(c, legal);
    for (const Move move : legal) {
      if (!kept.has(move)) scores[static_cast<std::size_t>(move)] += kLost;
    }
  }
}

/// Templates looked up: those of one place for every word, the others in every decision (those of pairs that are kept
/// apart are counted by the scorer).
std::uint64_t lookups_of(const TransitionPrograms& programs, std::int32_t words, std::uint64_t decisions) {
  std::uint64_t per_word = 0;
  for (std::size_t place = 0; place < kMovePlaces; ++place) per_word += programs.of_place(place).size();
  return per_word * (static_cast<std::uint64_t>(words) + 2) + programs.rest().size() * decisions;
}

}  // namespace

template <class System>
void TransitionModel::find_tree(TransitionWorkspace& workspace) const {
  const TrainedMoves table{moves_};
  Configuration& c = workspace.configuration;
  c.reset(workspace.encoded.words(), settings_.roots());
  // What was no choice is certain.
  workspace.margins.assign(static_cast<std::size_t>(c.words()) + 1, std::numeric_limits<std::int32_t>::max());
  while (!System::is_final(c)) {
    const MoveSet legal = System::legal(c);
    ++workspace.counts.configurations;
    Move next = legal.first();
    if (legal.has_many()) {
      ++workspace.counts.decisions;
      const MoveScores<std::int32_t> scores = workspace.scorer.score(c, table);
      for (const Move move : legal) {
        if (scores[classes_.of(move)] > scores[classes_.of(next)]) next = move;
      }
      if (decoding::makes_arc(next)) {
        workspace.margins[static_cast<std::size_t>(decoding::arc_of<System>(c, next).dependent)] =
            margin_of(scores, classes_, legal, next);
      }
    }
    System::apply(c, next);
  }
  System::finish(c);
  // Pairs that Covington's systems pass over are configurations, too.
  workspace.counts.configurations += static_cast<std::uint64_t>(c.pairs().seen - c.pairs().permissible);
  keep_heads(c, workspace);
}

template <class System>
void TransitionModel::find_trees(TransitionWorkspace& workspace, BeamLimits limits) const {
  const TrainedMoves table{moves_};
  auto& beam = workspace.beam;
  workspace.memo.start();
  beam.start<System>(workspace.encoded.words(), settings_.roots(), limits.width, limits.gap);
  const bool is_global = settings_.beam > 1;
  const bool is_bound = !workspace.given.heads.empty();
  const auto scorer = [&](const Configuration& c, MoveSet& legal) {
    MoveScores<std::int32_t> by_move{};
    ++workspace.counts.configurations;
    if (is_global && !is_bound) legal = sure_moves_.narrow(workspace.encoded, c, legal);
    // Training never learns of configurations without a choice.
    if (!legal.has_many()) return by_move;
    // Nobody asks again for what a lone item sees.
    const bool is_lone = beam.items().size() == 1;
    workspace.counts.decisions += is_lone ? 1 : 0;
    const MoveScores<std::int32_t> scores =
        is_lone ? workspace.scorer.score(c, table) : workspace.memo.score(programs_, c, workspace.scorer, table);
    for (const Move move : legal) by_move[static_cast<std::size_t>(move)] = scores[classes_.of(move)];
    if (!is_global) normalise(legal, moves_.scale(), by_move);
    if (is_bound) punish_lost<System>(workspace.oracle, c, legal, by_move);
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

void TransitionModel::search(const Sentence& sentence, const ParseOptions& options, BeamLimits limits,
                             TransitionWorkspace& workspace) const {
  const decoding::SystemInfo& system =
      decoding::system_info(options.crossing ? settings_.kind() : without_crossing(settings_.kind()));
  workspace.given.clear();
  if (options.constraints) {
    if (!system.has_costs) {
      throw Error(ErrorKind::kUsage, fmt::format("a parser of the system {} cannot keep given heads; those of "
                                                 "arc-hybrid, arc-eager and covington, and graph parsers, can",
                                                 system.name));
    }
    workspace.given.read(sentence, labels_);
    workspace.oracle.start(system.kind, workspace.given.heads, settings_.roots());
  }
  encoder().encode(sentence, workspace.encoded, workspace.columns);
  workspace.scorer.prepare(programs_, workspace.encoded, TrainedMoves{moves_});
  workspace.has_beam = limits.width > 0;
  const std::uint64_t asked = workspace.counts.decisions;
  decoding::with_system(system.kind, [&](auto type) {
    using System = decltype(type);
    if (!workspace.has_beam) return find_tree<System>(workspace);
    find_trees<System>(workspace, limits);
    keep_heads(workspace.beam.configuration(workspace.beam.items()[0]), workspace);
  });
  workspace.counts.lookups +=
      lookups_of(programs_, sentence.size(), workspace.counts.decisions - asked) + workspace.scorer.pair_lookups();
  for (std::size_t word = 1; word < workspace.given.heads.size(); ++word) {
    if (workspace.given.heads[word] < 0 || workspace.given.heads[word] == workspace.heads[word]) continue;
    throw Error(ErrorKind::kInput, Place{{}, sentence.line(), 0},
                fmt::format("no {}tree agrees with the heads given", system.is_projective ? "projective " : ""));
  }
}

void TransitionModel::label(TransitionWorkspace& workspace) const {
  assign_labels(programs_.label(), workspace.encoded, workspace.heads, label_rows_, use_, workspace.labels,
                workspace.given.labels, sure_labels_);
}

void TransitionModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  if (sentence.empty()) return;
  search(sentence, options, limits(options), workspace);
  label(workspace);
  write_tree(sentence, workspace.heads, workspace.labels.labels, labels_, options.constraints);
  if (settings_.unlifts != 0) undo_lifting(sentence, options.crossing);
}

std::vector<ParsedTree> TransitionModel::parse_best(const Sentence& sentence, std::size_t k,
                                                    const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  std::vector<ParsedTree> result;
  if (sentence.empty() || k == 0) return result;
  const auto wanted = static_cast<std::int32_t>(std::min(k, kWidestBeam));
  BeamLimits limits = this->limits(options);
  limits.width = std::max(width(options), wanted);
  if (wanted > 1) limits.gap = BeamLimits{}.gap;
  search(sentence, options, limits, workspace);
  for (const auto& item : workspace.beam.items()) {
    if (result.size() == k) break;
    keep_heads(workspace.beam.configuration(item), workspace);
    label(workspace);
    add_best(result, item.score * static_cast<double>(beam_scale()), workspace.heads, workspace.labels.labels, labels_,
             settings_.unlifts != 0, options.crossing);
  }
  return result;
}

BeamLimits TransitionModel::limits(const ParseOptions& options) const noexcept {
  BeamLimits limits{width(options)};
  if (limits.width == 1 && !options.constraints) limits.width = 0;
  // Who asks for a width gets it; confidence lives on what else is in the beam; and what loses a given head stays.
  if (settings_.gap > 0 && options.beam <= 0 && !options.confidence && !options.constraints) {
    limits.gap = static_cast<std::int32_t>(
        std::min(static_cast<double>(settings_.gap) / static_cast<double>(beam_scale()), 1e9));
  }
  return limits;
}

float TransitionModel::beam_scale() const noexcept { return settings_.beam > 1 ? moves_.scale() : kLogUnit; }

std::vector<float> TransitionModel::arc_confidence(const ParseOptions&, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  std::vector<float> result(workspace.heads.size(), 0);
  if (!workspace.has_beam) {
    // The margin of the move that made the arc, between nothing and all; calibration makes a probability of it.
    for (std::size_t word = 1; word < result.size(); ++word) {
      const float margin = static_cast<float>(workspace.margins[word]) * moves_.scale();
      result[word] = margin / (1 + margin);
    }
    return result;
  }
  // The share of the beam's probability that has the same head.
  const auto items = workspace.beam.items();
  float all = 0;
  for (const auto& item : items) {
    const float share = std::exp(static_cast<float>(item.score - items[0].score) * beam_scale());
    const Configuration& c = workspace.beam.configuration(item);
    all += share;
    for (std::size_t word = 1; word < result.size(); ++word) {
      if (c.node(static_cast<std::int32_t>(word)).head == workspace.heads[word]) result[word] += share;
    }
  }
  for (float& confidence : result) confidence /= all;
  return result;
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
