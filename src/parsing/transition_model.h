// A trained transition parser: templates, weights of moves, labels; immutable, shared by threads.
//
// Parsing a sentence: encode (strings become numbers), sum what words alone decide, then move by move to the end of the
// sentence, and label the tree. Sections of the model file, all below `transition/`: options, features, moves, labels
// (names) and label-use, label-rows, heaviest.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "decoding/beam.h"
#include "decoding/oracle.h"
#include "learning/frozen_labels.h"
#include "learning/frozen_moves.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/constraints.h"
#include "parsing/label_stage.h"
#include "parsing/move_memo.h"
#include "parsing/parser_model.h"
#include "parsing/sure_moves.h"

namespace espalier::parsing {

/// What parsing needs to know of the options.
struct TransitionSettings {
  std::uint8_t system = 0;  ///< decoding::SystemKind
  std::uint8_t one_root = 1;
  std::uint8_t unlifts = 0;  ///< labels tell of lifted arcs
  std::uint8_t beam = 1;     ///< the width that moves were trained for; 1: greedily
  float gap = 0;             ///< how far items of the beam may be behind the best; 0: any distance

  decoding::SystemKind kind() const noexcept { return static_cast<decoding::SystemKind>(system); }
  MoveClasses classes() const { return MoveClasses(decoding::system_info(kind()).moves, beam > 1 ? 1 : 0); }
  decoding::Roots roots() const noexcept { return one_root != 0 ? decoding::Roots::kOne : decoding::Roots::kAny; }
};

/// How far a search looks.
struct BeamLimits {
  std::int32_t width = 0;                                       ///< 0: no beam
  std::int32_t gap = std::numeric_limits<std::int32_t>::max();  ///< in units of scores
};

struct TransitionWorkspace final : Workspace {
  features::Encoded encoded;
  MoveScorer<TrainedMoves> scorer;
  decoding::Configuration configuration;
  decoding::Beam<std::int32_t> beam;
  MoveMemo<TrainedMoves> memo;
  LabelScratch labels;
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> margins;  ///< by word: by how much the move that gave its head won
  Constraints given;
  decoding::Oracle oracle;  ///< which moves keep the given heads
  bool has_beam = false;    ///< the last sentence was parsed with one
};

/// The parts of a model, on their way into a file.
struct TransitionParts {
  TransitionSettings settings;
  std::string features;
  std::string moves;  ///< FrozenMoves::freeze
  std::vector<std::string> labels;
  std::vector<std::uint8_t> label_use;
  std::string sure_labels;  ///< freeze_sure_labels
  std::string sure_moves;   ///< freeze_sure_moves
  std::string label_rows;   ///< FrozenLabels::freeze
  std::vector<HeavyFeature> heaviest;
};

void add_transition_sections(model_file::Writer& writer, const TransitionParts& parts);

class TransitionModel final : public ParserModel {
 public:
  /// Reads the sections in place; `file` is kept.
  explicit TransitionModel(std::shared_ptr<const model_file::File> file);

  std::string_view kind() const override { return "transition"; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<TransitionWorkspace>(); }
  void parse(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const override;
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     Workspace& workspace) const override;
  std::vector<float> arc_confidence(const ParseOptions& options, Workspace& workspace) const override;
  const features::Encoder& encoder() const override { return programs_.encoder(); }
  const std::vector<std::string>& labels() const override { return labels_; }
  decoding::Roots roots() const override { return settings_.roots(); }
  std::string feature_text() const override;
  std::vector<std::pair<std::string, std::size_t>> sizes() const override;
  std::vector<HeavyFeature> heaviest() const override;

  const TransitionPrograms& programs() const noexcept { return programs_; }
  const TransitionSettings& settings() const noexcept { return settings_; }
  const learning::FrozenMoves& moves() const noexcept { return moves_; }
  const learning::FrozenLabels& label_rows() const noexcept { return label_rows_; }

 private:
  template <class System>
  void find_tree(TransitionWorkspace& workspace) const;
  /// Leaves the finished trees in the beam, best first; those that keep the given heads, if there are any given.
  template <class System>
  void find_trees(TransitionWorkspace& workspace, BeamLimits limits) const;
  /// Runs find_tree() for a width of 0 and find_trees() for others, a beam of one included; throws Error where given
  /// heads cannot be kept.
  void search(const Sentence& sentence, const ParseOptions& options, BeamLimits limits,
              TransitionWorkspace& workspace) const;
  void keep_heads(const decoding::Configuration& c, TransitionWorkspace& workspace) const;
  void label(TransitionWorkspace& workspace) const;
  std::int32_t width(const ParseOptions& options) const noexcept {
    return options.beam > 0 ? options.beam : std::max<std::int32_t>(settings_.beam, 1);
  }
  BeamLimits limits(const ParseOptions& options) const noexcept;
  /// What one unit of a sum of scores in the beam is worth.
  float beam_scale() const noexcept;

  std::shared_ptr<const model_file::File> file_;
  TransitionSettings settings_;
  MoveClasses classes_;
  TransitionPrograms programs_;
  learning::FrozenMoves moves_;
  std::vector<std::string> labels_;
  LabelUse use_;
  SureLabels sure_labels_;
  SureMoves sure_moves_;
  learning::FrozenLabels label_rows_;
};

}  // namespace espalier::parsing
