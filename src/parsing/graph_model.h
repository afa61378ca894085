// A trained graph parser: templates, filter, weights, labels; immutable, shared by threads.
//
// Parsing a sentence: encode (strings become numbers), filter (few arcs are left), score their parts, decode, label.
// Sections of the model file, all below `graph/`: options, features (the feature file), filter and reach, weights (arcs
// and parts), arc-rows (joint labels), labels (names) and label-use, label-rows (the label stage),
// heaviest.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decoding/k_best.h"
#include "decoding/marginals.h"
#include "espalier/parser.h"
#include "learning/frozen_rows.h"
#include "learning/frozen_table.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/constraints.h"
#include "parsing/graph_options.h"
#include "parsing/graph_problem.h"
#include "parsing/label_stage.h"
#include "parsing/parser_model.h"

namespace espalier::parsing {

/// What parsing needs to know of the options.
struct GraphSettings {
  std::int32_t order = 1;
  std::uint8_t crossing = 1;
  std::uint8_t joint = 0;
  std::uint8_t one_root = 1;
  std::uint8_t filtered = 1;  ///< GraphFilter
  std::uint8_t unlifts = 0;   ///< labels tell of lifted arcs
  std::uint8_t zero[7] = {};
  double keep = 0;
  std::int32_t most = 0;
  std::int32_t bits = 0;

  GraphFilter filter() const noexcept { return static_cast<GraphFilter>(filtered); }
  decoding::Roots roots() const noexcept { return one_root != 0 ? decoding::Roots::kOne : decoding::Roots::kAny; }
};

/// What one thread needs to parse.
struct GraphWorkspace final : Workspace {
  GraphScratch graph;
  LabelScratch labels;
  features::Encoded encoded;
  decoding::ArcSet arcs;
  HeadFilter head_filter;
  decoding::Restriction restriction;
  decoding::Marginals marginals;
  std::vector<float> probabilities;
  Constraints given;
};

class GraphModel final : public ParserModel {
 public:
  /// Reads the sections in place; `file` is kept.
  explicit GraphModel(std::shared_ptr<const model_file::File> file);

  std::string_view kind() const override { return "graph"; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<GraphWorkspace>(); }
  void parse(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const override;
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     Workspace& workspace) const override;
  /// Arc probabilities, from the marginals of the trees scored last.
  std::vector<float> arc_confidence(const ParseOptions& options, Workspace& workspace) const override;
  const features::Encoder& encoder() const override { return programs_.encoder(); }
  const std::vector<std::string>& labels() const override { return labels_; }
  decoding::Roots roots() const override { return settings_.roots(); }
  std::string feature_text() const override;
  std::vector<std::pair<std::string, std::size_t>> sizes() const override;
  std::vector<HeavyFeature> heaviest() const override;

  const GraphPrograms& programs() const noexcept { return programs_; }
  const GraphSettings& settings() const noexcept { return settings_; }
  const ArcFilter& filter() const noexcept { return filter_; }
  const learning::FrozenTable& weights() const noexcept { return weights_; }
  const learning::FrozenRows& arc_rows() const noexcept { return arc_rows_; }
  const learning::FrozenRows& label_rows() const noexcept { return label_rows_; }

  /// Finds the tree of an encoded sentence over given arcs into workspace.graph.heads and, with joint labels, .labels.
  bool decode(const features::Encoded& sentence, const decoding::ArcSet& arcs, bool crossing,
              GraphWorkspace& workspace) const;
  /// Labels that tree into workspace.labels.labels.
  void label(const features::Encoded& sentence, GraphWorkspace& workspace,
             std::span<const std::int32_t> forced = {}) const;
  /// How likely each arc is that was scored last, into workspace.probabilities; false: all are 0.
  bool find_marginals(GraphWorkspace& workspace, const ParseOptions& options) const;

 private:
  bool crossing(const ParseOptions& options) const noexcept { return settings_.crossing != 0 && options.crossing; }
  const decoding::ArcSet& candidates(const Sentence& sentence, const ParseOptions& options,
                                     GraphWorkspace& workspace) const;
  void find_tree(const Sentence& sentence, const ParseOptions& options, GraphWorkspace& workspace) const;

  std::shared_ptr<const model_file::File> file_;
  GraphSettings settings_;
  GraphPrograms programs_;
  ArcFilter filter_;
  std::vector<std::string> labels_;
  LabelUse use_;
  learning::FrozenTable weights_;
  learning::FrozenRows arc_rows_;
  learning::FrozenRows label_rows_;
};

/// The parts of a model, on their way into a file.
struct GraphParts {
  GraphSettings settings;
  std::string features;
  std::vector<float> filter;
  std::vector<TagReach> reach;
  std::vector<std::string> labels;
  std::vector<std::uint8_t> label_use;
  std::string weights;     ///< FrozenTable::freeze
  std::string arc_rows;    ///< FrozenRows::freeze; joint labels only
  std::string label_rows;  ///< FrozenRows::freeze; labels after the tree only
  std::vector<HeavyFeature> heaviest;
};

void add_graph_sections(model_file::Writer& writer, const GraphParts& parts);

}  // namespace espalier::parsing
