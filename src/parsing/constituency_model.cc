#include "parsing/constituency_model.h"

#include <algorithm>
#include <limits>

#include "decoding/beam_paths.h"
#include "espalier/error.h"
#include "parsing/model_output.h"
#include "treebank/constituents.h"

namespace espalier::parsing {

using decoding::Action;
using decoding::ReduceSetup;
using decoding::ReduceState;
using decoding::ReduceView;
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

ConstituencyModel::BeamLimits ConstituencyModel::limits(const ParseOptions& options) const noexcept {
  BeamLimits limits{options.beam > 0 ? options.beam : settings_.beam, std::numeric_limits<std::int64_t>::max(),
                    options.merge_states || settings_.merges != 0};
  if (settings_.gap > 0 && options.beam <= 0) {
    limits.gap = static_cast<std::int64_t>(
        std::min(static_cast<double>(settings_.gap) / static_cast<double>(weights_.scale()), 1e9));
  }
  return limits;
}

void ConstituencyModel::prepare(const Sentence& sentence, const ParseOptions& options,
                                ConstituencyWorkspace& workspace) const {
  if (options.constraints) throw Error(ErrorKind::kUsage, "a constituency parser cannot keep given heads");
  if (options.confidence) throw Error(ErrorKind::kUsage, "a constituency parser does not tell how sure it is");
  encoder().encode(sentence, workspace.encoded, workspace.columns);
  workspace.scorer.prepare(programs_, workspace.encoded, grammar_.actions());
}

const ReduceState& ConstituencyModel::search(const BeamLimits& limits, ConstituencyWorkspace& workspace) const {
  const ReduceView* view = limits.merges ? programs_.view() : nullptr;
  auto& beam = workspace.beam;
  beam.start<ShiftReduce>(workspace.encoded.words(), ReduceSetup{&grammar_, &workspace.nodes, view}, limits.width,
                          limits.gap);
  if (view != nullptr) beam.merge_states();
  while (beam.step<ShiftReduce>([&](const ReduceState& state, auto&) {
    ++workspace.counts.configurations;
    return workspace.scorer.score(state, TrainedReductions{weights_});
  })) {
  }
  workspace.counts.merged += beam.merged();
  return beam.configuration(beam.items()[0]);
}

void ConstituencyModel::parse(Sentence& sentence, const ParseOptions& options, Workspace& any) const {
  auto& workspace = static_cast<ConstituencyWorkspace&>(any);
  prepare(sentence, options, workspace);
  if (sentence.empty()) return;
  const BeamLimits limits = this->limits(options);
  const ReduceState& found = limits.width == 1 ? go_greedily(workspace) : search(limits, workspace);
  workspace.counts.decisions += workspace.scorer.scored();
  workspace.counts.lookups += workspace.scorer.scored() * programs_.reduce().size();
  maker_.make(found, sentence.constituents(), workspace.tasks);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    sentence.set_head(word, kNoHead);
    sentence.set(word, Column::kDeprel, Text{});
  }
  sentence.clear_deps();
}

bool ConstituencyModel::replay(ConstituencyWorkspace& workspace) const {
  ReduceState& state = workspace.state;
  state.reset(workspace.encoded.words(), {&grammar_, &workspace.nodes});
  for (const Action action : workspace.actions) {
    // Keys of merged states are hashes, and a model might be made for them to clash.
    if (ShiftReduce::is_final(state)) return false;
    const auto legal = ShiftReduce::legal(state);
    if (std::find(legal.begin(), legal.end(), action) == legal.end()) return false;
    ShiftReduce::apply(state, action);
  }
  return ShiftReduce::is_final(state);
}

std::vector<ParsedTree> ConstituencyModel::parse_best(const Sentence& sentence, std::size_t k,
                                                      const ParseOptions& options, Workspace& any) const {
  // Several derivations make the same tree: a limit to how many are looked at where few trees differ.
  constexpr std::size_t kTries = 16;
  constexpr std::size_t kWidestBeam = 10'000;
  auto& workspace = static_cast<ConstituencyWorkspace&>(any);
  std::vector<ParsedTree> result;
  prepare(sentence, options, workspace);
  if (sentence.empty() || k == 0) return result;
  BeamLimits limits = this->limits(options);
  limits.width = std::max(limits.width, static_cast<std::int32_t>(std::min(k, kWidestBeam)));
  if (k > 1) limits.gap = std::numeric_limits<std::int64_t>::max();
  search(limits, workspace);
  decoding::BeamPaths paths(workspace.beam);
  std::int64_t score = 0;
  for (std::size_t tries = 0; tries < kTries * k && result.size() < k && paths.next(workspace.actions, score);
       ++tries) {
    if (!replay(workspace)) continue;
    ParsedTree tree;
    tree.score = static_cast<double>(score) * static_cast<double>(weights_.scale());
    maker_.make(workspace.state, tree.constituents, workspace.tasks);
    const auto is_same = [&](const ParsedTree& other) {
      return treebank::is_same_tree(tree.constituents, other.constituents, treebank::HeadMarks::kIgnore);
    };
    if (std::none_of(result.begin(), result.end(), is_same)) result.push_back(std::move(tree));
  }
  return result;
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
