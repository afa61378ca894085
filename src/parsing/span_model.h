// Extra columns of a tagged sentence, chunks and clauses and others: decided one after the other, clauses so that they
// nest.
//
// Where a clause begins and ends is decided word by word first; the brackets see both and are decided for the sentence
// as a whole (clause_brackets.h). Then beginnings and ends are those of the brackets, so that all columns agree.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "espalier/sentence.h"
#include "model_file/file.h"
#include "parsing/clause_tagger.h"
#include "parsing/column_tagger.h"
#include "parsing/span_schema.h"

namespace espalier::parsing {

/// Scratch of one thread, and what was decided.
struct SpanWorkspace {
  features::Encoded encoded;
  std::vector<ColumnScratch> scratch;  // by column
  ClauseScratch<std::int32_t> clauses;
  features::ExtraColumns columns;  ///< of the last sentence; a column that the model does not know is empty
  std::string misc;
};

/// Immutable; safe to share between threads, each with a workspace of its own. Reads forms, tags, features and lemmas.
class SpanModel {
 public:
  static bool is_in(const model_file::File& file) noexcept;
  /// Refuses sections that are damaged.
  explicit SpanModel(std::shared_ptr<const model_file::File> file);
  // Taggers point into it.
  SpanModel(const SpanModel&) = delete;
  SpanModel& operator=(const SpanModel&) = delete;

  /// Decides all columns into workspace.columns.
  void tag(const Sentence& sentence, SpanWorkspace& workspace) const;
  /// The same, and writes them into MISC; what stands there under their names goes.
  void write(Sentence& sentence, SpanWorkspace& workspace) const;

  bool has(std::size_t column) const noexcept { return stages_[column].has_value(); }
  bool has(SpanColumn column) const noexcept { return has(index_of(column)); }
  /// Of all columns, by number.
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// The templates, as text.
  std::string features() const;
  /// What there is how many of, for `inspect`.
  std::vector<std::pair<std::string, std::size_t>> sizes() const;

 private:
  struct Stage {
    ColumnLexicon lexicon;
    std::optional<ColumnTagger> tagger;   // of all but clauses
    std::optional<ClauseTagger> clauses;  // of clauses
  };
  void load(std::size_t column);

  std::shared_ptr<const model_file::File> file_;
  SpanPrograms programs_;
  std::vector<std::string> names_;
  std::vector<std::optional<Stage>> stages_;  // by column; not moved once one is loaded
};

/// Beginnings and ends become those of the brackets.
void agree_with_brackets(std::span<const Brackets> brackets, features::ExtraColumns& columns);

/// What a tagger decided becomes the text of the column.
void take_classes(const ColumnLexicon& lexicon, const ColumnScratch& scratch, std::vector<std::string>& values);
void take_brackets(std::span<const Brackets> brackets, std::vector<std::string>& values);

/// Where the sections of a column lie in a model file: `columns/chunk/`, `columns/other.0/`.
std::string span_folder(std::size_t column);
inline constexpr const char* kSpanFolder = "columns/";
inline constexpr const char* kSpanFeatures = "columns/features";
inline constexpr const char* kOtherNames = "columns/others";  ///< the names of the other columns, where there are any

}  // namespace espalier::parsing
