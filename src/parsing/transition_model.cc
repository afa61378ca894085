#include "parsing/transition_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "parsing/model_output.h"

namespace espalier::parsing {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

namespace {

/// By how much the best of the moves beats the next one.
std::int32_t margin_of(const MoveScores<std::int32_t>& scores, const MoveClasses& classes, MoveSet moves, Move best) {
  std::int32_t margin = std::numeric_limits<std::int32_t>::max();
  for (const Move move : moves) {
    if (move != best) margin = std::min(margin, scores[classes.of(best)] - scores[classes.of(move)]);
  }
  return margin;
}

/// The word that a move gives a head, or -1.
template <class System>
std::int32_t attached(const Configuration& c, Move move) noexcept {
  if (move == Move::kLeft) return c.stack(0);
  if (move != Move::kRight) return -1;
  return std::is_same_v<System, decoding::ArcHybrid> ? c.stack(0) : c.buffer(0);
}

}  // namespace

template <class System>
void TransitionModel::find_tree(TransitionWorkspace& workspace) const {
  const TrainedMoves table{moves_};
  Configuration& c = workspace.configuration;
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
      if (const std::int32_t word = attached<System>(c, next); word >= 0) {
        workspace.margins[static_cast<std::size_t>(word)] = margin_of(scores, classes_, legal, next);
      }
    }
    System::apply(c, next);
  }
}

template <class System>
void TransitionModel::find_tree_around(const Sentence& sentence, TransitionWorkspace& workspace) const {
  if constexpr (!decoding::kHasCosts<System>) {
    throw Error(ErrorKind::kUsage,
                fmt::format("a parser of the system {} cannot keep given heads; those of arc-hybrid, "
                            "arc-eager and covington, and graph parsers, can",
                            decoding::system_info(settings_.kind()).name));
  } else {
    const TrainedMoves table{moves_};
    Configuration& c = workspace.configuration;
    workspace.oracle.start(settings_.kind(), workspace.given.heads, settings_.roots());
    while (!System::is_final(c)) {
      const MoveSet legal = System::legal(c);
      std::array<std::int32_t, decoding::kMoveKinds> costs;
      workspace.oracle.costs<System>(c, legal, costs);
      const std::int32_t least = *std::min_element(costs.begin(), costs.end());
      const MoveScores<std::int32_t> scores = workspace.scorer.score(c, table);
      MoveSet kept;
      for (const Move move : legal) kept.add_if(move, costs[static_cast<std::size_t>(move)] == least);
      Move next = kept.first();
      for (const Move move : kept) {
        if (scores[classes_.of(move)] > scores[classes_.of(next)]) next = move;
      }
      if (const std::int32_t word = attached<System>(c, next); word >= 0) {
        workspace.margins[static_cast<std::size_t>(word)] = margin_of(scores, classes_, kept, next);
      }
      System::apply(c, next);
    }
    System::finish(c);
    for (std::int32_t word = 1; word <= c.words(); ++word) {
      const std::int32_t given = workspace.given.heads[static_cast<std::size_t>(word)];
      if (given < 0 || given == c.node(word).head) continue;
      throw Error(ErrorKind::kInput, Place{{}, sentence.line(), 0},
                  fmt::format("no {}tree agrees with the heads given",
                              decoding::system_info(settings_.kind()).is_projective ? "projective " : ""));
    }
  }
}

void TransitionModel::start(const Sentence& sentence, const ParseOptions& options,
                            TransitionWorkspace& workspace) const {
  programs_.encoder().encode(sentence, workspace.encoded);
  workspace.given.clear();
  if (options.constraints) workspace.given.read(sentence, labels_);
  workspace.configuration.reset(sentence.size(), settings_.roots());
  // What was no choice is certain.
  workspace.margins.assign(static_cast<std::size_t>(sentence.size()) + 1, std::numeric_limits<std::int32_t>::max());
  workspace.scorer.prepare(programs_, workspace.encoded, TrainedMoves{moves_});
}

void TransitionModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  if (sentence.empty()) return;
  start(sentence, options, workspace);
  Configuration& c = workspace.configuration;
  decoding::with_system(settings_.kind(), [&](auto system) {
    using System = decltype(system);
    if (options.constraints) {
      find_tree_around<System>(sentence, workspace);
    } else {
      find_tree<System>(workspace);
      System::finish(c);
    }
  });
  workspace.heads.resize(static_cast<std::size_t>(c.words()) + 1);
  for (std::int32_t node = 0; node <= c.words(); ++node) {
    workspace.heads[static_cast<std::size_t>(node)] = c.node(node).head;
  }
  assign_labels(programs_.label(), workspace.encoded, workspace.heads, label_rows_, use_, workspace.labels,
                workspace.given.labels);
  write_tree(sentence, workspace.heads, workspace.labels.labels, labels_, options.constraints);
  if (options.confidence) write_confidence(sentence, arc_confidence(options, workspace), calibration_.get());
  if (settings_.unlifts != 0) deprojectivize(sentence);
}

std::vector<ParsedTree> TransitionModel::parse_best(const Sentence&, std::size_t, const ParseOptions&,
                                                    Workspace&) const {
  throw Error(ErrorKind::kUsage, "not yet");
}

std::vector<float> TransitionModel::arc_confidence(const ParseOptions&, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  // The margin of the move that made the arc, between nothing and all; calibration makes a probability of it.
  std::vector<float> result(workspace.margins.size());
  for (std::size_t word = 0; word < result.size(); ++word) {
    const float margin = static_cast<float>(workspace.margins[word]) * moves_.scale();
    result[word] = margin / (1 + margin);
  }
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
