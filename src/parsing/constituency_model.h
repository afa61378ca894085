// A trained constituency parser: templates, weights of shift-reduce actions, labels; immutable, shared by threads.
//
// Parsing a sentence: encode (strings become numbers), then action by action, with a beam or greedily, to one binary
// tree, whose temporary labels are dissolved. Sections of the model file, all below `constituency/`: options, features,
// labels, reductions (which labels unary, left and right reductions give), weights, heaviest.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decoding/beam.h"
#include "decoding/shift_reduce.h"
#include "learning/frozen_labels.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/binary_trees.h"
#include "parsing/parser_model.h"
#include "parsing/reduce_scorer.h"

namespace espalier::parsing {

/// What parsing needs to know of the options.
struct ConstituencySettings {
  std::uint8_t beam = 1;  ///< the width that actions were trained for; 1: greedily
  std::uint8_t has_bare_words = 0;
  std::uint8_t merges = 0;  ///< states that look the same are one
  std::uint8_t zero[1] = {};
  float gap = 0;  ///< how far items of the beam may be behind the best; 0: any distance
};

/// The parts of a model, on their way into a file.
struct ConstituencyParts {
  ConstituencySettings settings;
  std::string features;
  std::vector<std::string> labels;
  decoding::ReduceRules rules;
  std::string weights;  ///< FrozenLabels::freeze
  std::vector<HeavyFeature> heaviest;
};

void add_constituency_sections(model_file::Writer& writer, const ConstituencyParts& parts);

struct ConstituencyWorkspace final : Workspace {
  features::Encoded encoded;
  ReduceScorer<TrainedReductions> scorer;
  decoding::ReduceNodes nodes;
  decoding::ReduceState state;
  // Wide, since any number of templates may add up over any number of words.
  decoding::Beam<std::int64_t, decoding::ReduceState, decoding::Action> beam;
  std::vector<decoding::Action> actions;
  std::vector<ConstituentMaker::Task> tasks;
};

class ConstituencyModel final : public ParserModel {
 public:
  /// Reads the sections in place; `file` is kept.
  explicit ConstituencyModel(std::shared_ptr<const model_file::File> file);

  std::string_view kind() const override { return "constituency"; }
  bool makes_constituents() const override { return true; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<ConstituencyWorkspace>(); }
  /// Writes the constituents of the sentence, heads marked. HEAD and DEPREL are cleared.
  void parse(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const override;
  /// What is in the beam, which is as wide as k at least.
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     Workspace& workspace) const override;
  /// Throws Error kUsage: there is no such thing of constituents yet.
  std::vector<float> arc_confidence(const ParseOptions& options, Workspace& workspace) const override;
  const features::Encoder& encoder() const override { return programs_.encoder(); }
  const std::vector<std::string>& labels() const override { return labels_; }
  std::string feature_text() const override;
  std::vector<std::pair<std::string, std::size_t>> sizes() const override;
  std::vector<HeavyFeature> heaviest() const override;
  const ConstituencyPrograms& programs() const noexcept { return programs_; }
  const decoding::ReduceGrammar& grammar() const noexcept { return grammar_; }
  const learning::FrozenLabels& weights() const noexcept { return weights_; }

 private:
  struct BeamLimits {
    std::int32_t width;
    std::int64_t gap;
    bool merges;
  };
  BeamLimits limits(const ParseOptions& options) const noexcept;
  void prepare(const Sentence& sentence, const ParseOptions& options, ConstituencyWorkspace& workspace) const;
  /// The best final state, in the workspace.
  const decoding::ReduceState& search(const BeamLimits& limits, ConstituencyWorkspace& workspace) const;
  const decoding::ReduceState& go_greedily(ConstituencyWorkspace& workspace) const;
  /// Makes the state that the workspace's actions lead to; false where they do not lead to a tree.
  bool replay(ConstituencyWorkspace& workspace) const;

  std::shared_ptr<const model_file::File> file_;
  ConstituencySettings settings_;
  ConstituencyPrograms programs_;
  std::vector<std::string> labels_;
  ConstituentMaker maker_;
  decoding::ReduceGrammar grammar_;
  learning::FrozenLabels weights_;
};

}  // namespace espalier::parsing
