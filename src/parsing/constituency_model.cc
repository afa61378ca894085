#include "parsing/constituency_model.h"

#include <algorithm>
#include <limits>

#include "espalier/error.h"
#include "parsing/model_output.h"

namespace espalier::parsing {

using decoding::Action;
using decoding::ReduceSetup;
using decoding::ReduceState;
using decoding::ShiftReduce;

const ReduceState& ConstituencyModel::go_greedily(ConstituencyWorkspace& workspace) const {
  ReduceState& state = workspace.state;
  state.reset(workspace.encoded.words(), {&grammar_, &workspace.nodes});
  while (!ShiftReduce::is_final(state)) {
    const auto legal = ShiftReduce::legal(state);
    ++workspace.counts.configurations;
    Action best = legal[0];
    if (legal.size() > 1) {
      const auto scores = workspace.scorer.score(state, TrainedReductions{weights_});
      for (const Action action : legal) {
        if (scores[static_cast<std::size_t>(action)] > scores[static_cast<std::size_t>(best)]) best = action;
      }
    }
    ShiftReduce::apply(state, best);
  }
  return state;
}

const ReduceState& ConstituencyModel::search(const ParseOptions& options, ConstituencyWorkspace& workspace) const {
  const std::int32_t width = options.beam > 0 ? options.beam : settings_.beam;
  if (width == 1) return go_greedily(workspace);
  auto gap = std::numeric_limits<std::int64_t>::max();
  if (settings_.gap > 0 && options.beam <= 0) {
    gap = static_cast<std::int64_t>(
        std::min(static_cast<double>(settings_.gap) / static_cast<double>(weights_.scale()), 1e9));
  }
  auto& beam = workspace.beam;
  beam.start<ShiftReduce>(workspace.encoded.words(), ReduceSetup{&grammar_, &workspace.nodes}, width, gap);
  while (beam.step<ShiftReduce>([&](const ReduceState& state, auto&) {
    ++workspace.counts.configurations;
    return workspace.scorer.score(state, TrainedReductions{weights_});
  })) {
  }
  return beam.configuration(beam.items()[0]);
}

void ConstituencyModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<ConstituencyWorkspace&>(any);
  if (options.constraints) throw Error(ErrorKind::kUsage, "a constituency parser cannot keep given heads");
  if (options.confidence) throw Error(ErrorKind::kUsage, "a constituency parser does not tell how sure it is");
  if (sentence.empty()) return;
  encoder().encode(sentence, workspace.encoded, workspace.columns);
  workspace.scorer.prepare(programs_, workspace.encoded, grammar_.actions());
  const ReduceState& found = search(options, workspace);
  workspace.counts.decisions += workspace.scorer.scored();
  workspace.counts.lookups += workspace.scorer.scored() * programs_.reduce().size();
  maker_.make(found, sentence.constituents(), workspace.tasks);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    sentence.set_head(word, kNoHead);
    sentence.set(word, Column::kDeprel, Text{});
  }
  sentence.clear_deps();
}

std::vector<ParsedTree> ConstituencyModel::parse_best(const Sentence&, std::size_t, const ParseOptions&,
                                                      Workspace&) const {
  throw Error(ErrorKind::kUsage, "a constituency parser gives the best tree only");
}

std::vector<float> ConstituencyModel::arc_confidence(const ParseOptions&, Workspace&) const {
  throw Error(ErrorKind::kUsage, "a constituency parser does not tell how sure it is");
}

std::string ConstituencyModel::feature_text() const {
  return features::to_text(programs_.sections(), constituency_schemas());
}

std::vector<std::pair<std::string, std::size_t>> ConstituencyModel::sizes() const {
  std::vector<std::pair<std::string, std::size_t>> sizes = template_counts(programs_.sections());
  sizes.emplace_back("labels", labels_.size());
  sizes.emplace_back("actions", grammar_.actions());
  sizes.emplace_back("features of actions", weights_.features());
  sizes.emplace_back("weights of actions", weights_.weights());
  return sizes;
}

}  // namespace espalier::parsing
