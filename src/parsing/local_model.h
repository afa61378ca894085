// A trained parser with local classifiers: templates, weights of labelled moves; immutable, shared by threads.
//
// Parsing a sentence: encode, then in every configuration the best of the classes that it allows, a move and the label
// of its arc at once, to the end of the sentence. What the model says never decides whether the result is a tree: only
// legal moves are choices, and words that no move attaches are attached when all moves are made, with the usual label
// of their part. Sections of the model file, all below `local/`: options, features, labels (names) and label-use,
// classes, parts, start, rows or kernel, heaviest.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "learning/frozen_kernel.h"
#include "learning/frozen_rows.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/local_scorer.h"
#include "parsing/parser_model.h"

namespace espalier::parsing {

/// What parsing needs to know of the options.
struct LocalSettings {
  std::uint8_t system = 0;  ///< decoding::SystemKind
  std::uint8_t one_root = 1;
  std::uint8_t unlifts = 0;      ///< labels tell of lifted arcs
  std::uint8_t split = 0;        ///< of kSplits
  std::uint32_t other = 0;       ///< the part of values that have none
  std::uint32_t root_label = 0;  ///< of words that no move attaches and that hang from the root then
  std::uint32_t zero = 0;

  decoding::SystemKind kind() const noexcept { return static_cast<decoding::SystemKind>(system); }
  decoding::Roots roots() const noexcept { return one_root != 0 ? decoding::Roots::kOne : decoding::Roots::kAny; }
};

/// The templates of a feature file, ready to run, and the column that splits.
struct LocalPrograms {
  TransitionPrograms programs;
  std::uint32_t split = LocalWeights::kUnread;
};
/// Throws Error kUsage for a file that local classifiers cannot use; `where` is for messages.
LocalPrograms compile_local(std::string_view features, std::uint8_t split, const std::string& where);

struct LocalWorkspace final : Workspace {
  features::Encoded encoded;
  LocalScorer scorer;
  decoding::Configuration configuration;
  double score = 0;            ///< of the tree last parsed
  std::vector<float> margins;  ///< by node: by how much the move that gave its head won
};

/// The parts of a model, on their way into a file.
struct LocalParts {
  LocalSettings settings;
  std::string features;
  std::vector<std::string> labels;
  std::vector<std::uint8_t> label_use;
  std::vector<LocalClass> classes;
  std::vector<LocalPart> parts;
  std::vector<float> start;  ///< see LocalWeights
  std::string rows;          ///< FrozenRows::freeze, or
  std::string kernel;        ///< FrozenKernel::freeze; the other is empty
  std::vector<HeavyFeature> heaviest;
};

void add_local_sections(model_file::Writer& writer, const LocalParts& parts);

class LocalModel final : public ParserModel {
 public:
  /// Reads the sections in place; `file` is kept.
  explicit LocalModel(std::shared_ptr<const model_file::File> file);

  std::string_view kind() const override { return "local"; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<LocalWorkspace>(); }
  /// Throws Error kUsage when options ask for constraints, which no move could keep.
  void parse(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const override;
  /// One tree, whatever k: a local parser follows one way.
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     Workspace& workspace) const override;
  std::vector<float> arc_confidence(const ParseOptions& options, Workspace& workspace) const override;
  const features::Encoder& encoder() const override { return programs_.programs.encoder(); }
  const std::vector<std::string>& labels() const override { return labels_; }
  decoding::Roots roots() const override { return settings_.roots(); }
  std::string feature_text() const override;
  std::vector<std::pair<std::string, std::size_t>> sizes() const override;
  std::vector<HeavyFeature> heaviest() const override;

  const TransitionPrograms& programs() const noexcept { return programs_.programs; }
  const LocalSettings& settings() const noexcept { return settings_; }
  const std::vector<LocalClass>& classes() const noexcept { return classes_; }
  const LocalWeights& weights() const noexcept { return weights_; }

 private:
  struct Choice {
    decoding::Move move;
    std::int32_t label;  // -1: none
    float score;
    float margin;  // over the best class of another move
  };

  void read_classes();
  void find_tree(const Sentence& sentence, const ParseOptions& options, LocalWorkspace& workspace) const;
  template <class System>
  void make_moves(LocalWorkspace& workspace) const;
  template <class System>
  Choice choose(const decoding::Configuration& c, decoding::MoveSet legal, std::span<const float> scores) const;
  void label_the_rest(LocalWorkspace& workspace) const;

  std::shared_ptr<const model_file::File> file_;
  LocalSettings settings_;
  LocalPrograms programs_;
  std::vector<std::string> labels_;
  std::vector<LocalClass> classes_;
  std::vector<LocalPart> parts_;
  std::vector<float> start_;
  learning::FrozenRows rows_;
  learning::FrozenKernel kernel_;
  LocalChoices choices_;
  LocalWeights weights_;
};

}  // namespace espalier::parsing
