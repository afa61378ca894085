// Columns beside the treebank: those that cut a sentence into spans, chunks and where clauses begin and end, and others
// of any name. Their names, and the sections of their feature file.
//
//   [chunk]                        B-NP, I-NP, …, O
//   [clause-start], [clause-end]   S or X; E or X
//   [clause]                       (S(S*, *, *S): what opens before a word and closes after it
//   [other]                        each of the others, by the same templates: number, gender, …
//
// They are decided in this order. A column has a number: those of the spans are 0 to 3, then come the others. In each
// section w is the word, before(x) the word before x; `column.NAME` is a column decided before. given(x) is what the
// section has decided for x, a word before w; [clause] has depth(x) instead: how many clauses are open before w.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/encoding.h"
#include "features/program.h"
#include "parsing/tagger_schema.h"

namespace espalier::parsing {

enum class SpanColumn : std::uint8_t { kChunk, kClauseStart, kClauseEnd, kClause };
inline constexpr std::size_t kSpanColumns = 4;
inline constexpr std::array<SpanColumn, kSpanColumns> kAllSpanColumns = {SpanColumn::kChunk, SpanColumn::kClauseStart,
                                                                         SpanColumn::kClauseEnd, SpanColumn::kClause};

struct SpanColumnInfo {
  std::string_view name;  ///< of the section, and of `column.NAME`
  std::string_view misc;  ///< the key in MISC
};
const SpanColumnInfo& span_column_info(SpanColumn column) noexcept;
constexpr std::size_t index_of(SpanColumn column) noexcept { return static_cast<std::size_t>(column); }
constexpr bool is_clause(std::size_t column) noexcept { return column == index_of(SpanColumn::kClause); }
/// The key in MISC of a column by its number and name: that of the span, or the name itself.
std::string_view misc_key(std::size_t column, std::string_view name) noexcept;

/// The names of all columns: the spans, then the others.
std::vector<std::string> column_names(std::span<const std::string> others = {});
/// What an other column may be called: a letter, then letters, digits and `-`, and no name of a span.
bool is_column_name(std::string_view name) noexcept;

/// All of them for a sentence of so many words, empty; without names, those of the spans. Memory is reused.
void clear_columns(features::ExtraColumns& columns, std::int32_t words);

const std::vector<features::Schema>& span_schemas();

class SpanPrograms {
 public:
  SpanPrograms() = default;
  explicit SpanPrograms(std::vector<features::Section> sections);

  /// Of all but kClause, by number; the others share one.
  const ColumnPrograms& column(std::size_t column) const noexcept {
    return column < kSpanColumns ? programs_[column] : others_;
  }
  /// The templates of kClause that do not ask for the depth, and those that do.
  const features::Program& clauses() const noexcept { return clauses_; }
  const features::Program& depths() const noexcept { return depths_; }
  const KeyColumns& keys() const noexcept { return keys_; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }

 private:
  std::vector<features::Section> sections_;
  std::array<ColumnPrograms, kSpanColumns> programs_;
  ColumnPrograms others_;
  features::Program clauses_;
  features::Program depths_;
  KeyColumns keys_;
  features::Encoder encoder_;
};

}  // namespace espalier::parsing
