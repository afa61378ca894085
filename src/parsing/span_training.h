// Training of the taggers of chunks and clauses, and what they make of the training data without having seen it.
//
// Every column is learned once from all sentences, for the model, and once for each fold from the others. What these
// say of their folds is what the columns after it learn from, and what a parser should learn from: columns as good as
// those that it will get. So one training gives both, at the price of folds + 1 trainings a column.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/team.h"
#include "espalier/sentence.h"
#include "features/word_text.h"
#include "model_file/writer.h"
#include "parsing/column_training.h"
#include "parsing/span_scores.h"
#include "parsing/watch.h"

namespace espalier::parsing {

struct SpanOptions {
  std::string features;  ///< the text of a feature file; empty: the one built in
  double step = 0.02;    ///< of columns that are decided word by word
  double margin = 1;
  double clause_step = 0.05;
  double clause_margin = 1;
  std::size_t batch = 8;
  std::uint64_t seed = 1;
  int folds = 5;  ///< two or more
  std::array<ColumnOptions, kSpanColumns> columns = {{
      {4, 1, 150'000, {}},
      {4, 1, 100'000, {}},
      {4, 1, 100'000, {}},
      {4, 1, 200'000, {}},
  }};
  ColumnOptions other = {6, 1, 50'000, {}};

  const ColumnOptions& of(std::size_t column) const noexcept { return column < kSpanColumns ? columns[column] : other; }
};

struct TrainedColumns {
  std::vector<std::pair<std::string, std::string>> sections;  ///< by name, in order
  /// The training data as taggers have it that did not see it: each of the folds (every folds-th sentence) is decided
  /// by taggers that learned from the others.
  std::vector<features::ExtraColumns> predicted;

  void add_to(model_file::Writer& writer) const;
};

/// The feature file that is built in.
std::string_view span_features();

/// Learns the columns that are there, from sentences with tags as they will be met. The same sections on any number of
/// threads. Throws Error kUsage for templates that are none, kInput where there is nothing to learn. REQUIRES columns
/// for each sentence, as read_columns() gives them, with the same names.
TrainedColumns train_columns(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
                             const SpanOptions& options, base::Team& team, const Watch& watch);

}  // namespace espalier::parsing
