// A trained token parser: the tree that the predictors of heads think the likeliest, and labels after it.
//
// Parsing a sentence: score all arcs by the answers that were predicted for it (token_arcs.h), find the maximum
// branching, label. The predictors are a stage of their own (head_predictor.h) and are asked before: a token parser
// reads what they said in Workspace::heads.
// Sections of the model file, all below `token/`: options, features (the feature file), labels (names) and label-use,
// label-rows (the label stage), heaviest.
// Cost: that of the predictors, and n² arcs.
// Paper: Motta 2014.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decoding/restriction.h"
#include "learning/frozen_labels.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/constraints.h"
#include "parsing/graph_decoder.h"
#include "parsing/label_stage.h"
#include "parsing/parser_model.h"
#include "parsing/template_weights.h"
#include "parsing/token_arcs.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// [label] alone: what finds heads has a feature file of its own.
const std::vector<features::Schema>& token_schemas();

class TokenPrograms {
 public:
  TokenPrograms() = default;
  explicit TokenPrograms(std::vector<features::Section> sections);

  const features::Program& label() const noexcept { return label_; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }

 private:
  std::vector<features::Section> sections_;
  features::Program label_;
  features::Encoder encoder_;
};

/// What parsing needs to know of the options.
struct TokenSettings {
  std::uint8_t one_root = 1;
  std::uint8_t zero[7] = {};

  decoding::Roots roots() const noexcept { return one_root != 0 ? decoding::Roots::kOne : decoding::Roots::kAny; }
};

/// What one thread needs to parse.
struct TokenWorkspace final : Workspace {
  features::Encoded encoded;
  decoding::ArcSet arcs;
  decoding::Restriction restriction;
  decoding::PartSet parts;
  TokenArcs worth;
  GraphDecoder decoder;
  std::vector<std::int32_t> tree;  ///< a head by node
  LabelScratch labels;
  Constraints given;
};

class TokenModel final : public ParserModel {
 public:
  /// Reads the sections in place; `file` is kept.
  explicit TokenModel(std::shared_ptr<const model_file::File> file);

  std::string_view kind() const override { return "token"; }
  bool asks_heads() const override { return true; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<TokenWorkspace>(); }
  /// Throws Error kUsage where workspace.heads says nothing, here and below.
  void parse(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const override;
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     Workspace& workspace) const override;
  /// The probabilities of the answers, beside those of the word's other heads.
  std::vector<float> arc_confidence(const ParseOptions& options, Workspace& workspace) const override;
  const features::Encoder& encoder() const override { return programs_.encoder(); }
  const std::vector<std::string>& labels() const override { return labels_; }
  decoding::Roots roots() const override { return settings_.roots(); }
  std::string feature_text() const override { return features::to_text(programs_.sections(), token_schemas()); }
  std::vector<std::pair<std::string, std::size_t>> sizes() const override;
  std::vector<HeavyFeature> heaviest() const override;

  /// The ten features that speak most for each label, from the treebank that it learned from.
  std::vector<HeavyFeature> find_heaviest(const TrainingSet& data) const;
  /// Adds all that the same search meets to a tally.
  void weigh_templates(const TrainingSet& data, TemplateTally& tally) const;

 private:
  void find_tree(const Sentence& sentence, const ParseOptions& options, TokenWorkspace& workspace) const;
  void label(TokenWorkspace& workspace) const;
  std::vector<HeavyFeature> search_labels(const TrainingSet& data, TemplateTally* tally) const;

  std::shared_ptr<const model_file::File> file_;
  TokenSettings settings_;
  TokenPrograms programs_;
  std::vector<std::string> labels_;
  LabelUse use_;
  learning::FrozenLabels label_rows_;
};

/// The parts of a model, on their way into a file.
struct TokenParts {
  TokenSettings settings;
  std::string features;
  std::vector<std::string> labels;
  std::vector<std::uint8_t> label_use;
  std::string label_rows;  ///< FrozenLabels::freeze
  std::vector<HeavyFeature> heaviest;
};

void add_token_sections(model_file::Writer& writer, const TokenParts& parts);

}  // namespace espalier::parsing
