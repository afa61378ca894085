// What the trainings of columns share: texts become classes, and weights are learned in epochs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/team.h"
#include "learning/row_weight.h"
#include "learning/trainer.h"
#include "parsing/column_lexicon.h"
#include "parsing/watch.h"

namespace espalier::parsing {

/// How one column is learned.
struct ColumnOptions {
  int epochs = 8;
  std::uint32_t min_updates = 1;
  std::size_t most_weights = 100'000;  ///< the largest so many are kept; 0: all
  LexiconLimits limits;
  int more_epochs = 0;  ///< with the features of the weights kept alone, so that they learn to do without the others
};

/// A column of the training data: its classes, the most frequent first, and the class of every word.
struct GoldColumn {
  std::vector<std::string> names;
  std::vector<std::vector<std::int32_t>> classes;  ///< by sentence and node; -1: none
};

/// `texts`: by sentence and node, that of node 0 is not looked at. `empty_is_unknown`: an empty text is no class.
GoldColumn number_classes(const std::vector<std::vector<std::string>>& texts, bool empty_is_unknown);

/// The lexicon of a column while it is learned.
struct LearnedLexicon {
  std::shared_ptr<const model_file::File> file;
  std::unique_ptr<ColumnLexicon> lexicon;

  /// From the sections of the writer; all of them go to the end of `sections` as well.
  LearnedLexicon(const model_file::Writer& writer, const std::string& folder, const KeyColumns& keys,
                 std::vector<std::pair<std::string, std::string>>& sections);
  const ColumnLexicon& operator*() const noexcept { return *lexicon; }
  const ColumnLexicon* operator->() const noexcept { return lexicon.get(); }
};

/// The largest weights after the epochs. `table` is the problem's; the watch is told of `what`, unless that is empty.
/// The place of the watch is for this column alone.
std::vector<learning::RowWeight> learn_rows(learning::Problem& problem, const learning::TrainingTable& table,
                                            const learning::LearnerOptions& learner, const ColumnOptions& options,
                                            base::Team& team, const Watch& watch, const std::string& what);
/// The same, frozen.
std::string learn_column(learning::Problem& problem, const learning::TrainingTable& table,
                         const learning::LearnerOptions& learner, const ColumnOptions& options, base::Team& team,
                         const Watch& watch, const std::string& what);

}  // namespace espalier::parsing
