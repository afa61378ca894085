// Tags, features and lemmas of a sentence: the columns that a parser reads, decided one after the other.
//
// The order is UPOS, FEATS, XPOS, LEMMA; each column sees those before it on both sides. Lemmas are classes too: rules
// that make them of the forms (lemma_rule.h). A column that the training data did not have is left alone. Where it had
// XPOS and no UPOS, as brackets have, the first stage decides XPOS: its templates are the ones that find tags best.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "espalier/sentence.h"
#include "model_file/file.h"
#include "parsing/column_tagger.h"
#include "parsing/lemma_rule.h"
#include "parsing/tagger_schema.h"

namespace espalier::parsing {

/// What is done with a column of the sentence.
enum class TagUse : std::uint8_t {
  kReplace,  ///< made afresh
  kFill,     ///< made where it is empty
  kLeave,    ///< left alone, and used as context
};

struct TagOptions {
  TagUse upos = TagUse::kReplace;
  TagUse feats = TagUse::kReplace;
  TagUse xpos = TagUse::kReplace;
  TagUse lemma = TagUse::kReplace;

  TagUse of(TagStage stage) const noexcept {
    const std::array<TagUse, kTagStages> uses = {upos, feats, xpos, lemma};
    return uses[static_cast<std::size_t>(stage)];
  }
};

/// Scratch of one thread and model.
struct TaggerWorkspace {
  features::Encoded encoded;
  features::FormCache forms;
  ColumnScratch draft;
  std::array<ColumnScratch, kTagStages> stages;
  std::string lower;
  std::string lemma;
};

/// Immutable; safe to share between threads, each with a workspace of its own. Reads nothing of a sentence but forms
/// and, where they are kept, the columns that it writes.
/// One column of a model.
struct LoadedColumn {
  ColumnLexicon lexicon;
  std::optional<ColumnTagger> draft;  ///< of the first stage, where there are templates for it
  std::optional<ColumnTagger> tagger;
  bool is_read_otherwise = false;  ///< columns besides that of the field come from it
};

class TaggerModel {
 public:
  static bool is_in(const model_file::File& file) noexcept;
  /// Refuses sections that are damaged.
  explicit TaggerModel(std::shared_ptr<const model_file::File> file);
  // Stages point into it.
  TaggerModel(const TaggerModel&) = delete;
  TaggerModel& operator=(const TaggerModel&) = delete;

  std::unique_ptr<TaggerWorkspace> make_workspace() const { return std::make_unique<TaggerWorkspace>(); }
  void tag(Sentence& sentence, const TagOptions& options, TaggerWorkspace& workspace) const;
  /// There is something to do.
  bool works(const TagOptions& options) const noexcept;

  /// Whether it writes the column of that stage.
  bool has(TagStage stage) const noexcept;
  /// The templates, as text.
  std::string features() const;
  /// What there is how many of, for `info`.
  std::vector<std::pair<std::string, std::size_t>> sizes() const;

 private:
  void load(TagStage stage);
  bool is_loaded(TagStage stage) const noexcept { return stages_[static_cast<std::size_t>(stage)].has_value(); }
  /// The options of the stages, which may write other columns than their own.
  TagOptions by_stage(TagOptions options) const noexcept;
  void tag_columns(Sentence& sentence, const TagOptions& options, TaggerWorkspace& workspace) const;
  void run(TagStage stage, Sentence& sentence, bool keeps, TaggerWorkspace& workspace) const;
  void write_lemmas(const ColumnScratch& scratch, Sentence& sentence, TaggerWorkspace& workspace) const;

  std::shared_ptr<const model_file::File> file_;
  TaggerPrograms programs_;
  std::array<std::optional<LoadedColumn>, kTagStages> stages_;
  Kin kin_;
  std::vector<LemmaRule> rules_;  // by class of the last stage
  bool first_is_xpos_ = false;
};

/// Where the sections of a stage lie in a model file.
std::string tag_folder(TagStage stage);
inline constexpr const char* kTagFeatures = "tag/features";
/// What the first stage decides, where that is not UPOS; there is one such thing.
inline constexpr const char* kTagFirst = "tag/first";
inline constexpr std::string_view kFirstIsXpos = "xpos";

inline constexpr const char* kTagDraft = "draft";  // in the folder of the first stage
inline constexpr const char* kTagKin = "kin";      // same

/// What the draft decided becomes the column that the first stage reads.
void fill_draft(const TaggerPrograms& programs, std::span<const std::uint64_t> draft,
                features::Encoded& sentence) noexcept;

/// XPOS becomes UPOS and the other way round.
void swap_tags(Sentence& sentence) noexcept;

/// The values of `dict` in a sentence that is encoded otherwise.
void fill_dictionary(const TaggerPrograms& programs, TagStage stage, const ColumnLexicon& lexicon,
                     features::Encoded& sentence) noexcept;

}  // namespace espalier::parsing
