// Training of a tagger: its columns one after the other, and tags for the training data that no tagger saw.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/team.h"
#include "espalier/sentence.h"
#include "learning/trainer.h"
#include "model_file/writer.h"
#include "parsing/column_training.h"
#include "parsing/watch.h"

namespace espalier::parsing {

struct TaggerOptions {
  std::string features;  ///< the text of a feature file; empty: the one built in
  double step = 0.02;
  double margin = 2;
  std::size_t batch = 8;
  std::uint64_t seed = 1;
  ColumnOptions draft = {4, 1, 25'000, {}};  ///< limits are those of the column
  int draft_folds = 8;
  std::array<ColumnOptions, kTagStages> columns = {{
      {8, 1, 130'000, {2, 12}, 4},
      {8, 1, 70'000, {2, 8}, 4},
      {6, 1, 20'000, {2, 8}, 3},
      {6, 1, 30'000, {2, 2}, 3},
  }};
};

/// How much of a column is right on the development data, in percent of the words.
struct ColumnScore {
  TagStage stage;
  double right = 0;
};

struct TrainedTagger {
  std::vector<std::pair<std::string, std::string>> sections;  ///< by name, in order
  std::vector<ColumnScore> scores;                            ///< none where there is no development data

  void add_to(model_file::Writer& writer) const;
};

/// The feature file that is built in.
std::string_view tagger_features();

/// Learns the columns that the sentences have. The same sections on any number of threads. Throws Error kUsage for
/// templates that are none, kInput where there is nothing to learn.
TrainedTagger train_tagger(std::span<const Sentence> train, std::span<const Sentence> dev, const TaggerOptions& options,
                           base::Team& team, const Watch& watch);

/// The training sentences as a tagger has them that did not see them: each of the folds (every folds-th sentence) is
/// tagged by one that learned from the others. For parsers that shall meet tags as good as those they will get. Columns
/// that the data does not have stay empty. REQUIRES folds of two or more.
std::vector<Sentence> jackknife(std::span<const Sentence> train, int folds, const TaggerOptions& options,
                                base::Team& team, const Watch& watch);

}  // namespace espalier::parsing
