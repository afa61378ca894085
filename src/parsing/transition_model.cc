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

/// Templates looked up: those of one place for every word, the others in every decision.
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
  // Pairs that Covington's systems pass over are configurations, too.
  workspace.counts.configurations += static_cast<std::uint64_t>(c.pairs().seen - c.pairs().permissible);
  workspace.heads.resize(static_cast<std::size_t>(c.words()) + 1);
  for (std::int32_t node = 0; node <= c.words(); ++node) {
    workspace.heads[static_cast<std::size_t>(node)] = c.node(node).head;
  }
}

void TransitionModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<TransitionWorkspace&>(any);
  if (sentence.empty()) return;
  programs_.encoder().encode(sentence, workspace.encoded);
  const std::uint64_t asked = workspace.counts.decisions;
  decoding::with_system(settings_.kind(), [&](auto system) { find_tree<decltype(system)>(workspace); });
  workspace.counts.lookups += lookups_of(programs_, sentence.size(), workspace.counts.decisions - asked);
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

std::vector<ParsedTree> TransitionModel::parse_best(const Sentence&, std::size_t, const ParseOptions&,
                                                    Workspace&) const {
  throw Error(ErrorKind::kUsage, "not yet");
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
